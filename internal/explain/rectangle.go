package explain

import (
	"fmt"

	"setdoku/internal/grid"
)

// relies is what every technique says that assumes one solution.
const relies = "This relies on the puzzle having one solution only."

func tellBUG(t *teller) {
	cell, keeps := t.first("cell").cell, t.first("digit").digit
	t.say("Every open cell but %s has two candidates, and every digit has two places in each unit, but the %d in the units of %s, where it has three.",
		grid.CellName(cell), keeps, grid.CellName(cell))
	t.say("Without the %d in %s all would be in pairs. Whatever filled the grid then, the two candidates could be exchanged in all open cells, and that would be a second solution.", keeps, grid.CellName(cell))
	t.say("%s So %s is %d: %s.", relies, grid.CellName(cell), keeps, t.effect())
}

// rectangle is a pattern of four corners and two digits.
type rectangle struct {
	corners []int
	digits  grid.Marks
	floor   []int // open corners that hold nothing but the digits
	roof    []int // open corners that hold more
	set     []int // filled corners
	extra   grid.Marks
}

func (t *teller) rectangle() rectangle {
	r := rectangle{corners: t.corners(), digits: t.digits("digit")}
	for _, i := range r.corners {
		switch more := t.live[i] &^ r.digits; {
		case t.filled[i] != 0:
			r.set = append(r.set, i)
		case more == 0:
			r.floor = append(r.floor, i)
		default:
			r.roof = append(r.roof, i)
			r.extra |= more
		}
	}
	return r
}

// sayRectangle tells what must not be.
func (t *teller) sayRectangle(r rectangle) {
	rows, columns, boxes := linesOf(r.corners)
	t.say("%s lie in %s, %s and %s. If they held nothing but %s, the two digits could change places in all four, and the puzzle would have a second solution. %s",
		cellNames(r.corners), unitNames(rows), unitNames(columns), unitNames(boxes), digitNames(r.digits), relies)
}

// linesOf returns the rows, columns and boxes of some cells, each once.
func linesOf(cells []int) (rows, columns, boxes []int) {
	var list [3][]int
	for _, i := range cells {
		for k, u := range commonUnits([]int{i}) {
			list[k] = append(list[k], u)
		}
	}
	return distinct(list[0]), distinct(list[1]), distinct(list[2])
}

func tellRectangle1(t *teller) {
	r := t.rectangle()
	t.sayRectangle(r)
	cells, _ := t.victims()
	others := without(r.corners, cells)
	t.say("%s have no other candidates: %s. So %s must be neither of the two: %s.", cellNames(others), t.withMarks(others), cellNames(cells), t.effect())
}

// tellRectangle2 is for one extra digit, types 2 and 5.
func tellRectangle2(t *teller) {
	r := t.rectangle()
	t.sayRectangle(r)
	t.say("Only %s %s something else, and that is %s each time: %s.", cellNames(r.roof), either(len(r.roof), "has", "have"), digitNames(r.extra), t.withMarks(r.roof))
	t.oneOf(r.roof, r.extra)
}

func tellRectangle3(t *teller) {
	r := t.rectangle()
	t.sayRectangle(r)
	more := without(t.cells("cell"), r.corners)
	t.say("Only %s have something else: %s. So one of them is %s, and together they count as one cell with these candidates.", cellNames(r.roof), t.withMarks(r.roof), orDigits(r.extra))
	subset := r.extra | t.union(more)
	unit := 0
	if units := commonUnits(append(append([]int{}, more...), r.roof...)); len(units) > 0 {
		unit = units[0]
	}
	t.say("In %s that and %s are %s cells for the %s digits %s, which are used up there: %s.", unitName(unit), t.withMarks(more), number(len(more)+1), number(subset.Count()), digitNames(subset), t.effect())
}

func tellRectangle4(t *teller) {
	r, base := t.rectangle(), t.first("base")
	t.sayRectangle(r)
	roof := t.places(base.unit, base.digit)
	other := r.digits &^ grid.Mark(base.digit)
	t.say("%s have no other candidates. In %s the %d has no places but %s, so one of these is %d.", t.withMarks(without(r.corners, roof)), unitName(base.unit), base.digit, cellNames(roof), base.digit)
	t.say("If the other were %s, the rectangle would hold nothing but %s. So %s.", digitNames(other), digitNames(r.digits), t.effect())
}

func tellRectangle6(t *teller) {
	r, bases := t.rectangle(), t.role("base")
	t.sayRectangle(r)
	digit := bases[0].digit
	other := r.digits &^ grid.Mark(digit)
	cells := t.cells("floor")
	across := without(r.corners, cells)
	t.say("%s lie across from each other and have no other candidates. The %d has two places %s and two %s, so it stands in %s, or in %s.",
		t.withMarks(cells), digit, t.link(bases[0]), t.link(bases[1]), cellNames(cells), cellNames(across))
	t.say("If it stood in %s, %s would both be %s, and the rectangle would hold nothing but %s. So %s.", cellNames(across), cellNames(cells), digitNames(other), digitNames(r.digits), t.effect())
}

func tellHiddenRectangle(t *teller) {
	r, bases := t.rectangle(), t.role("base")
	t.sayRectangle(r)
	linked := bases[0].digit
	corner := t.first("floor").cell
	cells, leaves := t.victims()
	sides := without(r.corners, append([]int{corner}, cells...))
	t.say("%s has no other candidates. The %d has two places %s and two %s.", t.withMarks([]int{corner}), linked, t.link(bases[0]), t.link(bases[1]))
	t.say("If %s were %s, %s would both be %d, then %s would be %s, and the rectangle would hold nothing but %s. So %s.", cellNames(cells), digitNames(leaves), cellNames(sides), linked,
		grid.CellName(corner), digitNames(leaves), digitNames(r.digits), t.effect())
}

// setCorners is "r1c2=5, r1c7=1 and r2c2=1".
func (t *teller) setCorners(cells []int) string {
	list := make([]string, len(cells))
	for k, i := range cells {
		list[k] = fmt.Sprintf("%s=%d", grid.CellName(i), t.filled[i])
	}
	return join(list, "and")
}

func tellAvoidable1(t *teller) {
	r := t.rectangle()
	t.sayRectangle(r)
	cells, digits := t.victims()
	t.say("None of %s was given, all were found: %s. If %s were %s, the rectangle would be full of just these two digits.", cellNames(r.set), t.setCorners(r.set), cellNames(cells), digitNames(digits))
	t.say("So %s.", t.effect())
}

func tellAvoidable2(t *teller) {
	r := t.rectangle()
	t.sayRectangle(r)
	t.say("%s were not given but found: %s. The other two corners could complete the exchange, unless one of them takes the %s that both have besides: %s.", cellNames(r.set), t.setCorners(r.set),
		digitNames(r.extra), t.withMarks(r.roof))
	t.oneOf(r.roof, r.extra)
}
