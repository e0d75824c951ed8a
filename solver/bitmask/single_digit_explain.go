package bitmask

import "setdoku/internal/grid"

// twoLinks explains a chain of two strong links, from one end to the other. The units are 0..26.
func (l *Logic) twoLinks(digit int, cells [4]int, unit, weak, other int) {
	l.part("link", cells[0], digit, 0)
	l.part("base", -1, digit, unit+1)
	l.part("link", cells[1], digit, 0)
	l.part("weak", -1, digit, weak+1)
	l.part("link", cells[2], digit, 0)
	l.part("base", -1, digit, other+1)
	l.part("link", cells[3], digit, 0)
}

// unitPair takes a key made by unitPairKey apart.
func (l *Logic) unitPair(pattern int64) (digit int, c, d conjugatePair) {
	digit = int(pattern / 10000)
	unit, other := int(pattern/100%100-1), int(pattern%100-1)
	c = newConjugatePair(unit, l.state.places[unit][digit-1])
	d = newConjugatePair(other, l.state.places[other][digit-1])
	return digit, c, d
}

func explainSkyscraper(l *Logic, _ int, pattern int64) {
	digit, c, d := l.unitPair(pattern)
	roof, base := roofOf(&c, &d)
	otherRoof, otherBase := roofOf(&d, &c)
	l.twoLinks(digit, [4]int{roof, base, otherBase, otherRoof}, c.unit, sharedLine(base, otherBase), d.unit)
}

func explainTwoStringKite(l *Logic, _ int, pattern int64) {
	digit, c, d := l.unitPair(pattern)
	tail, knot := tailOf(&c, &d)
	otherTail, otherKnot := tailOf(&d, &c)
	l.twoLinks(digit, [4]int{tail, knot, otherKnot, otherTail}, c.unit, int(locations[knot].unit[2]), d.unit)
}

func explainTurbotFish(l *Logic, _ int, pattern int64) {
	digit, c, d := l.unitPair(pattern / 10000)
	near, otherNear := grid.Index(int(pattern/100%100)), grid.Index(int(pattern%100))
	far, otherFar := c.cell+c.other-near, d.cell+d.other-otherNear
	l.twoLinks(digit, [4]int{far, near, otherNear, otherFar}, c.unit, sharedLine(near, otherNear), d.unit)
}

// sharedLine returns the row or the column in which both of two cells lie.
func sharedLine(a, b int) int {
	if u := locations[a].unit[0]; u == locations[b].unit[0] {
		return int(u)
	}
	return int(locations[a].unit[1])
}
