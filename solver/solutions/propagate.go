package solutions

import (
	"math/bits"

	"setdoku/solver/board"
)

// bandResult is the result of propagation.
type bandResult int

const (
	bandDead   bandResult = iota // there is no solution
	bandSolved                   // all cells are placed: one solution
	bandOpen                     // propagation finds nothing more
)

// Masks of the left, middle and right columns of each box, for six rows of ten bits.
const (
	sixLines    = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 | 1<<50
	leftOnly    = 0b001001001 * sixLines
	rightOnly   = 0b100100100 * sixLines
	leftMiddle  = 0b011011011 * sixLines
	middleRight = 0b110110110 * sixLines
)

// propagate finds hidden and naked singles and uses the arrangements that bands and stacks allow each digit. It
// handles one changed digit after the other, a whole digit at a time and without branches in the code.
func (s *bandState) propagate() bandResult {
	placedUpper, placedLower := s.placed.Upper, s.placed.Lower
	nakedUpper, nakedLower := s.naked.Upper, s.naked.Lower
	todo := s.todo
	for todo != 0 {
		again := uint(0)
		for ; todo != 0; todo &= todo - 1 {
			d := uint(bits.TrailingZeros(todo))
			if d > 8 {
				break // never true; it shows the compiler that d is a valid index
			}
			// Remove cells of other digits. A naked single takes its row.
			upper, lower := s.openUpper[d]&^placedUpper, s.openLower[d]&^placedLower
			only := upper & nakedUpper
			upper |= s.placedUpper[d]
			rows := (only + board.PairFull) & board.PairFlags
			upper &= only | ^(rows - rows>>9)
			only = lower & nakedLower
			lower |= s.placedLower[d]
			rows = (only + board.BandFull) & board.BandFlags
			lower &= only | ^(rows - rows>>9)

			// Bands.
			m1 := board.BandRow1[upper&511] | board.BandRow2[upper>>10&511] | board.BandRow3[upper>>20&511]
			m2 := board.BandRow1[upper>>32&511] | board.BandRow2[upper>>42&511] | board.BandRow3[upper>>52&511]
			m3 := board.BandRow1[lower&511] | board.BandRow2[lower>>10&511] | board.BandRow3[lower>>20&511]
			upper &= board.KeepBand[m1&511] | keepUpper[m2&511]
			lower &= board.KeepBand[m3&511]

			// Stacks: each band has one line of columns, and the three lines are stored twice so that a shift rotates
			// them. A cell i,j of a matrix is in a possible arrangement if one of the two ways to complete the other
			// rows and columns is open.
			columns := (upper | upper>>10 | upper>>20) & board.PairLine
			third := (lower | lower>>10 | lower>>20) & 511
			lines := uint64(uint32(columns|columns>>22)) | third<<20
			twice := lines | lines<<30
			next := twice>>1&leftMiddle | twice<<2&rightOnly
			after := twice>>2&leftOnly | twice<<1&middleRight
			keep := lines & ((next&(after>>10) | after&(next>>10)) >> 10)
			upper &= ((keep | keep<<22) & board.PairLine) * board.BandLines
			lower &= keep >> 20 * board.BandLines
			if keep != lines {
				again |= 1 << d
			}
			if (upper+board.PairFull)&board.PairFlags != board.PairFlags ||
				(lower+board.BandFull)&board.BandFlags != board.BandFlags {
				return bandDead // a row is empty
			}

			// Place cells that are the only ones in their row.
			more := upper & (upper - board.PairLines)
			rows = (more + board.PairFull) & board.PairFlags
			open := upper & (rows - rows>>9)
			upper ^= open
			s.openUpper[d], s.placedUpper[d] = open, upper
			placedUpper |= upper
			more = lower & (lower - board.BandLines)
			rows = (more + board.BandFull) & board.BandFlags
			more = lower & (rows - rows>>9)
			lower ^= more
			s.openLower[d], s.placedLower[d] = more, lower
			placedLower |= lower
			if open&nakedUpper|more&nakedLower != 0 {
				return bandDead // two naked singles in a row
			}
		}

		var once, twice board.Cells
		for d := range 9 {
			upper, lower := s.openUpper[d], s.openLower[d]
			twice.Upper |= once.Upper & upper
			once.Upper |= upper
			twice.Lower |= once.Lower & lower
			once.Lower |= lower
		}
		if once.Upper|placedUpper != board.PairFull || once.Lower|placedLower != board.BandFull {
			return bandDead // a cell without candidates
		}
		nakedUpper = once.Upper &^ (twice.Upper | placedUpper)
		nakedLower = once.Lower &^ (twice.Lower | placedLower)
		doneUpper, doneLower := placedUpper|nakedUpper, placedLower|nakedLower
		todo = again
		for d := range 9 {
			x := s.openUpper[d]&doneUpper | s.openLower[d]&doneLower
			todo |= uint((x|-x)>>63) << d
		}
	}
	s.placed = board.Cells{Upper: placedUpper, Lower: placedLower}
	s.naked = board.Cells{Upper: nakedUpper, Lower: nakedLower}
	if s.placed == board.All {
		return bandSolved
	}
	return bandOpen
}
