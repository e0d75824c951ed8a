package verify

import (
	"fmt"

	"setdoku"
)

// checkSets checks the almost locked sets. The cells of a set follow the row with the role set. They lie in one
// unit and have one candidate more than cells.
func (a *argument) checkSets(*situation) error {
	for k, r := range a.rows {
		if r.Role != "set" {
			continue
		}
		var digits set
		cells := 0
		shared := setdoku.Units
		units := shared[:]
		seen := map[int]bool{}
		for _, c := range a.rows[k+1:] {
			if c.Role != "cell" {
				break
			}
			i := setdoku.CellIndex(c.Cell)
			cells++
			seen[i] = true
			digits |= a.p.marks[i]
			units = holding(units, i)
		}
		switch {
		case cells == 0 || cells != len(seen):
			return fmt.Errorf("row %d, role set: no cells follow, or one stands twice", r.Ordinal)
		case len(units) == 0:
			return fmt.Errorf("row %d, role set: its cells do not lie in one unit", r.Ordinal)
		case digits.Count() != cells+1:
			return fmt.Errorf("row %d, role set: %d cells with %d digits, want one digit more than cells", r.Ordinal, cells, digits.Count())
		}
	}
	return nil
}

// holding returns those of the units that hold cell i.
func holding(units [][9]int, i int) (list [][9]int) {
	for _, u := range units {
		for _, j := range u {
			if j == i {
				list = append(list, u)
			}
		}
	}
	return list
}

// checkCommons checks the restricted commons. The digit must be in the set after the row and in the set before it,
// or in the stem if the pattern has one. All its places in the two see each other.
func (a *argument) checkCommons(*situation) error {
	for k, r := range a.rows {
		if r.Role != "restricted" {
			continue
		}
		before, after := a.setBefore(k, r.Digit), a.setAfter(k, r.Digit)
		if len(before) == 0 || len(after) == 0 {
			return fmt.Errorf("row %d, role restricted: %d is not in the sets before and after it", r.Ordinal, r.Digit)
		}
		for _, i := range before {
			for _, j := range after {
				if i == j || !setdoku.SeeEachOther(i, j) {
					return fmt.Errorf("row %d, role restricted: %s and %s can both hold %d", r.Ordinal, setdoku.CellName(i), setdoku.CellName(j), r.Digit)
				}
			}
		}
	}
	return nil
}

// setBefore returns the cells with digit d in the stem, or in the last set above row k.
func (a *argument) setBefore(k int, d uint8) (cells []int) {
	for _, r := range a.rows[:k] {
		switch {
		case r.Role == "stem" && !a.p.marks[setdoku.CellIndex(r.Cell)].Has(d):
			return nil
		case r.Role == "stem":
			return []int{setdoku.CellIndex(r.Cell)}
		case r.Role == "set":
			cells = nil
		case r.Role == "cell" && a.p.marks[setdoku.CellIndex(r.Cell)].Has(d):
			cells = append(cells, setdoku.CellIndex(r.Cell))
		}
	}
	return cells
}

// setAfter returns the cells with digit d in the first set below row k.
func (a *argument) setAfter(k int, d uint8) (cells []int) {
	sets := 0
	for _, r := range a.rows[k:] {
		if r.Role == "set" {
			sets++
		}
		if sets == 1 && r.Role == "cell" && a.p.marks[setdoku.CellIndex(r.Cell)].Has(d) {
			cells = append(cells, setdoku.CellIndex(r.Cell))
		}
	}
	return cells
}
