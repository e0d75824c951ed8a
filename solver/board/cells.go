package board

import (
	"math/bits"

	"setdoku"
)

// Cells is a set of cells in two words. A row takes ten bits: nine for its cells, and one that stays free.
//
//	         |   row 3   |   row 2   |   row 1   |
//	bit      |29 28 .. 20|19 18 .. 10| 9  8 ..  0|
//	column   | -  9 ..  1| -  9 ..  1| -  9 ..  1|
//
//	bit      |63 62|61        32|31 30|29         0|
//	upper    |  -  |   band 2   |  -  |   band 1   |
//	lower    |  -  |      -     |  -  |   band 3   |
//
// So one addition asks all rows of a word which of them are empty: the carry out of a row that is not empty ends in its
// free bit. Two bands pass through every instruction together, and the third band goes by itself.
type Cells struct{ Upper, Lower uint64 }

// Masks of the lower word, a band, and of the upper word, a pair of bands.
const (
	BandLines = 1 | 1<<10 | 1<<20 // bit 0 of each row of a band
	BandFull  = 511 * BandLines   // all cells of a band
	BandFlags = 512 * BandLines   // the free bits of its rows

	pairBoth  = 1 | 1<<32 // a band in both halves of an upper word
	PairLines = BandLines * pairBoth
	PairFull  = BandFull * pairBoth
	PairFlags = BandFlags * pairBoth
	PairLine  = 511 * pairBoth // the first row of both bands
)

// All is the set of the 81 cells.
var All = Cells{PairFull, BandFull}

// cellOf has each cell as a set. The other tables give the cell, and its peers, by its bit in a word.
var (
	cellOf = func() (sets [setdoku.CellCount]Cells) {
		for i := range sets {
			if at := i/9%3*10 + i%9; i < 54 {
				sets[i].Upper = 1 << (at + i/27*32)
			} else {
				sets[i].Lower = 1 << at
			}
		}
		return sets
	}()
	cellAtUpper = func() (cells [64]uint8) {
		for i := range 54 {
			cells[bits.TrailingZeros64(cellOf[i].Upper)] = uint8(i)
		}
		return cells
	}()
	peersAtUpper = func() (sets [64]Cells) {
		for i := range 54 {
			sets[bits.TrailingZeros64(cellOf[i].Upper)] = Classic.Peers[i]
		}
		return sets
	}()
	cellAtLower = func() (cells [32]uint8) {
		for i := 54; i < setdoku.CellCount; i++ {
			cells[bits.TrailingZeros64(cellOf[i].Lower)] = uint8(i)
		}
		return cells
	}()
	peersAtLower = func() (sets [32]Cells) {
		for i := 54; i < setdoku.CellCount; i++ {
			sets[bits.TrailingZeros64(cellOf[i].Lower)] = Classic.Peers[i]
		}
		return sets
	}()
)

// Add adds a cell.
func (c *Cells) Add(cell int) { *c = c.Or(cellOf[cell]) }

// Remove removes a cell.
func (c *Cells) Remove(cell int) { *c = c.Without(cellOf[cell]) }

// Has reports whether a cell is in the set.
func (c Cells) Has(cell int) bool { return c.Meets(cellOf[cell]) }

// Empty reports whether the set has no cell.
func (c Cells) Empty() bool { return c.Upper|c.Lower == 0 }

// Count returns the number of cells.
func (c Cells) Count() int { return bits.OnesCount64(c.Upper) + bits.OnesCount64(c.Lower) }

// And returns the cells in both sets.
func (c Cells) And(d Cells) Cells { return Cells{c.Upper & d.Upper, c.Lower & d.Lower} }

// Or returns the cells in one set or both.
func (c Cells) Or(d Cells) Cells { return Cells{c.Upper | d.Upper, c.Lower | d.Lower} }

// Without returns the cells that are not in the other set.
func (c Cells) Without(d Cells) Cells { return Cells{c.Upper &^ d.Upper, c.Lower &^ d.Lower} }

// Within reports whether all cells are in the other set too.
func (c Cells) Within(d Cells) bool { return c.Upper&^d.Upper|c.Lower&^d.Lower == 0 }

// Meets reports whether a cell is in both sets.
func (c Cells) Meets(d Cells) bool { return c.Upper&d.Upper|c.Lower&d.Lower != 0 }

// First returns the smallest cell. The set must not be empty.
func (c Cells) First() int { return c.Next() }

// Next removes the smallest cell from the set and returns it. The set must not be empty.
func (c *Cells) Next() int {
	if c.Upper != 0 {
		at := bits.TrailingZeros64(c.Upper)
		c.Upper &= c.Upper - 1
		return int(cellAtUpper[at&63])
	}
	at := bits.TrailingZeros64(c.Lower)
	c.Lower &= c.Lower - 1
	return int(cellAtLower[at&31])
}

// Bands returns the three bands, with rows of ten bits.
func (c Cells) Bands() [3]uint32 {
	return [3]uint32{uint32(c.Upper), uint32(c.Upper >> 32), uint32(c.Lower)}
}

// OfBands returns the set with three bands.
func OfBands(b [3]uint32) Cells { return Cells{uint64(b[0]) | uint64(b[1])<<32, uint64(b[2])} }

// inClassic returns the positions in a row, a column or a box of 3x3 of those cells that it has.
func (c Cells) inClassic(unit int) uint16 {
	at := unit % 9
	bands := c.Bands()
	switch unit / 9 {
	case 0:
		return uint16(bands[at/3] >> (at % 3 * 10) & 511)
	case 1:
		var m uint32
		for i, band := range bands {
			column := band >> at & BandLines
			m |= (column | column>>9 | column>>18) & 7 << (3 * i)
		}
		return uint16(m)
	}
	box := bands[at/3] >> (at % 3 * 3)
	return uint16(box&7 | box>>10&7<<3 | box>>20&7<<6)
}

// Rows returns the columns of the cells in each row.
func (c Cells) Rows() (rows [9]uint16) {
	for r := range 3 {
		rows[r] = uint16(c.Upper >> (10 * r) & 511)
		rows[r+3] = uint16(c.Upper >> (10*r + 32) & 511)
		rows[r+6] = uint16(c.Lower >> (10 * r) & 511)
	}
	return rows
}

// OfRows returns the set with such rows.
func OfRows(rows *[9]uint16) (c Cells) {
	for r := range 3 {
		c.Upper |= uint64(rows[r])<<(10*r) | uint64(rows[r+3])<<(10*r+32)
		c.Lower |= uint64(rows[r+6]) << (10 * r)
	}
	return c
}
