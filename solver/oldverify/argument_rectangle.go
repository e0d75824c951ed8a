package verify

import (
	"fmt"

	"setdoku"
)

// checkRectangle adds the truth of a rectangle: four cells in two rows, two columns and two boxes, none of them a
// given. At least one of them holds a third digit. Otherwise the two digits could be exchanged, and the puzzle
// would have two solutions.
func (a *argument) checkRectangle(s *situation) error {
	if len(a.rectangle) == 0 {
		return nil
	}
	if !s.unique() {
		return fmt.Errorf("a rectangle proves nothing: the givens do not have exactly one solution")
	}
	if a.digits.Count() != 2 {
		return fmt.Errorf("a rectangle with %d digits, want 2", a.digits.Count())
	}
	if err := isRectangle(a.rectangle); err != nil {
		return err
	}
	var others candidates
	for _, i := range a.rectangle {
		switch {
		case s.givens[i] != 0:
			return fmt.Errorf("%s of the rectangle is a given", setdoku.CellName(i))
		case a.p.digits[i] != 0 && !a.digits.Has(a.p.digits[i]):
			return fmt.Errorf("%s of the rectangle holds %d, which is none of the two digits", setdoku.CellName(i), a.p.digits[i])
		}
		for _, d := range members(a.p.marks[i] &^ a.digits) {
			others.add(candidate(i, uint8(d)))
		}
	}
	if err := a.checkStrongSides(); err != nil {
		return err
	}
	return a.addTruth(others)
}

// checkStrongSides checks that each base of a rectangle joins two of its cells by one of its digits.
func (a *argument) checkStrongSides() error {
	for _, r := range a.rows {
		if r.Role != "base" {
			continue
		}
		corners := 0
		for _, i := range a.rectangle {
			if contains(unitIndex(r), i) {
				corners++
			}
		}
		if corners != 2 || !a.digits.Has(r.Digit) {
			return fmt.Errorf("row %d, role base: it does not join two cells of the rectangle by one of its digits", r.Ordinal)
		}
	}
	return nil
}

// isRectangle checks that four cells, 0..80, form a rectangle in two boxes.
func isRectangle(cells []int) error {
	seen := map[int]bool{}
	var lines [27]int
	for _, i := range cells {
		seen[i] = true
		for u := range lines {
			if contains(u, i) {
				lines[u]++
			}
		}
	}
	units := 0
	for _, n := range lines {
		if n == 2 {
			units++
		}
	}
	if len(cells) != 4 || len(seen) != 4 || units != 6 {
		return fmt.Errorf("%d cells that are no rectangle in two rows, two columns and two boxes", len(seen))
	}
	return nil
}
