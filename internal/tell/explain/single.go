package explain

import (
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/tell/pattern"
)

// standing lists the other digits that a naked single sees, and where: "1 in r1c4 and 2 in r2c5".
func (t *explainer) standing() string {
	p := t.First("single")
	var list []string
	for d := uint8(1); d <= 9; d++ {
		if i := t.holder(p.Cell, d); d != p.Digit && i >= 0 {
			list = append(list, fmt.Sprintf("%d in %s", d, setdoku.CellName(i)))
		}
	}
	return join(list, "and")
}

// crossed returns the digits that no peer of a naked single holds.
func (t *explainer) crossed() setdoku.DigitSet {
	p := t.First("single")
	crossed := setdoku.AllDigits &^ setdoku.SetOf(p.Digit)
	for d := uint8(1); d <= 9; d++ {
		if t.holder(p.Cell, d) >= 0 {
			crossed &^= setdoku.SetOf(d)
		}
	}
	return crossed
}

// holder returns the first peer of a cell that holds a digit, or -1.
func (t *explainer) holder(cell int, digit uint8) int {
	for _, i := range setdoku.Peers[cell] {
		if t.Filled[i] == digit {
			return i
		}
	}
	return -1
}

// blockers explains why the other open cells of a unit cannot hold the digit of a hidden single.
func (t *explainer) blockers(p pattern.Part) string {
	var order []int // cells that hold the digit, or -1 if the candidates were crossed out
	by := make(map[int][]int)
	for _, i := range setdoku.Units[p.Unit] {
		if i == p.Cell || t.Filled[i] != 0 {
			continue
		}
		holder := t.holder(i, p.Digit)
		if by[holder] == nil {
			order = append(order, holder)
		}
		by[holder] = append(by[holder], i)
	}
	var list []string
	for _, holder := range order {
		cells := by[holder]
		if holder < 0 {
			list = append(list, fmt.Sprintf("in %s it was crossed out before", cellNames(cells)))
		} else {
			list = append(list, fmt.Sprintf("%s %s the %d in %s", cellNames(cells), either(len(cells), "sees", "see"), p.Digit, setdoku.CellName(holder)))
		}
	}
	return strings.Join(list, "; ")
}

// struck returns the open cells of the unit of a hidden single that see no cell with its digit and do not have it as a
// candidate.
func (t *explainer) struck(p pattern.Part) (list []int) {
	for _, i := range setdoku.Units[p.Unit] {
		if i != p.Cell && t.Filled[i] == 0 && t.holder(i, p.Digit) < 0 {
			list = append(list, i)
		}
	}
	return list
}
