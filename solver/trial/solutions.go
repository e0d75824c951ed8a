package trial

import (
	"setdoku"
	"setdoku/solver/solutions"
)

// inSolutions returns candidates that some solution of the state has, all of them if there are several solutions. All rules keep
// every solution, so no hypothesis of such a candidate is a contradiction, at any depth, and none needs a test. In a puzzle
// with many solutions this spares nearly all tests.
//
// With one solution it returns nothing: then the tests do not take long, and no result comes from a solution. It does not
// change any result in the other case either.
func (s *State) inSolutions() (found [9]cells) {
	grid, n := solutions.SolveState(s.position())
	if n < 2 {
		return found
	}
	add := func(grid *setdoku.Grid) {
		for i, d := range grid {
			found[d-1] = found[d-1].or(cellOf[i])
		}
	}
	add(&grid)
	s.Open(func(cell, digit int) {
		if found[digit].has(cell) {
			return
		}
		with := *s
		if !with.close(with.place(cell, digit)) {
			return
		}
		if grid, n := solutions.SolveState(with.position()); n > 0 {
			add(&grid)
		}
	})
	return found
}

// Complete reports whether the state has several solutions and each of its candidates is in one of them. Then there is nothing
// to eliminate: no hypothesis is a contradiction, and no verity holds.
func (s *State) Complete() bool {
	found := s.inSolutions()
	for d := range found {
		if !s.alive[d].without(found[d]).empty() {
			return false
		}
	}
	return true
}

// position returns the state as a setdoku.State.
func (s *State) position() setdoku.State {
	filled := s.Grid()
	var marks [setdoku.CellCount]setdoku.DigitSet
	s.Open(func(cell, digit int) { marks[cell] |= 1 << digit })
	return setdoku.Reached(filled, filled, &marks)
}
