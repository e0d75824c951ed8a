package explain

import (
	"fmt"
	"slices"

	"setdoku"
)

// colors returns the line of one net or two nets with two colors each, as a chain of colors. A net is a strong link
// between its colors. A color that sees itself or both colors of another net is false. Then the chain is a
// discontinuous loop that proves the other color of its net.
func (w *chainWriter) colors() string {
	nets := w.Nets()
	var list []color
	for _, n := range nets {
		list = append(list, n.Colors[0], n.Colors[1])
	}
	if slices.ContainsFunc(list, func(c color) bool { return c == nil }) {
		return ""
	}
	switch len(nets) {
	case 1:
		switch a, b := list[0], list[1]; {
		case w.falsifies(a):
			list = []color{b, a, a, b}
		case w.falsifies(b):
			list = []color{a, b, b, a}
		}
	case 2:
		a, b, c, d := list[0], list[1], list[2], list[3]
		list = []color{b, a, c, d}
		if !w.allSee(d) {
			list = append(list, a, b)
		}
	default:
		return ""
	}
	line := fmt.Sprintf("(%d)%s", nets[0].Digit, list[0])
	for k, c := range list[1:] {
		line += [2]string{" = ", " - "}[k%2] + c.String()
	}
	return line
}

// color is the cells of one color of a net.
type color []int

func (c color) String() string {
	if len(c) == 1 {
		return groupName(c)
	}
	return "{" + groupName(c) + "}"
}

// falsifies reports whether the deduction eliminates the digit from a cell of a color.
func (w *chainWriter) falsifies(c color) bool {
	return slices.ContainsFunc(w.Eliminations,
		func(v setdoku.Candidate) bool { return slices.Contains(c, v.Cell.Index()) })
}

// allSee reports whether each cell that loses the digit sees a cell of a color.
func (w *chainWriter) allSee(c color) bool {
	return !slices.ContainsFunc(w.Eliminations, func(v setdoku.Candidate) bool { return w.Seen(v.Cell.Index(), c) < 0 })
}
