package verify

import (
	"fmt"

	"setdoku/internal/grid"
)

// checkSets checks the almost locked sets that are shown: rows of the role of the set, its cells, all in one
// unit, with one candidate more than cells.
func (a *argument) checkSets(*situation) error {
	for k, r := range a.rows {
		if !a.beginsSet(k) {
			continue
		}
		var digits set
		cells := 0
		shared := grid.Units
		units := shared[:]
		seen := map[int]bool{}
		for _, c := range a.rows[k:] {
			if c.Role != r.Role {
				break
			}
			i := grid.Index(c.Cell)
			cells++
			seen[i] = true
			digits |= a.p.marks[i]
			units = holding(units, i)
		}
		switch {
		case cells == 0 || cells != len(seen):
			return fmt.Errorf("row %d, role %s: a cell stands twice", r.Ordinal, r.Role)
		case len(units) == 0:
			return fmt.Errorf("row %d, role %s: its cells do not lie in one unit", r.Ordinal, r.Role)
		case digits.Count() != cells+1:
			return fmt.Errorf("row %d, role %s: %d cells with %d digits, want one digit more than cells", r.Ordinal, r.Role, cells, digits.Count())
		}
	}
	return nil
}

// beginsSet reports whether row k is the first cell of a set.
func (a *argument) beginsSet(k int) bool {
	return isSet(a.rows[k].Role) && (k == 0 || a.rows[k-1].Role != a.rows[k].Role)
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

// checkCommons checks the restricted commons: the digit is in the set before the row, or
// in the stem where the pattern has one, and in the set after it, and all its places
// there see each other.
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
				if i == j || !grid.SeeEachOther(i, j) {
					return fmt.Errorf("row %d, role restricted: %s and %s can both hold %d", r.Ordinal, grid.CellName(i), grid.CellName(j), r.Digit)
				}
			}
		}
	}
	return nil
}

// setBefore returns the cells with digit d of the stem, or of the last set above row k.
func (a *argument) setBefore(k int, d uint8) (cells []int) {
	for n, r := range a.rows[:k] {
		if a.beginsSet(n) {
			cells = nil
		}
		switch {
		case r.Role == "stem" && !a.p.marks[grid.Index(r.Cell)].Has(d):
			return nil
		case r.Role == "stem":
			return []int{grid.Index(r.Cell)}
		case isSet(r.Role) && a.p.marks[grid.Index(r.Cell)].Has(d):
			cells = append(cells, grid.Index(r.Cell))
		}
	}
	return cells
}

// setAfter returns the cells with digit d of the first set below row k.
func (a *argument) setAfter(k int, d uint8) (cells []int) {
	sets := 0
	for n, r := range a.rows[k:] {
		if a.beginsSet(k + n) {
			sets++
		}
		if sets == 1 && isSet(r.Role) && a.p.marks[grid.Index(r.Cell)].Has(d) {
			cells = append(cells, grid.Index(r.Cell))
		}
	}
	return cells
}
