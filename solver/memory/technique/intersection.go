package technique

import "math/bits"

// crossing is the intersection of a box and a line: three cells, as positions in either.
type crossing struct {
	box, line      int // units
	inBox, inLine  uint16
	cells          [3]uint8
	positionsInBox [3]uint8
}

var crossings = func() (list [54]crossing) {
	n := 0
	for box := 18; box < 27; box++ {
		for line := range 18 {
			c := crossing{box: box, line: line}
			k := 0
			for p, i := range unitCells[box] {
				at := &locations[i]
				t := line / 9
				if int(at.unit[t]) != line {
					continue
				}
				c.inBox |= 1 << p
				c.inLine |= 1 << at.position[t]
				c.cells[k], c.positionsInBox[k] = i, uint8(p)
				k++
			}
			if k == 3 {
				list[n] = c
				n++
			}
		}
	}
	return list
}()

// confined handles pointing and claiming: if all two or three places of a digit in one unit are in its intersection
// with another unit, the other unit loses the digit everywhere else.
func (board *Board) confined(base, cover int, inBase, inCover uint16, key int64) {
	s := &board.state
	for d, p := range &s.places[base] {
		if p&^inBase != 0 || p&(p-1) == 0 {
			continue
		}
		for v := s.places[cover][d] &^ inCover; v != 0; v &= v - 1 {
			board.found.note(int(unitCells[cover][bits.TrailingZeros16(v)]), d, key*10+int64(d+1))
		}
	}
}

func pointing(board *Board, _ int) {
	for i := range crossings {
		c := &crossings[i]
		board.confined(c.box, c.line, c.inBox, c.inLine, int64(c.box-17)*100+int64(c.line+1))
	}
}

func claiming(board *Board, _ int) {
	for i := range crossings {
		c := &crossings[i]
		board.confined(c.line, c.box, c.inLine, c.inBox, int64(c.line+1)*10+int64(c.box-17))
	}
}

func lockedSubset(board *Board, size int) {
	s := &board.state
	for i := range crossings {
		c := &crossings[i]
		var masks [9]uint16
		small := 0
		for k, cell := range c.cells {
			if m := s.candidates[cell]; m != 0 && bits.OnesCount16(m) <= size {
				masks[k] = m
				small++
			}
		}
		if small < size {
			continue
		}
		for _, found := range board.subsets(&masks, size) {
			var places uint16
			for m := found.members; m != 0; m &= m - 1 {
				places |= 1 << c.positionsInBox[bits.TrailingZeros16(m)]
			}
			key := ((int64(c.box-17)*100+int64(c.line+1))*1000+int64(found.set))*1000 + int64(places)
			board.clear(c.box, allBits&^places, found.set, key)
			board.clear(c.line, allBits&^c.inLine, found.set, key)
			// The first call has already cleared the cells of the crossing that are not in the subset.
		}
	}
}

// clear records the elimination of some digits in the cells at some places of a unit.
func (board *Board) clear(unit int, places, digits uint16, key int64) {
	s := &board.state
	for p := places & s.openPlaces[unit]; p != 0; p &= p - 1 {
		cell := int(unitCells[unit][bits.TrailingZeros16(p)])
		for m := s.candidates[cell] & digits; m != 0; m &= m - 1 {
			board.found.note(cell, bits.TrailingZeros16(m), key)
		}
	}
}
