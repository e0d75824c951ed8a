package solutions

import (
	"math/bits"

	"setdoku"
)

// The cells of one digit are two words. A band, three rows, takes 30 bits: nine for
// each row and one that stays free, so that one addition asks all rows of a word
// whether they are empty: the carry out of a row that is not ends in its free bit.
//
//	         |   row 3   |   row 2   |   row 1   |
//	bit      |29 28 .. 20|19 18 .. 10| 9  8 ..  0|
//	column   | -  9 ..  1| -  9 ..  1| -  9 ..  1|
//
//	bit      |63 62|61        32|31 30|29         0|
//	upper    |  -  |   band 2   |  -  |   band 1   |
//	lower    |  -  |      -     |  -  |   band 3   |
//
// So two bands pass through every instruction together; the third goes alone.
const (
	bandLines = 1 | 1<<10 | 1<<20 // bit 0 of each row of a band
	bandFull  = 511 * bandLines   // all cells of a band
	bandFlags = 512 * bandLines   // the free bits of its rows

	bandPair  = 1 | 1<<32 // a band in both halves of an upper word
	pairLines = bandLines * bandPair
	pairFull  = bandFull * bandPair
	pairFlags = bandFlags * bandPair
	pairLine  = 511 * bandPair // the first row of both bands
)

// bandCells is a set of cells of the grid.
type bandCells struct{ upper, lower uint64 }

// bandState is a node of the search. A digit is placed in a cell when the cell is its only one in the row. The cell
// is then no longer open. Digit d has index d-1.
type bandState struct {
	openUpper, openLower     [9]uint64 // candidates in the rows where the digit is not placed
	placedUpper, placedLower [9]uint64

	placed bandCells // by any digit
	naked  bandCells // other cells that have one candidate
	todo   uint      // one bit for each digit that propagate must handle
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
	s.naked = bandCells{pairFull &^ upper[0], bandFull &^ lower[0]}
	s.todo = 511
	return s, true
}

// remove removes candidates from cell i.
func (s *bandState) remove(i int, marks setdoku.DigitSet) {
	cell := uint64(1) << (i/9%3*10 + i%9)
	for d := range 9 {
		switch {
		case marks>>d&1 == 0:
		case i < 54:
			s.openUpper[d] &^= cell << (i / 27 * 32)
		default:
			s.openLower[d] &^= cell
		}
	}
}

// solution reads the grid of a state in which all cells are placed.
func (s *bandState) solution() (g setdoku.Grid) {
	for d := range 9 {
		for upper := s.placedUpper[d]; upper != 0; upper &= upper - 1 {
			at := bits.TrailingZeros64(upper)
			within := at & 31
			g[at>>5*27+within-within/10] = uint8(d) + 1
		}
		for lower := s.placedLower[d]; lower != 0; lower &= lower - 1 {
			at := bits.TrailingZeros64(lower)
			g[54+at-at/10] = uint8(d) + 1
		}
	}
	return g
}
