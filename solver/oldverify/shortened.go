package verify

import (
	"slices"

	"setdoku"
)

// singlesUsed are the singles that were selected, and the digits that they may place, those that the path places.
type singlesUsed struct {
	fullHouse, naked, hidden bool
	digits                   setdoku.Grid
}

// singleRules are the names of the singles in the order of the catalogue.
var singleRules = []string{"full_house", "naked_single", "hidden_single"}

func isSingle(rule string) bool { return slices.Contains(singleRules, rule) }

// use adds a rule, if it is a single.
func (u *singlesUsed) use(rule string) {
	switch rule {
	case "full_house":
		u.fullHouse = true
	case "naked_single":
		u.naked = true
	case "hidden_single":
		u.hidden = true
	}
}

// rules returns the names of the singles used, in the order of the catalogue.
func (u singlesUsed) rules() (list []string) {
	for k, used := range []bool{u.fullHouse, u.naked, u.hidden} {
		if used {
			list = append(list, singleRules[k])
		}
	}
	return list
}

// close places singles until none is left or p is a contradiction. The order of the placements does not change where it
// ends otherwise.
func (u singlesUsed) close(p *position) {
	for {
		if _, bad := p.contradiction(); bad || !u.pass(p) {
			return
		}
	}
}

// pass places the singles of p as they come, and reports whether there was any.
func (u singlesUsed) pass(p *position) (placed bool) {
	if u.naked {
		for i := range p.marks {
			if p.marks[i].Count() == 1 && p.marks[i].Has(u.digits[i]) {
				p.place(i, p.marks[i].Lowest())
				placed = true
			}
		}
	}
	if placed || !u.fullHouse && !u.hidden {
		return placed
	}
	for k := range setdoku.Units {
		placed = u.passUnit(p, setdoku.Units[k][:]) || placed
	}
	return placed
}

// passUnit places the full house or the hidden singles of a unit.
func (u singlesUsed) passUnit(p *position, cells []int) (placed bool) {
	var once, twice set
	open := 0
	for _, i := range cells {
		twice |= once & p.marks[i]
		once |= p.marks[i]
		if p.digits[i] == 0 {
			open++
		}
	}
	if !u.hidden && open != 1 {
		return false
	}
	for _, i := range cells {
		if only := p.marks[i] & once &^ twice; only.Has(u.digits[i]) {
			p.place(i, u.digits[i])
			placed = true
		}
	}
	return placed
}

// shortened returns the path with these deductions, and with the singles pass by pass.
func (t *trail) shortened(kept candidates) *Path {
	b := &shortening{trail: t, short: &Path{Start: t.path.Start}}
	t.in.p = *newPosition(t.path.Start)
	for n := range t.path.Steps {
		s := &t.path.Steps[n]
		switch {
		case s.Rule == setdoku.RuleManual:
			b.add(t.reduced(n, t.gone, true))
		case isItem(s) && touches(s, kept):
			if b.singles(); !t.atEnd() {
				b.add(t.reduced(n, kept, false))
			}
		}
	}
	b.singles()
	b.end()
	return b.short
}

// shortening builds the shortened path.
type shortening struct {
	*trail
	short *Path
}

// add appends a step and applies it, unless it does nothing.
func (b *shortening) add(s PathStep) {
	if len(s.Deductions) > 0 {
		b.short.Steps = append(b.short.Steps, s)
		b.in.apply(&s)
	}
}

// reduced returns step n with the conclusions that are about live candidates and, unless all is set, in kept.
func (t *trail) reduced(n int, kept candidates, all bool) PathStep {
	s := &t.path.Steps[n]
	left := PathStep{Step: s.Step, Rule: s.Rule}
	for _, d := range s.Deductions {
		gone := func(placement bool) func(setdoku.Candidate) bool {
			return func(c setdoku.Candidate) bool {
				one := Conclusion{placement, c.Cell, c.Digit, d.Pattern}
				return !all && !kept.has(one.number()) || !t.in.p.live(one)
			}
		}
		d.Placements = slices.DeleteFunc(slices.Clone(d.Placements), gone(true))
		d.Eliminations = slices.DeleteFunc(slices.Clone(d.Eliminations), gone(false))
		if len(d.Placements)+len(d.Eliminations) > 0 {
			if r := ruleOf(s.Rule); isItem(s) {
				d.Evidence, _ = t.proves(n, &r, &d, conclusions(&d))
			}
			left.Deductions = append(left.Deductions, d)
		}
	}
	return left
}

// singles appends passes of singles until none is left. Each pass takes the technique that places most digits, the
// first of the catalogue if several place as many.
func (b *shortening) singles() {
	for {
		if _, bad := b.in.p.contradiction(); bad {
			return
		}
		var best []Conclusion
		var by string
		for _, name := range b.trail.singles.rules() {
			if found := b.find(name); len(found) > len(best) {
				best, by = found, name
			}
		}
		if len(best) == 0 {
			return
		}
		b.add(b.pass(by, best))
	}
}

// find returns what a single places that the path places too.
func (b *shortening) find(name string) []Conclusion {
	r := ruleOf(name)
	return slices.DeleteFunc(r.deductions(&b.in.p), func(c Conclusion) bool { return b.trail.singles.digits[setdoku.CellIndex(c.Cell)] != c.Digit })
}

// pass returns a step of singles.
func (b *shortening) pass(name string, found []Conclusion) PathStep {
	r := ruleOf(name)
	s := PathStep{Rule: name}
	for _, c := range found {
		rows, err := r.evidence(&b.in.p, nil, c.Pattern)
		if err != nil {
			panic(err) // the rule has made the pattern itself
		}
		s.Deductions = append(s.Deductions, setdoku.Deduction{
			Technique: name, Asked: name, Pattern: c.Pattern, Placements: []setdoku.Candidate{{Cell: c.Cell, Digit: c.Digit}}, Evidence: rows,
		})
	}
	return s
}

// end appends the search of the path, if it has one, and sets the contradiction.
func (b *shortening) end() {
	steps := b.path.Steps
	if n := len(steps); n > 0 && steps[n-1].Rule == setdoku.RuleSearch && !b.in.p.full() {
		last := b.reduced(n-1, candidates{}, true)
		b.short.Steps = append(b.short.Steps, last)
		b.in.apply(&last)
	}
	if b.path.Contradiction == nil {
		return
	}
	c := *b.path.Contradiction
	if c.Kind != "no_solution" {
		c, _ = b.trail.singles.contradiction(&b.in.p)
	}
	b.short.Contradiction = &c
}

// contradiction returns the contradiction of p, by itself or between two singles of a pass.
func (u singlesUsed) contradiction(p *position) (c setdoku.Contradiction, bad bool) {
	if c, bad = p.contradiction(); bad {
		return c, true
	}
	for _, name := range u.rules() {
		r := ruleOf(name)
		if c, bad = clash(r.deductions(p)); bad {
			return c, true
		}
	}
	return c, false
}
