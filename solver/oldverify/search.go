package verify

import (
	"fmt"

	"setdoku"
)

// search counts the remaining solutions. With one solution it places the rest. With several it makes a step
// without placements. With none it makes no step.
func search() rule {
	return rule{
		places:       true,
		ends:         true,
		rowsOptional: true,
		find: func(s *positionIndex, f *findings) {
			n, solution := s.solutions()
			if n != 1 {
				return
			}
			for i, d := range solution {
				if s.digits[i] == 0 {
					f.add(i, d, madeUpPattern(i, d))
				}
			}
		},
		argue: argueSolution,
	}
}

// argueSolution accepts no rows. Only the tree of the search shows that a solution is unique.
func argueSolution(_ *situation, rows []setdoku.Evidence) (proof, error) {
	return nil, fmt.Errorf("search has no patterns, row %d, role %s", rows[0].Ordinal, rows[0].Role)
}

// searched ends a puzzle whose next step is a search that does not find exactly one solution.
func (v *replay) searched(run *selection, t *selected) error {
	if n, _ := v.p.solutions(); n == 0 {
		v.bad = &setdoku.Contradiction{Kind: "no_solution"}
		return nil
	}
	v.multiple = true
	return v.techniqueStep(run, t, nil)
}
