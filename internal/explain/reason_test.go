package explain

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/hypothesis"
)

// replay follows a hypothesis on a separate grid and collects what is false of its reasons.
type replay struct {
	start   *grid // before the first assumption
	at      setdoku.State
	rows    []setdoku.Evidence // until now
	deduced []setdoku.Candidate
	wrong   []string
}

// reasons returns what is false of the reasons of a forcing pattern, from which its words are made.
func reasons(f find) (wrong []string) {
	p, err := newExplainer(f.state, f.Deduction).Forcing()
	if err != nil {
		return []string{err.Error()}
	}
	for k := range p.Branches {
		r := &replay{start: gridOf(f.state), at: f.state, deduced: f.Eliminations}
		r.branch(&p.Branches[k])
		if p.Set == nil && p.Branches[k].End == nil {
			r.say("no contradiction")
		}
		wrong = append(wrong, r.wrong...)
	}
	return wrong
}

func (r *replay) say(format string, args ...any) {
	r.wrong = append(r.wrong, fmt.Sprintf(format, args...))
}

// branch replays an assumption, its steps, and what they lead to.
func (r *replay) branch(b *hypothesis.Branch) {
	r.do(setdoku.Evidence{Role: "assume", Cell: b.Assumed.Cell, Digit: b.Assumed.Digit})
	for _, s := range b.Steps {
		r.reason(s.Row.Candidate(), s.Row.Role, s.Reason)
		r.do(s.Row)
	}
	if b.End != nil {
		r.reason(setdoku.Candidate{}, "contradiction", b.End.Reason)
		return
	}
	g := gridOf(r.at)
	for _, c := range r.deduced {
		if i := c.Cell.Index(); g.live[i].Has(c.Digit) || g.filled[i] == c.Digit {
			r.say("%s is not deduced", c.Elimination())
		}
	}
}

// do carries out a row, which must change a candidate that is there.
func (r *replay) do(row setdoku.Evidence) {
	c := row.Candidate()
	if !gridOf(r.at).live[c.Cell.Index()].Has(c.Digit) {
		r.say("%s was not a candidate", c.Placement())
	}
	d := setdoku.Deduction{Eliminations: []setdoku.Candidate{c}}
	if row.Role == "place" || row.Role == "assume" {
		d = setdoku.Deduction{Placements: d.Eliminations}
	}
	r.at, r.rows = r.at.Apply(d), append(r.rows, row)
}

