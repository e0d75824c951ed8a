package explain

import "setdoku"

// link describes the strong link between two colored cells: "in row 3 (r3c3 or r3c7)".
func (t *explainer) link(p part) string {
	return "in " + unitName(p.unit) + " (" + orCells(t.places(p.unit, p.digit)) + ")"
}

// nets splits the colored cells of the pattern into nets, which bases connect.
func (t *explainer) nets() (nets []net) {
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

// net holds the cells of two colors. All cells of one of the colors hold the digit.
type net struct {
	colors [2][]int
	links  []part
}

// sayNet explains how a net arises. a and b are the names of its colors.
func (t *explainer) sayNet(n net, a, b string) {
	digit := n.links[0].digit
	var list []string
	for _, l := range n.links {
		list = append(list, t.link(l))
	}
	t.say("The %d has two places %s.", digit, join(list, "and"))
	t.say("So either all cells of %s (%s) hold it and no cell of %s (%s) does, or the other way round.", a, cellNames(n.colors[0]), b, cellNames(n.colors[1]))
}

// seen returns the first cell of a list that cell sees, or -1.
func seen(cell int, list []int) int {
	for _, i := range list {
		if i != cell && setdoku.SeeEachOther(i, cell) {
			return i
		}
	}
	return -1
}

// sayNets explains one net or two nets, and the deduction.
func (t *explainer) sayNets() {
	switch nets := t.nets(); len(nets) {
	case 1:
		t.oneNet(nets[0])
	case 2:
		t.twoNets(nets)
	default:
		t.rowByRow()
	}
}

// oneNet explains a net in which a color sees itself, or both colors of which an eliminated candidate sees.
func (t *explainer) oneNet(n net) {
	digit := n.links[0].digit
	t.sayNet(n, "color a", "color b")
	cells, _ := t.victims()
	for k, name := range []string{"a", "b"} {
		for _, i := range n.colors[k] {
			if j := seen(i, n.colors[k]); j >= 0 && len(without(cells, n.colors[k])) == 0 {
				t.say("%s and %s have the same color %s and see each other, so not both hold the %d, and color %s is false: %s.", setdoku.CellName(i), setdoku.CellName(j), name, digit, name, t.effect())
				return
			}
		}
	}
	for _, i := range cells {
		t.say("%s sees %s of color a and %s of color b, one of which holds the %d.", setdoku.CellName(i), cellName(seen(i, n.colors[0])), cellName(seen(i, n.colors[1])), digit)
	}
	t.say("So %s.", t.effect())
}

// cellName is setdoku.CellName, but it accepts -1, which only a wrong pattern gives.
func cellName(i int) string {
	if i < 0 {
		return "?"
	}
	return setdoku.CellName(i)
}

// twoNets explains two nets in which a color of one sees colors of the other.
func (t *explainer) twoNets(nets []net) {
	digit := nets[0].links[0].digit
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
		t.say("%s sees %s of color b and %s of color d, one of which holds the %d.", setdoku.CellName(i), cellName(seen(i, b)), cellName(seen(i, d)), digit)
	}
	t.say("So %s.", t.effect())
}

// meeting returns the first cells of two lists that see each other, or -1 twice.
func meeting(a, b []int) [2]int {
	for _, i := range a {
		if j := seen(i, b); j >= 0 {
			return [2]int{i, j}
		}
	}
	return [2]int{-1, -1}
}
