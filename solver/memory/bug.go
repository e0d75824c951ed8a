package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// bugPlusOne finds a bivalue universal grave with one extra candidate.
func bugPlusOne(puzzle *Board, _ int) {
	s := &puzzle.Board
	cell := oddCell(s)
	if cell < 0 {
		return
	}
	digit, ok := oddDigit(s, cell)
	if !ok {
		return
	}
	key := puzzle.key(number[cell], digit+1)
	for m := s.Candidates[cell] &^ (1 << digit); m != 0; m &= m - 1 {
		puzzle.found.note(cell, bits.TrailingZeros16(m), key)
	}
}

// oddCell returns the only cell with three candidates if all other open cells have two, else -1.
func oddCell(s *board.Board) int {
	odd := -1
	for i, m := range &s.Candidates {
		switch n := bits.OnesCount16(m); {
		case n == 2 || s.Filled[i] != 0 || !s.G.All.Has(i):
		case n == 3 && odd < 0:
			odd = i
		default:
			return -1
		}
	}
	return odd
}

// oddDigit returns the digit of the cell that has three places in each unit of the cell, if every other digit has two
// places in every unit.
func oddDigit(s *board.Board, cell int) (digit int, ok bool) {
	digit = -1
	odd := 0
	for u := range &s.Places {
		for d, p := range &s.Places[u] {
			switch n := bits.OnesCount16(p); {
			case n == 0 || n == 2:
			case n == 3 && (digit < 0 || digit == d) && s.G.UnitSets[u].Has(cell) && s.Candidates[cell]>>d&1 != 0:
				digit = d
				odd++
			default:
				return -1, false
			}
		}
	}
	return digit, odd == len(s.G.Locations[cell])
}