// reason replays a reason: that what it says holds, and that its causes took exactly the candidates that it needs gone.
func (r *replay) reason(c setdoku.Candidate, role string, x hypothesis.Reason) {
	g, ok, cell := gridOf(r.at), false, 0
	if c.Cell.Valid() {
		cell = c.Cell.Index()
	}
	units := r.at.Board().Units
	gone := make(map[setdoku.Candidate]bool)
	need := func(cells []int, digits setdoku.DigitSet) {
		for _, i := range cells {
			for _, d := range (r.start.live[i] & digits).Digits() {
				gone[setdoku.CandidateAt(i, d)] = true
			}
		}
	}
	digit := setdoku.SetOf(max(c.Digit, 1))
	switch x.Kind {
	case hypothesis.OnlyDigit:
		ok = role == "place" && g.live[cell] == digit
		need([]int{cell}, setdoku.AllDigits&^digit)
	case hypothesis.OnlyPlace:
		ok = role == "place" && slices.Equal(g.places(x.Unit, c.Digit), []int{cell})
		need(without(units[x.Unit], []int{cell}), digit)
	case hypothesis.Intersection:
		ok = role == "eliminate" && within(g.places(x.Unit, c.Digit), units[x.Other]) &&
			len(g.places(x.Unit, c.Digit)) > 0 && within([]int{cell}, without(units[x.Other], units[x.Unit]))
		need(without(units[x.Unit], units[x.Other]), digit)
	case hypothesis.NakedSubset:
		ok = role == "eliminate" && within(append([]int{cell}, x.Cells...), units[x.Unit]) &&
			!slices.Contains(x.Cells, cell) && g.union(x.Cells) == x.Digits &&
			(len(x.Cells) == x.Digits.Count() && x.Digits.Has(c.Digit) || len(x.Cells) > x.Digits.Count())
		need(x.Cells, setdoku.AllDigits&^x.Digits)
	case hypothesis.HiddenSubset:
		ok = role == "eliminate" && within(append([]int{cell}, x.Cells...), units[x.Unit]) &&
			!x.Digits.Has(c.Digit) &&
			(len(x.Cells) == x.Digits.Count() && slices.Contains(x.Cells, cell) || len(x.Cells) < x.Digits.Count())
		for _, d := range x.Digits.Digits() {
			places := g.places(x.Unit, d)
			ok = ok && len(places) > 0 && within(places, x.Cells)
		}
		need(without(units[x.Unit], x.Cells), x.Digits)
	case hypothesis.Fish:
		var covered, bases []int
		for _, u := range x.Covers {
			covered = append(covered, units[u]...)
		}
		for _, u := range x.Units {
			bases = append(bases, units[u]...)
			need(without(units[u], covered), digit)
		}
		ok = role == "eliminate" && !slices.Contains(bases, cell) && x.Digits == digit &&
			(len(x.Units) == len(x.Covers) && slices.Contains(covered, cell) || len(x.Units) > len(x.Covers)) &&
			within(g.holding(bases, c.Digit), covered)
	case hypothesis.Refuted:
		inside := &replay{start: r.start, at: r.at, rows: slices.Clip(r.rows)}
		ok = role == "refute" && x.Inside.Assumed == c && x.Inside.End != nil
		inside.branch(x.Inside)
		r.wrong = append(r.wrong, inside.wrong...)
	case hypothesis.NoCandidate:
		ok = role != "place" && g.filled[x.Cells[0]] == 0 && g.live[x.Cells[0]] == 0
		need(x.Cells, setdoku.AllDigits)
	case hypothesis.NoPlace:
		ok = role != "place" && len(g.places(x.Unit, x.Digits.Lowest())) == 0
		for _, i := range units[x.Unit] {
			ok = ok && g.filled[i] != x.Digits.Lowest()
		}
		need(units[x.Unit], x.Digits)
	case hypothesis.TwoDigits:
		ok = role != "place" && len(x.Cells) == 1 && x.Digits.Count() == 2 && len(x.Both) == 2
	case hypothesis.TwoPlaces:
		ok = role != "place" && len(x.Cells) == 2 && x.Digits.Count() == 1 && len(x.Both) == 2 &&
			(x.Unit >= 0 && within(x.Cells, units[x.Unit]) || x.Unit < 0 && g.see(x.Cells[:1], x.Cells[1:]))
	}
	if !ok {
		r.say("%s %s: %s", role, c.Placement(), because(hypothesis.Consequence{Row: setdoku.Evidence{Role: role,
			Cell: c.Cell, Digit: c.Digit}, Reason: x}))
	}
	for k, s := range x.Both {
		if (setdoku.CandidateAt(x.Cells[k%len(x.Cells)], x.Digits.Digits()[k%x.Digits.Count()])) != s.Row.Candidate() {
			r.say("%s is not one of two", s.Row.Candidate().Placement())
		}
		r.reason(s.Row.Candidate(), "place", s.Reason)
	}
	r.causes(g, causesOf(x.Lost), gone)
}

// causes replays causes and compares the candidates that they took with those that must be gone.
func (r *replay) causes(g *grid, list []cause, gone map[setdoku.Candidate]bool) {
	for _, c := range list {
		for _, i := range c.cells {
			for _, d := range c.digits.Digits() {
				x, took := setdoku.CandidateAt(i, d), false
				for _, row := range c.by {
					if !slices.ContainsFunc(r.rows, func(o setdoku.Evidence) bool {
						return o.Role == row.Role && o.Candidate() == row.Candidate()
					}) {
						r.say("%v is not a row before", row)
					}
					switch by := row.Cell.Index(); c.how {
					case filled:
						took = took || by == i && g.filled[i] == row.Digit && row.Digit != d
					case seen:
						if g.filled[by] != row.Digit || !g.see([]int{i}, []int{by}) {
							r.say("%s does not see the %d of %s", x.Cell, row.Digit, row.Cell)
						}
						took = took || row.Digit == d
					case barred:
						took = took || row.Candidate() == x && row.Role != "place" && row.Role != "assume"
					}
				}
				if !took || !gone[x] || g.live[i].Has(d) {
					r.say("%s did not take %s", c.String(), x.Placement())
				}
				delete(gone, x)
			}
		}
	}
	for x := range gone {
		r.say("nothing took %s", x.Placement())
	}
}
