package verify

import (
	"fmt"

	"setdoku"
)

// search counts the solutions of what is left. It places the rest of the only one,
// makes a step that places nothing when there are several, and none when there is no
// solution.
func search() rule {
	return rule{
		places: true,
		ends:   true,
		bare:   true,
		find: func(s *survey, f *findings) {
			n, solution := s.solutions()
			if n != 1 {
				return
			}
			for i, d := range solution {
				if s.digits[i] == 0 {
					f.add(i, d, ownPattern(i, d))
				}
			}
		},
		argue: argueSolution,
	}
}

// argueSolution accepts no rows: nothing short of the tree of the search shows that
// a solution is the only one.
func argueSolution(_ *situation, rows []setdoku.Evidence) (proof, error) {
	return nil, fmt.Errorf("search has no patterns, row %d, role %s", rows[0].Ordinal, rows[0].Role)
}

// searched is the end of a puzzle whose next step is a search that found no single
// solution.
func (v *replay) searched(run *selection, t *selected) error {
	if n, _ := v.p.solutions(); n == 0 {
		v.bad = &setdoku.Contradiction{Kind: "no_solution"}
		return nil
	}
	v.multiple = true
	return v.techniqueStep(run, t, nil)
}
