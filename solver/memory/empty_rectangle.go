package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// boxLine is a line that crosses a box.
type boxLine struct {
	unit   int    // 0..17
	inLine uint16 // places of the line in the box
	inBox  uint16 // places of the box in the line
	number uint16 // index of the line among the nine of its kind, which is its position in the lines that cross it
}

// boxLines are the three rows of each box, then its three columns.
var boxLines = func() (lines [9][6]boxLine) {
	for i := range board.Classic.Crossings {
		c := &board.Classic.Crossings[i]
		k := c.Other % 3
		if c.Other >= 9 {
			k += 3
		}
		lines[c.Block-18][k] = boxLine{c.Other, c.InOther, c.InBlock, 1 << (c.Other % 9)}
	}
	return lines
}()

// emptyRectangles has, for each set of places of a box, the pairs of a row and a column that together have all of
// them, while neither has all. Row r and column c, 0..2, are bit 3r+c.
var emptyRectangles = func() (sets [512]uint16) {
	for p := range uint16(512) {
		for k := range 9 {
			row, column := uint16(0b111)<<(k/3*3), uint16(0b1001001)<<(k%3)
			if p&^(row|column) == 0 && p&^row != 0 && p&^column != 0 {
				sets[p] |= 1 << k
			}
		}
	}
	return sets
}()

func emptyRectangle(puzzle *Board, _ int) {
	for box := range boxLines {
		lines := &boxLines[box]
		for d, p := range &puzzle.Board.Places[box+18] {
			for found := emptyRectangles[p]; found != 0; found &= found - 1 {
				k := bits.TrailingZeros16(found)
				row, column := &lines[k/3], &lines[3+k%3]
				puzzle.hinge(box, row, column, d)
				puzzle.hinge(box, column, row, d)
			}
		}
	}
}

// hinge finds lines that cross near outside of the box and have one other place for the digit, which is in line with
// a candidate of far outside of the box.
func (puzzle *Board) hinge(box int, near, far *boxLine, digit int) {
	s := &puzzle.Board
	victims := s.Places[far.unit][digit] &^ far.inLine
	if victims == 0 {
		return
	}
	for across := s.Places[near.unit][digit] &^ near.inLine; across != 0; across &= across - 1 {
		pair := far.unit/9*9 + bits.TrailingZeros16(across)
		p := s.Places[pair][digit]
		victim := p &^ near.number
		if bits.OnesCount16(p) != 2 || victims&victim == 0 {
			continue
		}
		places := s.Places[box+18][digit]
		nearPlace, farPlace := bits.TrailingZeros16(p&near.number), bits.TrailingZeros16(victim)
		key := puzzle.key(digit+1, box+1, near.unit+1, far.unit+1, pair+1, int(places&near.inBox),
			int(places&far.inBox), numberAt(pair, nearPlace), numberAt(pair, farPlace))
		puzzle.found.note(int(board.Classic.Units[far.unit][bits.TrailingZeros16(victim)]), digit, key)
	}
}

// numberAt returns the number 11..99 of the cell at a place, 0..8, of a unit.
func numberAt(unit, place int) int { return number[board.Classic.Units[unit][place]] }
