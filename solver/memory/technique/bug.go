package technique

import (
	"math/bits"

	"setdoku"
)

// bugPlusOne finds a bivalue universal grave with one extra candidate.
func bugPlusOne(board *Board, _ int) {
	s := &board.state
	cell := s.oddCell()
	if cell < 0 {
		return
	}
	digit, ok := s.oddDigit(cell)
	if !ok {
		return
	}
	key := int64(setdoku.CellNumber(cell)*10 + digit + 1)
	for m := s.candidates[cell] &^ (1 << digit); m != 0; m &= m - 1 {
		board.found.note(cell, bits.TrailingZeros16(m), key)
	}
}

// oddCell returns the only cell with three candidates if all other open cells have two, else -1.
func (s *state) oddCell() int {
	odd := -1
	for i, m := range &s.candidates {
		switch n := bits.OnesCount16(m); {
		case n == 2 || s.digit[i] != 0:
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
func (s *state) oddDigit(cell int) (digit int, ok bool) {
	digit = -1
	odd := 0
	for u := range &s.places {
		for d, p := range &s.places[u] {
			switch n := bits.OnesCount16(p); {
			case n == 0 || n == 2:
			case n == 3 && (digit < 0 || digit == d) && unitSet[u].has(cell) && s.candidates[cell]>>d&1 != 0:
				digit = d
				odd++
			default:
				return -1, false
			}
		}
	}
	return digit, odd == 3
}
