package solvertest

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// SmallPositions returns n states with at most most open cells, in which singles find nothing more and the evidence of
// a technique has a part with a role, as the technique in memory finds it. In few open cells a technique that makes
// hypotheses of hypotheses costs little.
func SmallPositions(t testing.TB, technique, role string, n, most int) (list []Position) {
	t.Helper()
	singles, err := newLogic(false, "singles")
	gridtest.Must(t, err)
	asked, err := newLogic(true, technique)
	gridtest.Must(t, err)
	asked.Explain = true
	rng := gridtest.New(151)
	var puzzle setdoku.Grid
	for turn := 0; len(list) < n; turn++ {
		if turn%8 == 0 { // a puzzle takes much longer than the rest of a turn
			puzzle = gridtest.Minimal(rng)
		}
		s, solution, stuck := smallState(rng, puzzle, singles)
		open := 0
		for _, d := range s.Filled() {
			if d == 0 {
				open++
			}
		}
		if !stuck || open > most {
			continue
		}
		o := &record.Puzzle{Start: s}
		_ = asked.Solve(t.Context(), o)
		if slices.ContainsFunc(o.Evidence, func(e setdoku.Evidence) bool { return e.Role == role }) {
			list = append(list, Position{State: s, Solution: solution})
		}
	}
	return list
}

// smallState adds some digits of its solution to a puzzle, and places the singles. It reports whether cells are left.
func smallState(rng *rand.Rand, d setdoku.Grid, singles *memory.Logic) (s setdoku.State, solution setdoku.Grid,
	stuck bool) {
	_, solution = brute.Count(d, 2)
	for i := range d {
		if d[i] == 0 && rng.IntN(5) == 0 {
			d[i] = solution[i]
		}
	}
	p := &record.Puzzle{Start: setdoku.State{Givens: d}}
	_ = singles.Solve(context.Background(), p)
	return singles.End(), solution, p.Status == setdoku.StatusStuck
}
