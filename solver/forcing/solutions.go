package forcing

import (
	"context"

	"setdoku"
	"setdoku/solver/board"
	"setdoku/solver/solutions"
)

// inSolutions returns the candidates that are in a solution of the state if it is known that there are several. All
// rules keep every solution, so the hypothesis of such a candidate is not a contradiction at any depth and needs no
// test. In a puzzle with many solutions this spares nearly all tests and changes no result.
//
// If there is one solution, inSolutions returns nothing: the tests do not take long, and no result comes from a
// solution.
func inSolutions(ctx context.Context, s *board.Digits) (found [9]board.Cells) {
	grid, n, err := solutions.SolveState(ctx, s.State(s.Grid()))
	if err != nil || n < 2 {
		return found
	}
	add := func(grid *setdoku.Grid) {
		for i, d := range grid {
			if d != 0 {
				found[d-1].Add(i)
			}
		}
	}
	add(&grid)
	s.Open(func(cell, digit int) {
		if found[digit].Has(cell) {
			return
		}
		with := *s
		if !with.Close(with.Fill(cell, digit)) {
			return
		}
		if grid, ok := solutions.Sample(ctx, with.State(with.Grid())); ok {
			add(&grid)
		}
	})
	return found
}

// Complete reports whether the state has several solutions and each of its candidates is in one of them. Then there is
// nothing to eliminate: no hypothesis is a contradiction, and no verity holds.
func Complete(ctx context.Context, s *board.Digits) bool {
	found := inSolutions(ctx, s)
	for d := range found {
		if !s.Alive[d].Within(found[d]) {
			return false
		}
	}
	return true
}
