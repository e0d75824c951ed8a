package verify

import (
	"cmp"
	"fmt"
	"slices"

	"setdoku"
)

// Needed reads patterns until it has read readingsMost. A pattern counts once more for every rowsOfReading rows.
const (
	readingsMost  = 100_000
	rowsOfReading = 10
)

// Needed returns the shortest path that it finds with some of the eliminations of p: those without which the singles
// do not fill the cells that p fills, or do not lead to a contradiction if p ends in one.
//
// It walks back from the last step. From each step it drops all eliminations that are not needed: the remaining
// patterns must still prove theirs, by verify's reading, in the state without the dropped ones. A placement by a
// technique other than a single is treated in the same way. The remaining deductions keep their steps, their order and
// their patterns. Steps by hand stay. The singles are found again, pass by pass, because fewer eliminations may leave
// them to other patterns or to later steps.
//
// The result is p itself if its singles do not reach the end again, such as that of a path that was ended after one
// step. No remaining elimination can be left out alone, unless Needed has read too many patterns, see readingsMost. Then it
// keeps the rest of the steps as they are. The result does not depend on anything but p. It is proved, see Prove. The error is a
// *PathError for the first deduction of p that does not hold.
func (p *Path) Needed() (*Path, error) {
	if err := p.Prove(); err != nil {
		return nil, err
	}
	t := newTrail(p)
	kept := t.gone
	if !t.reaches(t.starts[0], 0, kept) {
		return p, nil
	}
	for n := len(p.Steps) - 1; n >= 0; n-- {
		kept = t.needed(n, kept)
	}
	short := t.shortened(kept)
	if err := short.Prove(); err != nil {
		return nil, fmt.Errorf("prove the shortened path: %w", err)
	}
	return short, nil
}

// trail is a path laid out so that it can be made again with some of its deductions.
type trail struct {
	path     *Path
	singles  singlesUsed
	gone     candidates // what techniques other than singles and search place or eliminate
	starts   []position // before each step, after everything that the path does earlier
	end      position
	in       *pathState                    // for the patterns; its position changes
	proofs   []stepProofs                  // by step
	least    map[string][]setdoku.Evidence // results of leastRows
	readings int
}

func newTrail(p *Path) *trail {
	t := &trail{path: p, in: newPathState(p.Start), least: make(map[string][]setdoku.Evidence)}
	for n := range p.Steps {
		s := &p.Steps[n]
		t.starts = append(t.starts, t.in.p)
		if isItem(s) {
			for k := range s.Deductions {
				for _, c := range conclusions(&s.Deductions[k]) {
					t.gone.add(c.number())
				}
			}
		}
		t.in.apply(s)
	}
	t.end, t.proofs = t.in.p, make([]stepProofs, len(p.Steps))
	t.starts = append(t.starts, t.end)
	t.singles.digits = t.end.digits
	for _, name := range singleRules {
		if p.Singles == nil || slices.Contains(p.Singles, name) {
			t.singles.use(name)
		}
	}
	return t
}

// number returns the number of the candidate of a conclusion.
func (d Conclusion) number() int { return candidate(setdoku.CellIndex(d.Cell), d.Digit) }

// isItem reports whether deductions of a step can be dropped. A search places all that is left. It is made again after
// the last step, if anything is left.
func isItem(s *PathStep) bool {
	return !isSingle(s.Rule) && s.Rule != setdoku.RuleManual && s.Rule != setdoku.RuleSearch
}

// needed returns kept with as few of the deductions of step n as the later steps need.
func (t *trail) needed(n int, kept candidates) candidates {
	s := &t.path.Steps[n]
	if !isItem(s) || t.readings > readingsMost {
		return kept
	}
	free := inTurn(s)
	for _, c := range free {
		kept.remove(c)
	}
	// What earlier steps do is kept, so every trial begins at this step.
	holds := func(trial candidates) bool { return t.reaches(t.starts[n], n, trial) }
	if holds(kept) {
		return kept
	}
	found := with(kept, fewest(kept, false, free, holds))
	if !holds(found) {
		found = one(kept, free, holds)
	}
	return found
}

// inTurn returns the numbers of what a step concludes, those of the simplest patterns first.
func inTurn(s *PathStep) (list []int) {
	order := slices.Clone(s.Deductions)
	slices.SortStableFunc(order, func(a, b setdoku.Deduction) int {
		return cmp.Or(cmp.Compare(len(a.Evidence), len(b.Evidence)), cmp.Compare(a.Pattern, b.Pattern))
	})
	for k := range order {
		for _, c := range conclusions(&order[k]) {
			list = append(list, c.number())
		}
	}
	return list
}

