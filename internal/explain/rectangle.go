package explain

import (
	"fmt"

	"setdoku"
)

// relies is a sentence for every technique that assumes one solution.
const relies = "This relies on the puzzle having one solution only."

// deadly explains why the corners of a rectangle, or the cells of a loop, must not hold only the digits of the pattern.
func (t *explainer) deadly() (string, error) {
	corners, err := some(cellList(t.Corners()))
	if err != nil {
		return "", err
	}
	digits, err := some(digitList(t.Role("digit").Digits()))
	rows, columns, others := t.linesByKind(corners)
	in := []string{unitNames(rows), unitNames(columns)}
	if len(others) > 0 {
		in = append(in, unitNames(others))
	}
	where, what, swapped := "", "two digits", "all "+number(len(corners))
	switch {
	case len(corners) > 4 && len(digits) == 2:
		where = ", two in each"
	case len(digits) > 2 && len(rows) < len(columns):
		what, swapped = "two rows", "these six cells"
	case len(digits) > 2:
		what, swapped = "two columns", "these six cells"
	}
	return fmt.Sprintf("%s lie in %s%s. If they held nothing but %s, the %s could be swapped in %s, and "+
		"the puzzle would have a second solution. %s",
		corners, join(in, "and"), where, digitNames(digits.set()), what, swapped, relies), err
}

// linesByKind returns the rows, columns and other units of cells, each once.
func (t *explainer) linesByKind(cells []int) (rows, columns, others []int) {
	var list [3][]int
	for _, i := range cells {
		for _, u := range t.commonUnits([]int{i}) {
			k := min(u/9, 2)
			list[k] = append(list[k], u)
		}
	}
	return distinct(list[0]), distinct(list[1]), distinct(list[2])
}

// setCorners returns a text such as "r1c2=5, r1c7=1 and r2c2=1".
func (t *explainer) setCorners(cells []int) string {
	list := make([]string, len(cells))
	for k, i := range cells {
		list[k] = fmt.Sprintf("%s=%d", setdoku.CellAt(i), t.Filled[i])
	}
	return join(list, "and")
}
