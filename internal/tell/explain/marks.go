package explain

import (
	"slices"

	"setdoku"
	"setdoku/internal/tell/marking"
)

// marked maps a candidate, or the digit of a filled cell, to its mark. The index is cell*9 + digit - 1.
type marked map[int]marking.Mark

func at(cell int, digit uint8) int { return cell*9 + int(digit) - 1 }

// put marks a digit of a cell unless it has a mark.
func (m marked) put(cell int, digit uint8, mark marking.Mark) {
	if _, known := m[at(cell, digit)]; !known {
		m[at(cell, digit)] = mark
	}
}

// legend lists the marks that occur: first those of the effect, then by letter.
func (m marked) legend() (list []marking.Mark) {
	for _, k := range m {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	rank := func(k marking.Mark) int {
		switch k.Letter {
		case marking.Placed.Letter:
			return -2
		case marking.Goes.Letter:
			return -1
		}
		return int(k.Letter)
	}
	slices.SortFunc(list, func(a, b marking.Mark) int {
		if r := rank(a) - rank(b); r != 0 {
			return r
		}
		return len(a.Means) - len(b.Means)
	})
	return list
}

// marksOf marks the effect of a deduction and its pattern.
func marksOf(s setdoku.State, d setdoku.Deduction) marked {
	m := make(marked)
	m.effect(d)
	newExplainer(s, d).try(func(t *explainer) { t.markPattern(m) })
	return m
}

// effect marks the placements and eliminations of a deduction.
func (m marked) effect(d setdoku.Deduction) {
	for _, c := range d.Placements {
		m.put(setdoku.CellIndex(c.Cell), uint8(c.Digit), marking.Placed)
	}
	for _, c := range d.Eliminations {
		m.put(setdoku.CellIndex(c.Cell), uint8(c.Digit), marking.Goes)
	}
}

// markPattern marks the parts of the pattern.
func (t *explainer) markPattern(m marked) {
	switch {
	case len(t.class(setdoku.ClassNode)) > 0:
		t.markChain(m)
	case len(t.class(setdoku.ClassSet)) > 0:
		t.markSets(m)
	case len(t.corners()) > 0:
		t.markRectangle(m)
	case len(t.role("color")) > 0:
		t.markColors(m)
	case len(t.role("assume")) > 0:
		t.markTrial(m)
	default:
		t.markParts(m)
	}
}

func (t *explainer) markChain(m marked) {
	c := t.chain()
	for k, n := range c.Nodes {
		mark := marking.OffNode
		if k%2 == 1 {
			mark = marking.OnNode
		}
		for _, i := range n.Cells {
			m.put(i, n.Digit, mark)
		}
	}
	sets := 0
	for _, cells := range append([][]int{c.Before, c.After}, c.sets()...) {
		if cells == nil {
			continue
		}
		for _, i := range cells {
			t.markCell(m, i, t.live[i], marking.SetMark(sets, "almost locked set"))
		}
		sets++
	}
}

// sets returns the almost locked sets between the nodes.
func (c *chain) sets() (list [][]int) {
	for _, j := range c.Links {
		if j.Set != nil {
			list = append(list, j.Set)
		}
	}
	return list
}

func (t *explainer) markSets(m marked) {
	sets, _ := marking.ReadSets(t.d.Evidence)
	for _, i := range t.cells("stem") {
		t.markCell(m, i, t.live[i], marking.Of("stem").Mark)
	}
	for k, cells := range sets {
		for _, i := range cells {
			t.markCell(m, i, t.live[i], marking.SetMark(k, "set "+setName(k)))
		}
	}
}

func (t *explainer) markRectangle(m marked) {
	corners, digits := t.corners(), t.digits("digit")
	for _, i := range corners {
		if t.filled[i] != 0 {
			m.put(i, t.filled[i], marking.Deadly)
		}
		t.markCell(m, i, t.live[i]&digits, marking.Deadly)
		t.markCell(m, i, t.live[i]&^digits, marking.Besides)
	}
	for _, p := range t.role("base") {
		for _, i := range t.places(p.unit, p.digit) {
			m.put(i, p.digit, marking.Linked)
		}
	}
	for _, i := range without(t.cells("cell"), corners) {
		t.markCell(m, i, t.live[i], marking.Of("cell").Mark)
	}
}

func (t *explainer) markColors(m marked) {
	nets := t.nets()
	slices.SortStableFunc(nets, func(a, b net) int { return t.rank(a) - t.rank(b) })
	for k, n := range nets {
		for c, cells := range n.colors {
			for _, i := range cells {
				m.put(i, n.links[0].digit, marking.Colors[min(2*k+c, 3)])
			}
		}
	}
}

// rank returns 0 for the net that the words mention first.
func (t *explainer) rank(n net) int {
	if len(n.colors[0]) > 0 && n.colors[0][0] == t.first("color").cell {
		return 0
	}
	return 1
}

// markParts marks most patterns, each part by its role: first candidates, then cells, the places of a digit in a
// unit, and digits alone.
func (t *explainer) markParts(m marked) {
	for _, p := range t.parts {
		if mark := marking.Of(p.role).Mark; p.cell >= 0 && p.digit > 0 && mark.Letter != 0 {
			m.put(p.cell, p.digit, mark)
		}
	}
	digits := t.digits("digit")
	cells := len(t.class(setdoku.ClassCellTruth)) > 0
	for _, p := range t.parts {
		mark := marking.Of(p.role).Mark
		switch p.class {
		case setdoku.ClassUnitTruth:
			for _, i := range t.places(p.unit, p.digit) {
				m.put(i, p.digit, mark)
			}
		case setdoku.ClassCellTruth:
			shown := setdoku.AllDigits
			if digits != 0 && len(t.role("unit")) > 0 { // the digits lie in these cells of the unit
				shown = digits
			}
			t.markCell(m, p.cell, t.live[p.cell]&shown, mark)
		case setdoku.ClassDigit:
			for i := range t.live {
				if !cells { // the pattern is about the digit in the whole grid
					t.markCell(m, i, t.live[i]&setdoku.SetOf(p.digit), mark)
				}
			}
		}
	}
}

// markCell marks candidates of a cell.
func (t *explainer) markCell(m marked, cell int, digits setdoku.DigitSet, mark marking.Mark) {
	for ; digits != 0; digits &= digits - 1 {
		m.put(cell, digits.Lowest(), mark)
	}
}