// fewest returns members of free that holds needs besides kept, and without any one of which it is false. It halves
// free again and again (the algorithm QuickXplain of U. Junker), so it finds few of many members quickly, and prefers
// the first ones. changed says that kept has grown since holds was last false.
func fewest(kept candidates, changed bool, free []int, holds func(candidates) bool) []int {
	switch {
	case changed && holds(kept):
		return nil
	case len(free) == 1:
		return free
	}
	first, second := free[:len(free)/2], free[len(free)/2:]
	late := fewest(with(kept, first), true, second, holds)
	early := fewest(with(kept, late), len(late) > 0, first, holds)
	return slices.Concat(early, late)
}

// one drops the members of free one by one, the last first. Unlike fewest, it does not rely on that a trial with more
// eliminations holds whenever one with fewer does.
func one(kept candidates, free []int, holds func(candidates) bool) candidates {
	found := with(kept, free)
	for _, c := range slices.Backward(free) {
		less := found
		less.remove(c)
		if holds(less) {
			found = less
		}
	}
	return found
}

// with returns the set with further members.
func with(s candidates, more []int) candidates {
	for _, c := range more {
		s.add(c)
	}
	return s
}

// reaches makes the path again from step n, with the singles in between and only those deductions of the other
// techniques that are in kept. It reports whether every pattern holds and the path reaches its end.
func (t *trail) reaches(from position, n int, kept candidates) bool {
	t.in.p = from
	p := &t.in.p
	for k := n; k < len(t.path.Steps); k++ {
		s := &t.path.Steps[k]
		if s.Rule == setdoku.RuleManual {
			t.in.applyLive(s)
			continue
		}
		if !isItem(s) || !touches(s, kept) {
			continue
		}
		if t.singles.close(p); t.atEnd() {
			return true
		}
		done, ok := t.passed(k, kept)
		if !ok {
			return false
		}
		p.apply(done)
	}
	t.singles.close(p)
	return t.atEnd()
}

// touches reports whether kept has a deduction of the step.
func touches(s *PathStep, kept candidates) bool {
	for k := range s.Deductions {
		for _, c := range conclusions(&s.Deductions[k]) {
			if kept.has(c.number()) {
				return true
			}
		}
	}
	return false
}

// passed reads the patterns of step n. It returns those of their conclusions that are in kept and change something,
// and whether the patterns prove them.
func (t *trail) passed(n int, kept candidates) (done []Conclusion, ok bool) {
	s := &t.path.Steps[n]
	r := ruleOf(s.Rule)
	for k := range s.Deductions {
		d := &s.Deductions[k]
		wanted := t.wanted(d, kept)
		if len(wanted) == 0 {
			continue
		}
		if _, holds := t.proves(n, &r, d, wanted); !holds {
			return nil, false
		}
		done = append(done, wanted...)
	}
	return done, true
}

// wanted returns the conclusions of a deduction that are in kept and about a live candidate.
func (t *trail) wanted(d *setdoku.Deduction, kept candidates) []Conclusion {
	return slices.DeleteFunc(conclusions(d), func(c Conclusion) bool { return !kept.has(c.number()) || !t.in.p.live(c) })
}

// applyLive applies a step by hand as far as it still changes anything.
func (in *pathState) applyLive(s *PathStep) {
	for k := range s.Deductions {
		for _, c := range conclusions(&s.Deductions[k]) {
			if in.p.live(c) {
				in.p.apply([]Conclusion{c})
			}
		}
	}
}

// atEnd reports whether the current position has what the path ends with: its filled cells, or a contradiction.
// Cells that only a search fills do not count.
func (t *trail) atEnd() bool {
	p := &t.in.p
	if t.path.Contradiction != nil && t.path.Contradiction.Kind != "no_solution" {
		_, bad := t.singles.contradiction(p)
		return bad
	}
	for i, d := range t.beforeSearch().digits {
		if d != 0 && p.digits[i] == 0 {
			return false
		}
	}
	return true
}

// beforeSearch returns the position before the search, which is the last step, or the end if there is none.
func (t *trail) beforeSearch() *position {
	if last := len(t.path.Steps) - 1; last >= 0 && t.path.Steps[last].Rule == setdoku.RuleSearch {
		return &t.starts[last]
	}
	return &t.end
}
