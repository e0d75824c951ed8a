package explain

import (
	"setdoku/internal/grid"

	"setdoku"
)

// tellTwoLinks tells a skyscraper, kite or turbot fish: link, base, link, weak, link, base, link.
func tellTwoLinks(t *teller) {
	links, bases, weak := t.cellsOf(setdoku.ClassNode), t.units("strong"), t.first("weak").unit
	digit := t.first("link").digit
	a, b, c, d := links[0], links[1], links[2], links[3]
	t.say("In %s the %d stands in %s, in %s in %s.", unitName(bases[0]), digit, orCells([]int{a, b}), unitName(bases[1]), orCells([]int{c, d}))
	t.say("Of %s and %s, which share %s, only one can hold it. So %s or %s does, or both do.", grid.CellName(b), grid.CellName(c), unitName(weak),
		grid.CellName(a), grid.CellName(d))
	t.say("No cell that sees both can hold it: %s.", t.effect())
}

// tellEmptyRectangle tells link..., base box, link..., weak, link, base, link.
func tellEmptyRectangle(t *teller) {
	c := t.chain()
	if len(c.nodes) != 4 {
		tellChain(t)
		return
	}
	digit := c.nodes[0].digit
	near, far, first, last := c.nodes[0], c.nodes[1], c.nodes[2], c.nodes[3]
	box, line, other := c.joints[0].unit, c.joints[1].unit, c.joints[2].unit
	cells, _ := t.victims()
	side := unitName(sharedLine(append(append([]int{}, near.cells...), cells...)))
	t.say("In %s the %d stands in %s (%s) or in %s (%s), and nowhere else.", unitName(box), digit, side, orCells(near.cells), unitName(line), orCells(far.cells))
	t.say("In %s it stands in %s or %s.", unitName(other), grid.CellName(first.cells[0]), grid.CellName(last.cells[0]))
	t.say("If %s held the %d, %s would not, so %s would, which takes it from %s in %s. %s takes it from %s in %s itself. %s would have no %d.",
		orCells(cells), digit, grid.CellName(last.cells[0]), grid.CellName(first.cells[0]), cellNames(far.cells), unitName(line),
		cellNames(cells), cellNames(near.cells), side, upperFirst(unitName(box)), digit)
	t.say("So %s.", t.effect())
}

// sharedLine returns the first row or column that holds all cells, else the first unit; 0 when there is none.
func sharedLine(cells []int) int {
	if units := commonUnits(cells); len(units) > 0 {
		return units[0]
	}
	return 0
}

// link tells what joins the two colors of a net: "in row 3 (r3c3 or r3c7)".
func (t *teller) link(p part) string {
	return "in " + unitName(p.unit) + " (" + orCells(t.places(p.unit, p.digit)) + ")"
}

// colors splits the colors of the pattern into nets: what bases join.
func (t *teller) nets() (nets []net) {
	of := make(map[int]int) // by cell
	for _, b := range t.role("base") {
		ends := t.places(b.unit, b.digit)
		at := -1
		for _, i := range ends {
			if k, known := of[i]; known && at >= 0 && k != at {
				nets[at].links = append(nets[at].links, nets[k].links...)
				nets[k].links = nil
				for j, n := range of {
					if n == k {
						of[j] = at
					}
				}
			} else if known {
				at = k
			}
		}
		if at < 0 {
			at = len(nets)
			nets = append(nets, net{})
		}
		for _, i := range ends {
			of[i] = at
		}
		nets[at].links = append(nets[at].links, b)
	}
	for _, p := range t.parts {
		if p.role == "color" || p.role == "color_2" {
			n := &nets[of[p.cell]]
			k := 0
			if p.role == "color_2" {
				k = 1
			}
			n.colors[k] = append(n.colors[k], p.cell)
		}
	}
	var out []net
	for _, n := range nets {
		if len(n.links) > 0 {
			out = append(out, n)
		}
	}
	return out
}

// net is the cells of two colors, one of which holds the digit throughout.
type net struct {
	colors [2][]int
	links  []part
}

// sayNet tells how a net comes about. names are those of its colors.
func (t *teller) sayNet(n net, a, b string) {
	digit := n.links[0].digit
	var list []string
	for _, l := range n.links {
		list = append(list, t.link(l))
	}
	t.say("The %d has two places %s.", digit, join(list, "and"))
	t.say("So either %s (%s) holds it throughout and %s (%s) nowhere, or the other way round.", a, cellNames(n.colors[0]), b, cellNames(n.colors[1]))
}

// seen returns the first cell of a list that cell sees, -1 when there is none.
func seen(cell int, list []int) int {
	for _, i := range list {
		if i != cell && grid.SeeEachOther(i, cell) {
			return i
		}
	}
	return -1
}

func tellSimpleColors(t *teller) {
	n := t.nets()[0]
	digit := n.links[0].digit
	t.sayNet(n, "color a", "color b")
	cells, _ := t.victims()
	for k, name := range []string{"a", "b"} {
		for _, i := range n.colors[k] {
			if j := seen(i, n.colors[k]); j >= 0 && len(without(cells, n.colors[k])) == 0 {
				t.say("%s and %s have the same color %s and see each other, so not both hold the %d, and color %s is false: %s.", grid.CellName(i), grid.CellName(j), name, digit, name, t.effect())
				return
			}
		}
	}
	for _, i := range cells {
		t.say("%s sees %s of color a and %s of color b, one of which holds the %d.", grid.CellName(i), cellName(seen(i, n.colors[0])), cellName(seen(i, n.colors[1])), digit)
	}
	t.say("So %s.", t.effect())
}

// cellName is grid.CellName for a cell that may be -1, which no pattern should come to.
func cellName(i int) string {
	if i < 0 {
		return "?"
	}
	return grid.CellName(i)
}

func tellMultiColors(t *teller) {
	nets := t.nets()
	digit := nets[0].links[0].digit
	if len(nets) != 2 {
		tellAny(t)
		return
	}
	if len(nets[0].colors[0]) == 0 || nets[0].colors[0][0] != t.first("color").cell {
		nets[0], nets[1] = nets[1], nets[0]
	}
	a, b, c, d := nets[0].colors[0], nets[0].colors[1], nets[1].colors[0], nets[1].colors[1]
	t.sayNet(nets[0], "color a", "color b")
	t.sayNet(nets[1], "color c", "color d")
	cells, _ := t.victims()
	if len(without(cells, a)) == 0 {
		x, y := meeting(a, c), meeting(a, d)
		t.say("%s of color a sees %s of color c, and %s of color a sees %s of color d. One of c and d is true, so color a is false: %s.",
			cellName(x[0]), cellName(x[1]), cellName(y[0]), cellName(y[1]), t.effect())
		return
	}
	x := meeting(a, c)
	t.say("%s of color a sees %s of color c, so not both a and c are true. Then b is true, or d, or both.", cellName(x[0]), cellName(x[1]))
	for _, i := range cells {
		t.say("%s sees %s of color b and %s of color d, one of which holds the %d.", grid.CellName(i), cellName(seen(i, b)), cellName(seen(i, d)), digit)
	}
	t.say("So %s.", t.effect())
}

// meeting returns the first cells of two lists that see each other, -1 when there are none.
func meeting(a, b []int) [2]int {
	for _, i := range a {
		if j := seen(i, b); j >= 0 {
			return [2]int{i, j}
		}
	}
	return [2]int{-1, -1}
}
