package explain

import (
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
)

// area names the units or cells of a pattern.
func (t *explainer) area() string {
	digits := setdoku.DigitSet(0)
	for _, p := range t.Parts {
		if p.Digit > 0 {
			digits |= setdoku.NewDigitSet(p.Digit)
		}
	}
	if corners := t.Corners(); len(corners) > 0 {
		rows, columns, _ := t.linesByKind(corners)
		shape := "rectangle"
		if len(corners) > 4 && len(t.Role("digit").Digits()) == 2 {
			shape = "loop"
		}
		return fmt.Sprintf("the %s in %s and %s", shape, unitNames(rows), unitNames(columns))
	}
	if units := t.Role("unit").Units(); len(units) > 0 {
		return unitNames(units)
	}
	var cells []int
	for _, p := range t.Parts {
		if p.Cell >= 0 && p.Role != "body" { // the base units of a fish already give the area
			cells = append(cells, p.Cell)
		}
	}
	cells = distinct(cells)
	bases := t.Class(catalogue.ClassUnitTruth, catalogue.ClassStrong).Units()
	switch {
	case len(cells) == 0 && len(bases) > 0:
		return fmt.Sprintf("%s, where the %s can go", unitNames(bases), digitNames(digits))
	case len(bases) > 0 && digits.Count() == 1:
		return fmt.Sprintf("the places of the %s in %s", digitNames(digits), unitNames(bases))
	case len(cells) > 0:
		return cellNames(cells)
	case digits != 0:
		return fmt.Sprintf("all places of the %s", digitNames(digits))
	}
	return "the whole grid"
}
