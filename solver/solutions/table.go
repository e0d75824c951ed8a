package solutions

import "math/bits"

// Where a digit can stand in a band, up to the cell within the minirow, is a matrix of
// three rows and three boxes. The digit goes once into every row and once into every
// box, so there are six arrangements:
//
//	row 1    X . .    X . .    . X .    . X .    . . X    . . X
//	row 2    . X .    . . X    X . .    . . X    X . .    . X .
//	row 3    . . X    . X .    . . X    X . .    . X .    X . .
//
// What stands in none of those that are possible is no candidate: these are the locked
// candidates of both directions, and more. A stack is the same with bands for rows and
// its three columns for boxes. Bit 3*i+j of a matrix is row i, box j.
var bandArrangements = [8]uint16{
	1<<0 | 1<<4 | 1<<8, 1<<0 | 1<<5 | 1<<7,
	1<<1 | 1<<3 | 1<<8, 1<<1 | 1<<5 | 1<<6,
	1<<2 | 1<<3 | 1<<7, 1<<2 | 1<<4 | 1<<6,
}

// bandRow1, bandRow2 and bandRow3 map the nine cells of a row to its part of the matrix.
var bandRow1, bandRow2, bandRow3 = bandRows(0), bandRows(1), bandRows(2)

func bandRows(row int) (t [512]uint16) {
	for cells := range t {
		for box := range 3 {
			if cells>>(3*box)&7 != 0 {
				t[cells] |= 1 << (3*row + box)
			}
		}
	}
	return t
}

// bandPossible has bit k for each arrangement k that a matrix allows.
var bandPossible = func() (t [512]uint8) {
	for m := range t {
		for k, a := range bandArrangements[:6] {
			if uint16(m)&a == a {
				t[m] |= 1 << k
			}
		}
	}
	return t
}()

// bandMinirows returns the cells of a band in the minirows of a matrix.
var bandMinirows = func() (t [512]uint64) {
	for m := range t {
		for bit := range 9 {
			if m>>bit&1 != 0 {
				t[m] |= 7 << (10*(bit/3) + 3*(bit%3))
			}
		}
	}
	return t
}()

// bandKeep returns the cells of a band that some possible arrangement uses.
var bandKeep = func() (t [512]uint64) {
	for m := range t {
		for k, a := range bandArrangements[:6] {
			if bandPossible[m]>>k&1 != 0 {
				t[m] |= bandMinirows[a]
			}
		}
	}
	return t
}()

// bandKeep2 is bandKeep for the band in the upper half of a word.
var bandKeep2 = func() (t [512]uint64) {
	for m, cells := range bandKeep {
		t[m] = cells << 32
	}
	return t
}()

// bandWeight is ten times the binary logarithm of the number of possible arrangements. So the sum of the weights of
// the digits of a band is the weight of their combinations. The sum of nine fits into a byte.
var bandWeight = func() (t [512]uint8) {
	weights := [7]uint8{0, 0, 10, 16, 20, 23, 26}
	for m := range t {
		t[m] = weights[bits.OnesCount8(bandPossible[m])]
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
