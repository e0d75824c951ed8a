package notation

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// colors returns the line of one net or two nets with two colors each, as a chain of colors. A net is a strong link
// between its colors. A color that sees itself or both colors of another net is false. Then the chain is a
// discontinuous loop that proves the other color of its net.
func (w *writer) colors() string {
	list, digit := w.colorList()
	switch len(list) {
	case 2:
		switch a, b := list[0], list[1]; {
		case w.falsifies(a):
			list = []color{b, a, a, b}
		case w.falsifies(b):
			list = []color{a, b, b, a}
		}
	case 4:
		a, b, c, d := list[0], list[1], list[2], list[3]
		list = []color{b, a, c, d}
		if !w.allSee(d) {
			list = append(list, a, b)
		}
	default:
		return ""
	}
	line := fmt.Sprintf("(%d)%s", digit, list[0])
	for k, c := range list[1:] {
		line += [2]string{" = ", " - "}[k%2] + c.String()
	}
	return line
}

// color is the cells of one color of a net.
type color []int

func (c color) String() string {
	if len(c) == 1 {
		return cellList(c)
	}
	return "{" + cellList(c) + "}"
}

// colorList returns the colors in the order of the rows, and the digit.
func (w *writer) colorList() (list []color, digit uint8) {
	last := ""
	for _, e := range w.rows {
		if !strings.HasPrefix(e.Role, "color") || !setdoku.ValidCell(e.Cell) {
			continue
		}
		if e.Role != last {
			list, last = append(list, nil), e.Role
		}
		k := len(list) - 1
		list[k], digit = append(list[k], setdoku.CellIndex(e.Cell)), e.Digit
	}
	return list, digit
}

// falsifies reports whether the deduction eliminates the digit from a cell of a color.
func (w *writer) falsifies(c color) bool {
	return slices.ContainsFunc(w.lost, func(v setdoku.Candidate) bool { return slices.Contains(c, setdoku.CellIndex(v.Cell)) })
}

// allSee reports whether each cell that loses the digit sees a cell of a color.
func (w *writer) allSee(c color) bool {
	return !slices.ContainsFunc(w.lost, func(v setdoku.Candidate) bool {
		cell := setdoku.CellIndex(v.Cell)
		return !slices.ContainsFunc(c, func(i int) bool { return i != cell && setdoku.SeeEachOther(i, cell) })
	})
}
