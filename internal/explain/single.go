package explain

import (
	"fmt"
	"strings"

	"setdoku"
)

// seen lists the other digits that a naked single sees, with their cells: "1 in r1c4 and 2 in r2c5".
func (t *explainer) seen() string {
	p := t.First("single")
	var list []string
	for d := uint8(1); d <= uint8(t.State.Board().Size); d++ {
		if i := t.Holder(p.Cell, d); d != p.Digit && i >= 0 {
			list = append(list, fmt.Sprintf("%d in %s", d, setdoku.CellAt(i)))
		}
	}
	return join(list, "and")
}

// crossed returns the digits that no peer of a naked single holds.
func (t *explainer) crossed() (list digitList) {
	p := t.First("single")
	for d := uint8(1); d <= uint8(t.State.Board().Size); d++ {
		if d != p.Digit && t.Holder(p.Cell, d) < 0 {
			list = append(list, d)
		}
	}
	return list
}

// blockers explains why the other open cells of the unit of a hidden single cannot hold its digit.
func (t *explainer) blockers() string {
	var list []string
	digit := t.First("single").Digit
	for _, g := range t.blocked() {
		if g.key < 0 {
			list = append(list, fmt.Sprintf("in %s it was eliminated before", cellNames(g.cells)))
		} else {
			list = append(list, fmt.Sprintf("%s %s the %d in %s", cellNames(g.cells),
				either(len(g.cells), "sees", "see"), digit, setdoku.CellAt(g.key)))
		}
	}
	return strings.Join(list, "; ")
}

// blocked groups the other open cells of the unit of a hidden single by the cell with its digit that they see, -1 if
// they see none and the candidates were eliminated.
func (t *explainer) blocked() []group[int] {
	p := t.First("single")
	return groups(t.Others(p), func(i int) int { return t.Holder(i, p.Digit) })
}

// struck returns the open cells of the unit of a hidden single that see no cell with its digit and do not have it as a
// candidate.
func (t *explainer) struck() (list cellList) {
	for _, g := range t.blocked() {
		if g.key < 0 {
			list = g.cells
		}
	}
	return list
}
