package explain

import "setdoku/internal/grid"

func tellXYWing(t *teller) {
	cells := append(t.cells("pivot"), t.cells("pincer")...)
	pivot, a, b := cells[0], cells[1], cells[2]
	z := t.live[a] & t.live[b] &^ t.live[pivot]
	x, y := t.live[a]&^z, t.live[b]&^z
	t.say("%s is %s and sees %s.", grid.CellName(pivot), orDigits(t.live[pivot]), t.withMarks([]int{a, b}))
	t.say("If it is %s, %s is %s. If it is %s, %s is %s.", digitNames(x), grid.CellName(a), digitNames(z), digitNames(y), grid.CellName(b), digitNames(z))
	t.oneOf([]int{a, b}, z)
}

func tellXYZWing(t *teller) {
	cells := append(t.cells("pivot"), t.cells("pincer")...)
	pivot, a, b := cells[0], cells[1], cells[2]
	z := t.live[a] & t.live[b]
	x, y := t.live[a]&^z, t.live[b]&^z
	t.say("%s is %s and sees %s.", grid.CellName(pivot), orDigits(t.live[pivot]), t.withMarks([]int{a, b}))
	t.say("If it is %s, %s is %s. If it is %s, %s is %s. Else it is %s itself.", digitNames(x), grid.CellName(a), digitNames(z), digitNames(y), grid.CellName(b), digitNames(z), digitNames(z))
	t.oneOf(cells, z)
}

// oneOf ends a proof that one of some cells holds a digit.
func (t *teller) oneOf(cells []int, digit grid.Marks) {
	t.say("So one of %s is %s, and no cell that sees %s can be: %s.", cellNames(cells), digitNames(digit), allOf(len(cells)), t.effect())
}

func tellWWing(t *teller) {
	cells, base := t.cells("bivalue"), t.first("bridge")
	a, b := cells[0], cells[1]
	other := t.live[a] &^ grid.Mark(base.digit)
	ends := t.places(base.unit, base.digit)
	c, d := ends[0], ends[1]
	if !grid.SeeEachOther(a, c) || !grid.SeeEachOther(b, d) {
		c, d = d, c
	}
	t.say("%s have the same two candidates. In %s the %d stands in %s; %s sees %s, and %s sees %s.", t.withMarks(cells), unitName(base.unit), base.digit,
		orCells(ends), grid.CellName(a), grid.CellName(c), grid.CellName(b), grid.CellName(d))
	t.say("If both %s were %d, %s would have no %d. So one of them is %s.", cellNames(cells), base.digit, unitName(base.unit), base.digit, digitNames(other))
	t.say("No cell that sees both can be %s: %s.", digitNames(other), t.effect())
}

func tellRemotePair(t *teller) {
	cells := t.cells("bivalue")
	pair := t.live[cells[0]]
	digits := digitList(pair)
	t.say("%s hold nothing but %s, and each sees the next, so from cell to cell the two digits take turns.", cellNames(cells), digitNames(pair))
	t.say("If %s is %s, then at the other end %s is %s. If %s is %s, %s is %s.", grid.CellName(cells[0]), digits[0], grid.CellName(cells[len(cells)-1]), digits[1],
		grid.CellName(cells[0]), digits[1], grid.CellName(cells[len(cells)-1]), digits[0])
	t.say("Either way both digits stand in these two ends, and no cell that sees both ends can hold them: %s.", t.effect())
}

// allOf says of how many cells something is true.
func allOf(n int) string {
	switch n {
	case 1:
		return "it"
	case 2:
		return "both"
	}
	return "all of them"
}
