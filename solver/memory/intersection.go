package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// confined handles pointing and claiming: if all two or three places of a digit in one unit are in its intersection
// with another unit, the other unit loses the digit everywhere else.
func (puzzle *Board) confined(base, cover int, inBase, inCover uint16, key func(digit int) int64) {
	s := &puzzle.Board
	for d, p := range &s.Places[base] {
		if p&^inBase != 0 || p&(p-1) == 0 {
			continue
		}
		for v := s.Places[cover][d] &^ inCover; v != 0; v &= v - 1 {
			puzzle.found.note(int(puzzle.G.Units[cover][bits.TrailingZeros16(v)]), d, key(d+1))
		}
	}
}

// blockKey returns the number of a block in keys, 1 for the first box.
func blockKey(block int) int { return block - board.Lines + 1 }

func pointing(puzzle *Board, _ int) {
	for i := range puzzle.G.Crossings {
		c := &puzzle.G.Crossings[i]
		puzzle.confined(c.Block, c.Other, c.InBlock, c.InOther,
			func(digit int) int64 { return puzzle.key(blockKey(c.Block), c.Other+1, digit) })
	}
}

func claiming(puzzle *Board, _ int) {
	for i := range puzzle.G.Crossings {
		c := &puzzle.G.Crossings[i]
		if c.Other < board.Lines {
			box, block := blockKey(c.Block), 0
			if box > 9 {
				box, block = 0, box
			}
			puzzle.confined(c.Other, c.Block, c.InOther, c.InBlock,
				func(digit int) int64 { return puzzle.key(block, c.Other+1, box, digit) })
		}
	}
}

func lockedSubset(puzzle *Board, size int) {
	s := &puzzle.Board
	for i := range puzzle.G.Crossings {
		c := &puzzle.G.Crossings[i]
		if c.Other > c.Block {
			continue // the two units have another crossing
		}
		var masks [9]uint16
		small := 0
		for k, cell := range c.Cells {
			if m := s.Candidates[cell]; m != 0 && bits.OnesCount16(m) <= size {
				masks[k] = m
				small++
			}
		}
		if small < size {
			continue
		}
		for _, found := range puzzle.subsets.Find(&masks, size) {
			var places uint16
			for m := found.Members; m != 0; m &= m - 1 {
				places |= 1 << c.PositionsInBlock[bits.TrailingZeros16(m)]
			}
			key := puzzle.key(blockKey(c.Block), c.Other+1, int(found.Set), int(places))
			puzzle.clear(c.Block, puzzle.G.AllBits&^places, found.Set, key)
			puzzle.clear(c.Other, puzzle.G.AllBits&^c.InOther, found.Set, key)
			// The first call has already cleared the cells of the crossing that are not in the subset.
		}
	}
}

// clear records the elimination of some digits in the cells at some places of a unit.
func (puzzle *Board) clear(unit int, places, digits uint16, key int64) {
	s := &puzzle.Board
	for p := places & s.OpenPlaces[unit]; p != 0; p &= p - 1 {
		cell := int(puzzle.G.Units[unit][bits.TrailingZeros16(p)])
		for m := s.Candidates[cell] & digits; m != 0; m &= m - 1 {
			puzzle.found.note(cell, bits.TrailingZeros16(m), key)
		}
	}
}
