package explain

import (
	"fmt"
	"slices"

	"setdoku/internal/grid"
	"setdoku/solver"
)

// Mark is what a candidate, or the digit of a cell, is in a pattern. Without colours its letter stands behind the digit.
type Mark struct {
	Letter byte
	Means  string
	colour string // SGR parameters
}

// The marks, but for those of sets, which are the letters of their names.
var (
	goes     = Mark{'x', "goes", "1;31"}
	placed   = Mark{'o', "placed", "1;32"}
	pattern  = Mark{'p', "pattern", "1;33"}
	fin      = Mark{'f', "fin", "1;35"}
	endoFin  = Mark{'e', "fin in two bases", "1;35"}
	linked   = Mark{'l', "strong link", "1;36"}
	unlike   = Mark{'u', "digit of the rectangle", "1;33"}
	besides  = Mark{'m', "more than the rectangle has", "1;35"}
	stemMark = Mark{'s', "stem", "1;35"}
	follows  = Mark{'t', "then follows", "1;33"}
	colours  = [4]Mark{{'a', "color a", "1;36"}, {'b', "color b", "1;33"}, {'c', "color c", "1;34"}, {'d', "color d", "1;35"}}
	offNode  = Mark{'a', "if this is not ...", "1;36"}
	onNode   = Mark{'b', "... then this is", "1;33"}
)

// setMark is the mark of the almost locked set number k.
func setMark(k int) Mark {
	return Mark{byte('A' + k), "set " + setName(k), [4]string{"1;36", "1;33", "1;34", "1;35"}[k%4]}
}

// marked is a candidate, or the digit of a filled cell, as an index: cell*9 + digit - 1.
type marked map[int]Mark

func at(cell int, digit uint8) int { return cell*9 + int(digit) - 1 }

// put marks a digit of a cell unless it has a mark.
func (m marked) put(cell int, digit uint8, mark Mark) {
	if _, known := m[at(cell, digit)]; !known {
		m[at(cell, digit)] = mark
	}
}

// legend lists the marks that occur, what is done first, then by letter.
func (m marked) legend() (list []Mark) {
	for _, k := range m {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	rank := func(k Mark) int {
		switch k.Letter {
		case placed.Letter:
			return -2
		case goes.Letter:
			return -1
		}
		return int(k.Letter)
	}
	slices.SortFunc(list, func(a, b Mark) int {
		if r := rank(a) - rank(b); r != 0 {
			return r
		}
		return len(a.Means) - len(b.Means)
	})
	return list
}

// marksOf marks what a deduction does and its pattern.
func marksOf(s grid.State, d solver.Deduction) marked {
	m := make(marked)
	for _, c := range d.Placements {
		m.put(grid.Index(c.Cell), uint8(c.Digit), placed)
	}
	for _, c := range d.Eliminations {
		m.put(grid.Index(c.Cell), uint8(c.Digit), goes)
	}
	newTeller(s, d).try(func(t *teller) { t.markPattern(m) })
	return m
}

// markPattern marks the parts of the pattern by what they are.
func (t *teller) markPattern(m marked) {
	switch {
	case len(t.role("link")) > 0:
		t.markChain(m)
	case len(t.role("set")) > 0:
		t.markSets(m)
	case len(t.role("rectangle")) > 0:
		t.markRectangle(m)
	case len(t.role("color")) > 0:
		t.markColors(m)
	case len(t.role("assume")) > 0:
		for _, c := range t.follow().done {
			if c.needed {
				m.put(c.cell, c.digit, follows)
			}
		}
	default:
		t.markParts(m)
	}
}

func (t *teller) markChain(m marked) {
	c := t.chain()
	for k, n := range c.nodes {
		mark := offNode
		if k%2 == 1 {
			mark = onNode
		}
		for _, i := range n.cells {
			m.put(i, n.digit, mark)
		}
	}
	sets := 0
	for _, cells := range append([][]int{c.before, c.end}, c.sets()...) {
		if cells == nil {
			continue
		}
		for _, i := range cells {
			t.markCell(m, i, t.live[i], Mark{byte('A' + sets), "almost locked set", setMark(sets).colour})
		}
		sets++
	}
}

// sets are the almost locked sets between the nodes.
func (c *chainOf) sets() (list [][]int) {
	for _, j := range c.joints {
		if j.set != nil {
			list = append(list, j.set)
		}
	}
	return list
}

func (t *teller) markSets(m marked) {
	sets, _ := t.lockedSets()
	for _, p := range t.role("stem") {
		t.markCell(m, p.cell, t.live[p.cell], stemMark)
	}
	for k, cells := range sets {
		for _, i := range cells {
			t.markCell(m, i, t.live[i], setMark(k))
		}
	}
}

func (t *teller) markRectangle(m marked) {
	r := t.rectangle()
	for _, i := range r.corners {
		if t.filled[i] != 0 {
			m.put(i, t.filled[i], unlike)
		}
		t.markCell(m, i, t.live[i]&r.digits, unlike)
		t.markCell(m, i, t.live[i]&^r.digits, besides)
	}
	for _, p := range t.role("base") {
		for _, i := range t.places(p.unit, p.digit) {
			m.put(i, p.digit, linked)
		}
	}
	for _, i := range without(t.cells("cell"), r.corners) {
		t.markCell(m, i, t.live[i], pattern)
	}
}

func (t *teller) markColors(m marked) {
	nets := t.nets()
	slices.SortStableFunc(nets, func(a, b net) int { return t.rank(a) - t.rank(b) })
	for k, n := range nets {
		for c, cells := range n.colors {
			for _, i := range cells {
				m.put(i, n.links[0].digit, colours[min(2*k+c, 3)])
			}
		}
	}
}

// rank is 0 for the net that the words begin with.
func (t *teller) rank(n net) int {
	if len(n.colors[0]) > 0 && n.colors[0][0] == t.first("color").cell {
		return 0
	}
	return 1
}

// markParts marks what most patterns have: cells, bases, fins, and digits alone.
func (t *teller) markParts(m marked) {
	digits := t.digits("digit")
	for _, p := range t.parts {
		switch p.role {
		case "single":
			m.put(p.cell, p.digit, placed)
		case "fin":
			m.put(p.cell, p.digit, fin)
		case "endo_fin":
			m.put(p.cell, p.digit, endoFin)
		}
	}
	for _, p := range t.parts {
		switch {
		case p.role == "base" && len(t.role("cell")) > 0: // of a wing
			for _, i := range t.places(p.unit, p.digit) {
				m.put(i, p.digit, linked)
			}
		case p.role == "base":
			for _, i := range t.places(p.unit, p.digit) {
				m.put(i, p.digit, pattern)
			}
		case p.role == "cell" && digits != 0 && len(t.role("unit")) > 0:
			t.markCell(m, p.cell, t.live[p.cell]&digits, pattern)
		case p.role == "cell":
			t.markCell(m, p.cell, t.live[p.cell], pattern)
		case p.role == "digit" && len(t.role("cell")) == 0: // of templates
			for i := range t.live {
				t.markCell(m, i, t.live[i]&grid.Mark(p.digit), pattern)
			}
		}
	}
}

// markCell marks some candidates of a cell.
func (t *teller) markCell(m marked, cell int, digits grid.Marks, mark Mark) {
	for ; digits != 0; digits &= digits - 1 {
		m.put(cell, digits.Lowest(), mark)
	}
}

// String is "7x goes" without the digit: "x goes".
func (k Mark) String() string { return fmt.Sprintf("%c %s", k.Letter, k.Means) }
