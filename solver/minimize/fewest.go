package minimize

import (
	"cmp"
	"slices"

	"setdoku"
)

// needed returns kept with as few of the deductions of step n as the later steps need. All deductions of earlier steps
// stay, so every trial begins at this step.
func (t *trail) needed(n int, kept set) set {
	s := &t.whole.Steps[n]
	if !canDrop(s) {
		return kept
	}
	free := inTurn(s)
	kept = kept.without(free)
	holds := func(trial set) bool { return t.reaches(n, trial) }
	if holds(kept) {
		return kept
	}
	found := kept.with(fewest(kept, false, free, holds))
	if !holds(found) {
		found = oneByOne(kept, free, holds)
	}
	return found
}

// inTurn returns the candidates that a step changes, those of the simplest patterns first.
func inTurn(s *setdoku.Step) (list []setdoku.Candidate) {
	order := slices.Clone(s.Deductions)
	slices.SortStableFunc(order, func(a, b setdoku.Deduction) int {
		return cmp.Or(cmp.Compare(len(a.Evidence), len(b.Evidence)), cmp.Compare(a.Pattern, b.Pattern))
	})
	for k := range order {
		list = append(list, order[k].Changes()...)
	}
	return list
}

// fewest returns members of free that holds needs besides kept, and without any one of which it is false. It halves
// free again and again (the algorithm QuickXplain of U. Junker), so it finds few of many members quickly, and prefers
// the first ones. changed says that kept has grown since holds was last false.
func fewest(kept set, changed bool, free []setdoku.Candidate, holds func(set) bool) []setdoku.Candidate {
	switch {
	case changed && holds(kept):
		return nil
	case len(free) == 1:
		return free
	}
	first, second := free[:len(free)/2], free[len(free)/2:]
	late := fewest(kept.with(first), true, second, holds)
	early := fewest(kept.with(late), len(late) > 0, first, holds)
	return slices.Concat(early, late)
}

// oneByOne drops the members of free one by one, the last first. Unlike fewest, it does not assume that if a trial
// holds, a trial with more eliminations holds too.
func oneByOne(kept set, free []setdoku.Candidate, holds func(set) bool) set {
	found := kept.with(free)
	for _, c := range slices.Backward(free) {
		if less := found.without([]setdoku.Candidate{c}); holds(less) {
			found = less
		}
	}
	return found
}
