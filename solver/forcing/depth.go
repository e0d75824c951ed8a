package forcing

import (
	"context"

	"setdoku"
	"setdoku/solver/board"
	"setdoku/solver/solutions"
)

// MaxDepth is the greatest trial depth that Depth computes.
const MaxDepth = 3

// Depth returns the trial depth of a puzzle from the givens of a state: the smallest n for which trial and error T&E(n)
// solves it. ok is false if it is not known that the puzzle has exactly one solution, if it needs more than MaxDepth,
// or if ctx has ended.
func Depth(ctx context.Context, puzzle setdoku.State) (depth int, ok bool) {
	puzzle = setdoku.State{Variant: puzzle.Variant, Givens: puzzle.Givens}
	solution, n, err := solutions.SolveState(ctx, puzzle)
	if err != nil || n != 1 {
		return 0, false
	}
	return new(Engine).Depth(ctx, &puzzle, &solution)
}

// Depth returns the trial depth of a puzzle whose only solution is known. It does not test the candidates of the
// solution, which lead to no contradiction. ok is false if the puzzle needs more than MaxDepth, or if ctx has ended.
func (e *Engine) Depth(ctx context.Context, puzzle *setdoku.State, solution *setdoku.Grid) (depth int, ok bool) {
	e.ctx = ctx
	s := board.NewDigits(board.GeometryFor(puzzle.Variant), &puzzle.Givens)
	if !s.Close(board.AllChanged) {
		return 0, false // there is another solution, or none
	}
	if s.Solved() {
		return 0, true
	}
	if !refuteWrong(&s, solution) {
		return 0, false
	}
	for depth = 1; !s.Solved(); {
		if depth == MaxDepth {
			return 0, false
		}
		depth++
		if !e.refute(depth, &s, e.Hypotheses(Singles, &s)) {
			return 0, false
		}
	}
	return depth, true
}

// refuteWrong is trial and error at depth 1 for a puzzle whose solution is known. Candidates of cells with two
// candidates come first, because refuting one fills the cell, which solves most puzzles of depth 1 soonest. It reports
// false for a contradiction.
func refuteWrong(s *board.Digits, solution *setdoku.Grid) bool {
	var right [9]board.Cells
	for i, d := range solution {
		if d != 0 {
			right[d-1].Add(i)
		}
	}
	for !s.Solved() {
		removed, ok := refuteIn(s, s.Pairs(), &right)
		if ok && !removed {
			removed, ok = refuteIn(s, s.G.All, &right)
		}
		if !ok || !removed {
			return ok
		}
	}
	return true
}

// refuteIn tests the wrong candidates of some cells. It reports whether it removed any, and false if that led to a
// contradiction.
func refuteIn(s *board.Digits, in board.Cells, right *[9]board.Cells) (removed, ok bool) {
	covered := *right
	for d := range s.Alive {
		for left := wrong(s, d, in, &covered); !left.Empty(); left = left.And(wrong(s, d, in, &covered)) {
			cell := left.Next()
			w := *s
			if w.Close(w.Fill(cell, d)) {
				for k := range covered {
					covered[k] = covered[k].Or(w.Alive[k].And(w.Placed))
				}
				continue
			}
			removed = true
			if !s.Close(s.Eliminate(cell, d)) {
				return true, false
			}
			if s.Solved() {
				return true, true
			}
		}
	}
	return removed, true
}

// wrong returns the open cells among some with a candidate that is not covered.
func wrong(s *board.Digits, digit int, in board.Cells, covered *[9]board.Cells) board.Cells {
	return s.Live(digit).And(in).Without(covered[digit])
}
