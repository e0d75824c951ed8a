package solutions

import (
	"setdoku"
	"setdoku/solver/board"
)

// bandState is a node of the search. A digit is placed in a cell when the cell is its only one in the row. The cell
// is then no longer open. Digit d has index d-1.
type bandState struct {
	openUpper, openLower     [9]uint64 // candidates in the rows where the digit is not placed
	placedUpper, placedLower [9]uint64

	placed board.Cells // by any digit
	naked  board.Cells // other cells that have one candidate
	todo   uint        // one bit for each digit that propagate must handle
}

// bandStart returns a state in which each given is a cell with one candidate. Nothing is propagated yet, and
// propagate must handle every digit. ok is false if a given is not a digit.
func bandStart(givens *setdoku.Grid) (s bandState, ok bool) {
	// Slot 0 collects the empty cells, the slots above 9 the invalid digits.
	var upper, lower [16]uint64
	var above uint8
	for row := range uint(9) {
		line := givens[row*9 : row*9+9]
		if row < 6 {
			bit := uint64(1) << (row/3*32 + row%3*10)
			for _, v := range line {
				upper[v&15] |= bit
				above |= v
				bit <<= 1
			}
			continue
		}
		bit := uint64(1) << (row % 3 * 10)
		for _, v := range line {
			lower[v&15] |= bit
			above |= v
			bit <<= 1
		}
	}
	for d := 10; d < 16; d++ {
		if upper[d]|lower[d] != 0 {
			above = 16
		}
	}
	if above > 15 {
		return s, false
	}
	for d := range 9 {
		s.openUpper[d] = upper[0] | upper[d+1]
		s.openLower[d] = lower[0] | lower[d+1]
	}
	s.naked = board.Cells{Upper: board.PairFull &^ upper[0], Lower: board.BandFull &^ lower[0]}
	s.todo = 511
	return s, true
}

// stateStart is bandStart for a state.
func stateStart(g *setdoku.State) (bandState, bool) {
	filled := g.Filled()
	s, ok := bandStart(&filled)
	if ok {
		for i, marks := range g.Deleted {
			if filled[i] == 0 {
				s.remove(i, marks)
			}
		}
	}
	return s, ok
}

// remove removes candidates from cell i.
func (s *bandState) remove(i int, marks setdoku.DigitSet) {
	var cell board.Cells
	cell.Add(i)
	for ; marks != 0; marks &= marks - 1 {
		d := marks.Lowest() - 1
		s.openUpper[d] &^= cell.Upper
		s.openLower[d] &^= cell.Lower
	}
}

// solution reads the grid of a state in which all cells are placed.
func (s *bandState) solution() (g setdoku.Grid) {
	for d := range 9 {
		for cells := (board.Cells{Upper: s.placedUpper[d], Lower: s.placedLower[d]}); !cells.Empty(); {
			g[cells.Next()] = uint8(d) + 1
		}
	}
	return g
}
