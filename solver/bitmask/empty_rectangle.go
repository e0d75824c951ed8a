package bitmask

import "math/bits"

// boxLine is a line that crosses a box.
type boxLine struct {
	unit   int    // 0..17
	inLine uint16 // the places of the line that are in the box
	number uint16 // the line among its nine, which is its place in the lines that cross it
}

// boxLines are the three rows of each box, then its three columns.
var boxLines = func() (lines [9][6]boxLine) {
	for i := range crossings {
		c := &crossings[i]
		k := c.line % 3
		if c.line >= 9 {
			k += 3
		}
		lines[c.box-18][k] = boxLine{c.line, c.inLine, 1 << (c.line % 9)}
	}
	return lines
}()

// emptyRectangles holds for each set of places of a box the rows and columns that have all of them between
// them and not alone, row r and column c, 0..2, as bit 3r+c.
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

func emptyRectangle(l *Logic, _ int) {
	for box := range boxLines {
		lines := &boxLines[box]
		for d, p := range &l.state.places[box+18] {
			for found := emptyRectangles[p]; found != 0; found &= found - 1 {
				k := bits.TrailingZeros16(found)
				row, column := &lines[k/3], &lines[3+k%3]
				l.hinge(box, row, column, d)
				l.hinge(box, column, row, d)
			}
		}
	}
}

// hinge looks for lines that cross near outside of the box and have one more place for the digit, in line
// with a candidate of far outside of the box.
func (l *Logic) hinge(box int, near, far *boxLine, digit int) {
	s := &l.state
	victims := s.places[far.unit][digit] &^ far.inLine
	if victims == 0 {
		return
	}
	for across := s.places[near.unit][digit] &^ near.inLine; across != 0; across &= across - 1 {
		pair := far.unit/9*9 + bits.TrailingZeros16(across)
		p := s.places[pair][digit]
		victim := p &^ near.number
		if bits.OnesCount16(p) != 2 || victims&victim == 0 {
			continue
		}
		key := (unitPairKey(digit, box+18, near.unit)*100+int64(far.unit+1))*100 + int64(pair+1)
		l.found.note(int(unitCells[far.unit][bits.TrailingZeros16(victim)]), digit, key)
	}
}

func explainEmptyRectangle(l *Logic, _ int, pattern int64) {
	digit := int(pattern / 100000000)
	box, near := int(pattern/1000000%100-1), int(pattern/10000%100-1)
	far, pair := int(pattern/100%100-1), int(pattern%100-1)
	l.arm(box, far, digit)
	l.part("base", -1, digit, box+1)
	l.arm(box, near, digit)
	l.part("weak", -1, digit, near+1)
	c := newConjugatePair(pair, l.state.places[pair][digit-1])
	p, q := c.cell, c.other
	if !unitSet[near].has(p) {
		p, q = q, p
	}
	l.part("link", p, digit, 0)
	l.part("base", -1, digit, pair+1)
	l.part("link", q, digit, 0)
}

// arm adds the candidates of a digit where a box and a line meet.
func (l *Logic) arm(box, line, digit int) {
	for p := l.state.places[box][digit-1]; p != 0; p &= p - 1 {
		if cell := int(unitCells[box][bits.TrailingZeros16(p)]); unitSet[line].has(cell) {
			l.part("link", cell, digit, 0)
		}
	}
}
