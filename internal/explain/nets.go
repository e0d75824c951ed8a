package explain

import (
	"setdoku"
	"setdoku/internal/explain/picture"
)

// link describes the strong link between two colored cells: "in row 3 (r3c3 or r3c7)".
func (t *explainer) link(p picture.Part) string {
	return "in " + unitName(p.Unit) + " (" + orCells(t.Places(p.Unit, p.Digit)) + ")"
}

// sayNet explains how a net arises. a and b are the names of its colors.
func (t *explainer) sayNet(n picture.Net, a, b string) {
	var list []string
	for _, l := range n.Bases {
		list = append(list, t.link(l))
	}
	t.say("The %d has two places %s.", n.Digit, join(list, "and"))
	if len(n.Colors[0]) == 1 && len(n.Colors[1]) == 1 {
		t.say("So %s (%s) holds it and %s (%s) does not, or the other way round.", cellNames(n.Colors[0]), a,
			cellNames(n.Colors[1]), b)
		return
	}
	t.say("From link to link the cells take two colors in turn. So either all cells of %s (%s) hold it and no cell "+
		"of %s (%s) does, or the other way round.",
		a, cellNames(n.Colors[0]), b, cellNames(n.Colors[1]))
}

// sayNets explains one net or two nets, and the deduction.
func (t *explainer) sayNets() {
	switch nets := t.Nets(); len(nets) {
	case 1:
		t.oneNet(nets[0])
	case 2:
		t.twoNets(nets)
	default:
		t.rowByRow()
	}
}

// oneNet explains a net in which a color sees itself, or both colors of which an eliminated candidate sees.
func (t *explainer) oneNet(n picture.Net) {
	t.sayNet(n, "color a", "color b")
	cells, _ := t.Victims()
	for k, name := range []string{"a", "b"} {
		for _, i := range n.Colors[k] {
			if j := t.Seen(i, n.Colors[k]); j >= 0 && len(without(cells, n.Colors[k])) == 0 {
				t.say("%s and %s have the same color %s and see each other, so not both hold the %d, and color %s is "+
					"false: %s.", setdoku.CellAt(i), setdoku.CellAt(j), name, n.Digit, name, t.effect())
				return
			}
		}
	}
	for _, i := range cells {
		t.say("%s sees %s of color a and %s of color b, one of which holds the %d.", setdoku.CellAt(i),
			cellName(t.Seen(i, n.Colors[0])), cellName(t.Seen(i, n.Colors[1])), n.Digit)
	}
	t.say("So %s.", t.effect())
}

// cellName returns the name of a cell. It accepts -1, which only a wrong pattern gives.
func cellName(i int) string {
	if i < 0 {
		return "?"
	}
	return setdoku.CellAt(i).String()
}

// twoNets explains two nets in which a color of one sees colors of the other.
func (t *explainer) twoNets(nets []picture.Net) {
	digit := nets[0].Digit
	a, b, c, d := nets[0].Colors[0], nets[0].Colors[1], nets[1].Colors[0], nets[1].Colors[1]
	t.sayNet(nets[0], "color a", "color b")
	t.sayNet(nets[1], "color c", "color d")
	cells, _ := t.Victims()
	if len(without(cells, a)) == 0 {
		x, y := t.meeting(a, c), t.meeting(a, d)
		t.say("%s of color a sees %s of color c, and %s of color a sees %s of color d. One of c and d is true, so "+
			"color a is false: %s.",
			cellName(x[0]), cellName(x[1]), cellName(y[0]), cellName(y[1]), t.effect())
		return
	}
	x := t.meeting(a, c)
	t.say("%s of color a sees %s of color c, so not both a and c are true. Then b is true, or d, or both.",
		cellName(x[0]), cellName(x[1]))
	for _, i := range cells {
		t.say("%s sees %s of color b and %s of color d, one of which holds the %d.", setdoku.CellAt(i),
			cellName(t.Seen(i, b)), cellName(t.Seen(i, d)), digit)
	}
	t.say("So %s.", t.effect())
}

// meeting returns the first cells of two lists that see each other, or -1 twice.
func (t *explainer) meeting(a, b []int) [2]int {
	for _, i := range a {
		if j := t.Seen(i, b); j >= 0 {
			return [2]int{i, j}
		}
	}
	return [2]int{-1, -1}
}
