package solutions

import (
	"math/bits"

	"setdoku/solver/board"
)

// bandMatrices are the matrices of each digit, nine bits each: three bands, three stacks.
type bandMatrices [9]uint64

// matrices returns the possible places of the digits of a state.
func (s *bandState) matrices() (m bandMatrices) {
	for d := range m {
		upper, lower := s.openUpper[d]|s.placedUpper[d], s.openLower[d]|s.placedLower[d]
		band1 := board.BandRow1[upper&511] | board.BandRow2[upper>>10&511] | board.BandRow3[upper>>20&511]
		band2 := board.BandRow1[upper>>32&511] | board.BandRow2[upper>>42&511] | board.BandRow3[upper>>52&511]
		band3 := board.BandRow1[lower&511] | board.BandRow2[lower>>10&511] | board.BandRow3[lower>>20&511]
		columns := upper | upper>>10 | upper>>20
		third := lower | lower>>10 | lower>>20
		stacks := bandColumns[columns&511] | bandColumns[columns>>32&511]<<3 | bandColumns[third&511]<<6
		m[d] = uint64(band1) | uint64(band2)<<9 | uint64(band3)<<18 | uint64(stacks)<<27
	}
	return m
}

// bandBranch is a choice: a digit, a band (0 to 2) or stack (3 to 5), and a bit for each possible arrangement of the
// digit there.
type bandBranch struct {
	digit, line uint
	possible    uint8
}

// branch chooses where to branch. It takes the band or stack with the fewest combinations of arrangements, and there
// the digit with the fewest arrangements. If every digit has one arrangement in each band and stack, its minirows and
// minicolumns and therefore all cells are known. So an open state always has a choice.
func (m *bandMatrices) branch() (b bandBranch) {
	var weights [9]uint64 // one byte for each band or stack
	var sum uint64
	for d, x := range m {
		w := uint64(bandWeight[x&511]) | uint64(bandWeight[x>>9&511])<<8 | uint64(bandWeight[x>>18&511])<<16 |
			uint64(bandWeight[x>>27&511])<<24 | uint64(bandWeight[x>>36&511])<<32 | uint64(bandWeight[x>>45&511])<<40
		weights[d] = w
		sum += w
	}
	// After subtracting 1, a digit without a choice has the largest value.
	least := uint64(1 << 8)
	for line := range uint(6) {
		if w := sum>>(8*line)&255 - 1; w < least {
			least, b.line = w, line
		}
	}
	least = 1 << 8
	for d, weights := range weights {
		if w := weights>>(8*b.line)&255 - 1; w < least {
			least, b.digit = w, uint(d)
			b.possible = board.Possible[m[d]>>(9*b.line)&511]
		}
	}
	return b
}

// take restricts the digit of a branch to its first arrangement.
func (s *bandState) take(b bandBranch) {
	a := board.Arrangements[bits.TrailingZeros8(b.possible)&7]
	s.drop(b.digit, uint64(511&^a)<<(9*b.line))
	s.todo = 1 << b.digit
}
