package technique

import (
	"math/bits"

	"setdoku"
)

// conjugatePair is a unit with two places for a digit, as in the relation conjugate_pair.
type conjugatePair struct {
	unit        int // 0..26
	cell, other int // the smaller cell first
	// The rows, columns and boxes that have one of the two cells but not both.
	rows, columns, boxes uint16
	// The row, the column and the box of cell.
	cellRow, cellColumn, cellBox uint16
}

// shares reports whether the pairs have a cell in common.
func (c *conjugatePair) shares(d *conjugatePair) bool {
	return c.cell == d.cell || c.cell == d.other || c.other == d.cell || c.other == d.other
}

// linesOf returns the row, the column and the box of a cell, each as a set with one member.
func linesOf(cell int) (row, column, box uint16) {
	u := &locations[cell].unit
	return 1 << u[0], 1 << (u[1] - 9), 1 << (u[2] - 18)
}

func newConjugatePair(unit int, places uint16) conjugatePair {
	c := conjugatePair{unit: unit}
	c.cell = int(unitCells[unit][bits.TrailingZeros16(places)])
	c.other = int(unitCells[unit][bits.TrailingZeros16(places&(places-1))])
	var row, column, box uint16
	row, column, box = linesOf(c.other)
	c.cellRow, c.cellColumn, c.cellBox = linesOf(c.cell)
	c.rows, c.columns, c.boxes = c.cellRow^row, c.cellColumn^column, c.cellBox^box
	return c
}

// conjugatePairs returns the units with two places for a digit, from unit from to the one before to.
func (s *state) conjugatePairs(room *[27]conjugatePair, digit, from, to int) []conjugatePair {
	n := 0
	for u := from; u < to; u++ {
		if p := s.places[u][digit]; bits.OnesCount16(p) == 2 {
			room[n] = newConjugatePair(u, p)
			n++
		}
	}
	return room[:n]
}

// oneOfTwo records that the cells which see both of two cells lose a digit, because one of the two has it.
func (board *Board) oneOfTwo(a, b, digit int, places cellSet, key int64) {
	for seen := peerSet[a].and(peerSet[b]).and(places); !seen.empty(); {
		board.found.note(seen.next(), digit, key)
	}
}

// roofOf returns the end of c that is not in line with d, then the other end.
func roofOf(c, d *conjugatePair) (roof, base int) {
	if c.cellRow&d.rows|c.cellColumn&d.columns == 0 {
		return c.cell, c.other
	}
	return c.other, c.cell
}

func skyscraper(board *Board, _ int) {
	s := &board.state
	var room [27]conjugatePair
	for d := range 9 {
		var places cellSet
		for first := 0; first < 18; first += 9 {
			list := s.conjugatePairs(&room, d, first, first+9)
			if len(list) > 1 && places.empty() {
				places = s.cellsOf(d)
			}
			for i := range list {
				for j := i + 1; j < len(list); j++ {
					a, b := &list[i], &list[j]
					if shared := a.rows&b.rows | a.columns&b.columns; shared == 0 || shared == a.rows|a.columns {
						continue
					}
					far, near := roofOf(a, b)
					otherFar, otherNear := roofOf(b, a)
					key := twoLinkKey(d, a.unit, b.unit, near, otherNear, far, otherFar, sharedLine(near, otherNear))
					board.oneOfTwo(far, otherFar, d, places, key)
				}
			}
		}
	}
}

// twoLinkKey returns the key of a chain of two strong links. Each link is a unit with a near and a far cell. The unit
// between has both near cells.
func twoLinkKey(digit, unit, other, near, otherNear, far, otherFar, between int) int64 {
	key := (int64(digit+1)*100+int64(unit+1))*100 + int64(other+1)
	for _, cell := range [...]int{near, otherNear, far, otherFar} {
		key = key*100 + int64(setdoku.CellNumber(cell))
	}
	return key*100 + int64(between+1)
}

// sharedLine returns the row or the column that has both cells.
func sharedLine(a, b int) int {
	if u := locations[a].unit[0]; u == locations[b].unit[0] {
		return int(u)
	}
	return int(locations[a].unit[1])
}

// tailOf returns the end of c outside of the box that c and d meet in, then the end inside.
func tailOf(c, d *conjugatePair) (tail, knot int) {
	if c.cellBox&d.boxes == 0 {
		return c.cell, c.other
	}
	return c.other, c.cell
}

func twoStringKite(board *Board, _ int) {
	s := &board.state
	var rowRoom, columnRoom [27]conjugatePair
	for d := range 9 {
		rows := s.conjugatePairs(&rowRoom, d, 0, 9)
		if len(rows) == 0 {
			continue
		}
		columns := s.conjugatePairs(&columnRoom, d, 9, 18)
		places := s.cellsOf(d)
		for i := range rows {
			for j := range columns {
				a, b := &rows[i], &columns[j]
				if a.boxes&b.boxes == 0 || a.shares(b) {
					continue
				}
				far, near := tailOf(a, b)
				otherFar, otherNear := tailOf(b, a)
				key := twoLinkKey(d, a.unit, b.unit, near, otherNear, far, otherFar, int(locations[near].unit[2]))
				board.oneOfTwo(far, otherFar, d, places, key)
			}
		}
	}
}

func turbotFish(board *Board, _ int) {
	s := &board.state
	var room [27]conjugatePair
	for d := range 9 {
		all := s.conjugatePairs(&room, d, 0, 27)
		places := s.cellsOf(d)
		for i := range all {
			if c := &all[i]; c.unit >= 18 {
				board.turbotFishAt(all, i, c.cell, c.other, c.rows&c.cellRow, c.columns&c.cellColumn, d, places)
				board.turbotFishAt(all, i, c.other, c.cell, c.rows&^c.cellRow, c.columns&^c.cellColumn, d, places)
			}
		}
	}
}

// turbotFishAt finds units that have a place in line with one end of a box.
func (board *Board) turbotFishAt(all []conjugatePair, box, near, far int, row, column uint16, digit int, places cellSet) {
	c := &all[box]
	for i := range all {
		d := &all[i]
		if d.rows&row|d.columns&column == 0 || d.unit >= 18 && d.unit <= c.unit || c.shares(d) {
			continue
		}
		otherNear, otherFar := d.cell, d.other
		if d.cellRow&row|d.cellColumn&column == 0 {
			otherNear, otherFar = d.other, d.cell
		}
		key := twoLinkKey(digit, c.unit, d.unit, near, otherNear, far, otherFar, sharedLine(near, otherNear))
		board.oneOfTwo(far, otherFar, digit, places, key)
	}
}
