package solutions

import (
	"math/bits"

	"setdoku/solver/board"
)

// keepUpper is board.KeepBand for the band in the upper half of a word.
var keepUpper = func() (t [512]uint64) {
	for m, cells := range board.KeepBand {
		t[m] = cells << 32
	}
	return t
}()

// bandWeight is ten times the binary logarithm of the number of possible arrangements. So the sum of the weights of
// the digits of a band is the weight of their combinations. The sum of nine fits into a byte.
var bandWeight = func() (t [512]uint8) {
	weights := [7]uint8{0, 0, 10, 16, 20, 23, 26}
	for m := range t {
		t[m] = weights[bits.OnesCount8(board.Possible[m])]
	}
	return t
}()

// bandColumns spreads the columns of a band over the matrices of the three stacks, which are nine bits apart: column
// j of stack k becomes bit 9*k+j.
var bandColumns = func() (t [512]uint32) {
	for columns := range uint32(512) {
		t[columns] = columns&7 | columns>>3&7<<9 | columns>>6<<18
	}
	return t
}()
