package agreement_test

import (
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/memory"
)

// smallPositions returns positions with few open cells, so that hypotheses of hypotheses cost little: puzzles in which
// singles find nothing more and at most most cells are open. Some wrong candidates are crossed out in two of three.
func smallPositions(t *testing.T, n, most int) (list []solvertest.Position) {
	t.Helper()
	singles, err := solvertest.Catalogue(t).Select([]string{"singles"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var techniques []memory.Technique
	for _, s := range singles {
		in, _ := memory.Of(s)
		techniques = append(techniques, in)
	}
	logic, err := memory.NewLogic(techniques, false)
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(151)
	for len(list) < n {
		d := gridtest.Minimal(rng)
		_, solution := brute.Count(d, 2)
		for i := range d { // more givens leave a smaller state
			if d[i] == 0 && rng.IntN(8) == 0 {
				d[i] = solution[i]
			}
		}
		o := logic.Solve(&memory.Start{Digits: d})
		if o.Status != setdoku.StatusStuck {
			continue
		}
		s := setdoku.Reached(d, o.Digits, &o.Candidates)
		open := 0
		for i := range o.Digits {
			if o.Digits[i] == 0 {
				open++
			}
		}
		if open <= most {
			list = append(list, solvertest.Position{State: s, Solution: solution})
		}
	}
	return list
}

// TestForcingAgrees compares the techniques of forcing as statements and in memory, with their evidence, and holds what
// they find against the solution.
func TestForcingAgrees(t *testing.T) {
	t.Parallel()
	agreeAt(t, smallPositions(t, 40, 60), "forcing", "forcing_verity")
	agreeAt(t, smallPositions(t, 20, 60), "forcing_plus")
	agreeAt(t, smallPositions(t, 10, 30), "nested_forcing")
	agreeAt(t, smallPositions(t, 4, 22), "nested_forcing_2")
}
