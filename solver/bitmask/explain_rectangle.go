package bitmask

import "math/bits"

// explainRectangle adds the parts that most rectangles have: the corners, both digits, and those of
// the corners, by a set, whose candidates the proof needs.
func (l *Logic) explainRectangle(number int64, digits, cells uint16) {
	r := &rectangles[number-1]
	for _, c := range r {
		l.part("rectangle", int(c), 0, 0)
	}
	for ; digits != 0; digits &= digits - 1 {
		l.part("digit", -1, bits.TrailingZeros16(digits)+1, 0)
	}
	for k, c := range r {
		if cells>>k&1 != 0 {
			l.part("cell", int(c), 0, 0)
		}
	}
}

// part adds a part of the pattern that is being explained. digit is 1..9 and unit 1..27, both 0 for none.
func (l *Logic) part(role string, cell, digit, unit int) {
	l.parts = append(l.parts, Part{Role: role, Cell: cell, Digit: uint8(digit), UnitNo: unit})
}

const allCorners = 0b1111

// pairOf is a set of two digits 1..9.
func pairOf(a, b int64) uint16 { return 1<<(a-1) | 1<<(b-1) }

func explainUniqueRectangle1(l *Logic, _ int, key int64) {
	victim := key / 1000 % 10
	l.explainRectangle(key/10_000, uint16(key%1000), allCorners&^(1<<(victim-1)))
}

func explainUniqueRectangle2(l *Logic, _ int, key int64) {
	l.explainRectangle(key/10_000, uint16(key%1000), allCorners)
}

func explainUniqueRectangle3(l *Logic, _ int, key int64) {
	l.explainRectangle(key/1e12%1000, uint16(key/1e8%1000), allCorners)
	unit := key / 1e6 % 100
	for p := uint16(key % 1000); p != 0; p &= p - 1 {
		l.part("cell", int(unitCells[unit-1][bits.TrailingZeros16(p)]), 0, 0)
	}
}

func explainUniqueRectangle4(l *Logic, _ int, key int64) {
	r := &rectangles[key/1000-1]
	side := &sides[key/100%10-1]
	stays, leaves := key/10%10, key%10
	l.explainRectangle(key/1000, pairOf(stays, leaves), 1<<side.floor[0]|1<<side.floor[1])
	l.explainLink(r, int(stays), int(side.roof[0]), int(side.roof[1]))
}

// explainLink adds the unit of a strong link between two corners.
func (l *Logic) explainLink(r *rectangle, digit, a, b int) {
	l.part("base", -1, digit, l.state.strongUnit(digit-1, r[a], r[b]))
}

func explainUniqueRectangle5(l *Logic, _ int, key int64) {
	l.explainRectangle(key/1000, uint16(key%1000), allCorners)
}

func explainUniqueRectangle6(l *Logic, _ int, key int64) {
	r := &rectangles[key/10_000-1]
	top, direction := int(key/1000%10)-1, int(key/100%10)
	digit, other := key/10%10, key%10
	l.explainRectangle(key/10_000, pairOf(digit, other), 1<<top|1<<(top^3))
	l.explainLink(r, int(digit), top, top^direction)
	l.explainLink(r, int(digit), top^3, top^direction^3)
}

func explainHiddenRectangle(l *Logic, _ int, key int64) {
	r := &rectangles[key/1000-1]
	v := int(key/100%10) - 1
	linked, leaves := key/10%10, key%10
	l.explainRectangle(key/1000, pairOf(linked, leaves), 1<<(v^3))
	l.explainLink(r, int(linked), v, v^1)
	l.explainLink(r, int(linked), v, v^2)
}

func explainAvoidableRectangle1(l *Logic, _ int, key int64) {
	l.explainRectangle(key/1000, pairOf(key/10%10, key%10), 0)
}

func explainAvoidableRectangle2(l *Logic, _ int, key int64) {
	where := int(key/1000%10) - 1
	var open uint16
	if where < len(sides) {
		floor := &sides[where].floor
		open = 1<<floor[0] | 1<<floor[1]
	} else {
		top := where - len(sides)
		open = 1<<top | 1<<(top^3)
	}
	l.explainRectangle(key/10_000, uint16(key%1000), open)
}
