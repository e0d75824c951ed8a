package trial

import (
	"math/bits"

	"setdoku"
)

// The cells of a digit are two words. A row takes ten bits: nine for its cells, and one that stays free.
//
//	         |   row 3   |   row 2   |   row 1   |
//	bit      |29 28 .. 20|19 18 .. 10| 9  8 ..  0|
//	column   | -  9 ..  1| -  9 ..  1| -  9 ..  1|
//
//	bit      |63 62|61        32|31 30|29         0|
//	upper    |  -  |   band 2   |  -  |   band 1   |
//	lower    |  -  |      -     |  -  |   band 3   |
const (
	bandLines = 1 | 1<<10 | 1<<20 // bit 0 of each row of a band
	bandFull  = 511 * bandLines   // all cells of a band
	bandFlags = 512 * bandLines   // the free bits of its rows

	pairBoth  = 1 | 1<<32 // a band in both halves of an upper word
	pairLines = bandLines * pairBoth
	pairFull  = bandFull * pairBoth
	pairFlags = bandFlags * pairBoth
	pairLine  = 511 * pairBoth // the first row of both bands
)

// cells is a set of cells.
type cells struct{ upper, lower uint64 }

var allCells = cells{pairFull, bandFull}

func (c cells) and(d cells) cells     { return cells{c.upper & d.upper, c.lower & d.lower} }
func (c cells) or(d cells) cells      { return cells{c.upper | d.upper, c.lower | d.lower} }
func (c cells) without(d cells) cells { return cells{c.upper &^ d.upper, c.lower &^ d.lower} }
func (c cells) empty() bool           { return c.upper|c.lower == 0 }
func (c cells) count() int            { return bits.OnesCount64(c.upper) + bits.OnesCount64(c.lower) }
func (c cells) has(cell int) bool     { return !c.and(cellOf[cell]).empty() }

// next removes a cell from the set and returns its index 0..80. The set must not be empty.
func (c *cells) next() int {
	if c.upper != 0 {
		at := bits.TrailingZeros64(c.upper)
		c.upper &= c.upper - 1
		return int(cellAtUpper[at&63])
	}
	at := bits.TrailingZeros64(c.lower)
	c.lower &= c.lower - 1
	return int(cellAtLower[at&31])
}

// cellOf holds each cell as a set, peersOf its peers. The other tables are by bit of a word: the cell, and its peers.
var (
	cellOf, peersOf          [setdoku.CellCount]cells
	cellAtUpper, cellAtLower [64]uint8
	peersAtUpper             [64]cells
	peersAtLower             [32]cells
)

func init() {
	for i := range cellOf {
		row, column := i/9, i%9
		if at := row%3*10 + column; row < 6 {
			at += row / 3 * 32
			cellOf[i].upper = 1 << at
			cellAtUpper[at] = uint8(i)
		} else {
			cellOf[i].lower = 1 << at
			cellAtLower[at] = uint8(i)
		}
	}
	for i := range peersOf {
		for _, j := range setdoku.Peers[i] {
			peersOf[i] = peersOf[i].or(cellOf[j])
		}
		if c := cellOf[i]; c.upper != 0 {
			peersAtUpper[bits.TrailingZeros64(c.upper)] = peersOf[i]
		} else {
			peersAtLower[bits.TrailingZeros64(c.lower)] = peersOf[i]
		}
	}
}

// State is a puzzle: for each digit the cells that may hold it. The zero State is not valid; NewState makes one.
type State struct {
	alive  [9]cells // with the placed digits
	placed cells    // filled cells. No peer of a filled cell has its digit
}

// NewState returns a puzzle with these filled cells, and these candidates in the others. The candidates of filled cells
// are ignored, and so are candidates that a filled peer excludes. There must be no digit twice in a unit.
func NewState(filled *setdoku.Grid, candidates *[setdoku.CellCount]setdoku.DigitSet) State {
	var s State
	for i, d := range filled {
		if d != 0 {
			s.placed = s.placed.or(cellOf[i])
			continue
		}
		for m := candidates[i] & setdoku.AllDigits; m != 0; m &= m - 1 {
			at := &s.alive[bits.TrailingZeros16(uint16(m))]
			*at = at.or(cellOf[i])
		}
	}
	for i, d := range filled {
		if d != 0 {
			at := &s.alive[d-1]
			*at = at.without(peersOf[i]).or(cellOf[i])
		}
	}
	return s
}

// Has reports whether a digit, 0..8, is placed or a candidate in a cell, 0..80.
func (s *State) Has(cell, digit int) bool { return s.alive[digit].has(cell) }

// Filled returns the number of filled cells.
func (s *State) Filled() int { return s.placed.count() }

// Solved reports whether all cells are filled.
func (s *State) Solved() bool { return s.placed == allCells }

// Grid returns the filled cells.
func (s *State) Grid() (g setdoku.Grid) {
	for d := range s.alive {
		for c := s.alive[d].and(s.placed); !c.empty(); {
			g[c.next()] = uint8(d + 1)
		}
	}
	return g
}

// Open calls do for each candidate of an open cell, digit by digit.
func (s *State) Open(do func(cell, digit int)) {
	for d := range s.alive {
		for c := s.alive[d].without(s.placed); !c.empty(); {
			do(c.next(), d)
		}
	}
}

// within reports whether all that is alive in s is alive in t.
func (s *State) within(t *State) bool {
	var upper, lower uint64
	for d := range s.alive {
		upper |= s.alive[d].upper &^ t.alive[d].upper
		lower |= s.alive[d].lower &^ t.alive[d].lower
	}
	return upper|lower == 0
}

// meet keeps of s what is alive in t too. Both must be fixed points of the singles. It returns the digits for which
// close must look at the units.
func (s *State) meet(t *State) (todo uint) {
	for d := range s.alive {
		a, b := s.alive[d], t.alive[d]
		m := a.and(b)
		if m != a && m != b {
			todo |= 1 << d
		}
		s.alive[d] = m
	}
	s.placed = s.placed.or(t.placed)
	return todo
}

// remove eliminates a candidate. It returns the digit for close.
func (s *State) remove(cell, digit int) (todo uint) {
	s.alive[digit] = s.alive[digit].without(cellOf[cell])
	return 1 << digit
}

// place fills an open cell. It returns the digits for close.
func (s *State) place(cell, digit int) (todo uint) {
	c := cellOf[cell]
	for d := range s.alive {
		if s.alive[d].has(cell) {
			todo |= 1 << d
			s.alive[d] = s.alive[d].without(c)
		}
	}
	s.alive[digit] = s.alive[digit].without(peersOf[cell]).or(c)
	s.placed = s.placed.or(c)
	return todo
}
