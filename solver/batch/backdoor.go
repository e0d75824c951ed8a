package batch

import (
	"cmp"
	"slices"

	"setdoku"
	"setdoku/solver/board"
)

// maxBackdoor is the greatest size of a backdoor that backdoors looks for.
const maxBackdoor = 2

// reachedState is what the singles reach from the puzzle and the digit of the solution in a cell.
type reachedState struct {
	cell  int
	state board.Digits
}

// backdoors returns the least number of cells whose digits of the solution let singles solve the puzzle,
// maxBackdoor + 1 if it is greater than maxBackdoor. If it is 1, it also returns these cells in ascending order.
func backdoors(puzzle *setdoku.State, solution *setdoku.Grid) (size int, single []int) {
	start := board.NewDigits(board.GeometryFor(puzzle.Variant), &puzzle.Givens)
	if start.Close(board.AllChanged); start.Solved() {
		return 0, nil
	}
	var list []reachedState
	for open := start.G.All.Without(start.Placed); !open.Empty(); {
		r := reachedState{cell: open.Next(), state: start}
		r.state.Close(r.state.Fill(r.cell, int(solution[r.cell])-1))
		if r.state.Solved() {
			single = append(single, r.cell)
		}
		list = append(list, r)
	}
	switch {
	case len(single) > 0:
		return 1, single
	case isPair(list, solution):
		return maxBackdoor, nil
	}
	return maxBackdoor + 1, nil
}

// isPair reports whether singles solve the puzzle from the digits of two cells. The singles reach the same from the
// digits of a set of cells in any order, and no less from more digits. So a cell whose digit follows from that of
// another cell need not be tried: the other cell reaches all that it reaches. The cells that reach most come first,
// since they are most often one of a pair.
func isPair(list []reachedState, solution *setdoku.Grid) bool {
	slices.SortStableFunc(list, func(a, b reachedState) int {
		return cmp.Compare(b.state.Placed.Count(), a.state.Placed.Count())
	})
	var tried board.Cells // what follows from the cells that were tried
	var first []reachedState
	for _, r := range list {
		if tried.Has(r.cell) {
			continue
		}
		tried = tried.Or(r.state.Placed)
		for _, other := range first {
			if other.state.Placed.Has(r.cell) {
				continue
			}
			both := other.state
			if both.Close(both.Fill(r.cell, int(solution[r.cell])-1)); both.Solved() {
				return true
			}
		}
		first = append(first, r)
	}
	return false
}
