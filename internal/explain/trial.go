package explain

import (
	"fmt"
	"slices"

	"setdoku"
)

// trial describes the assumption and the placements that follow, each with its reason. It leaves out placements
// that the contradiction does not need.
func (t *explainer) trial() {
	h := t.follow()
	for k, p := range h.done {
		switch {
		case !p.needed:
		case k == 0:
			t.say("Assume that %s is %d.", setdoku.CellName(p.cell), p.digit)
		default:
			t.say("Then %s is %d: %s.", setdoku.CellName(p.cell), p.digit, p.reason)
		}
	}
	t.say("Now %s, which cannot be.", h.clash.reason)
}

// hypothesis is a grid with an assumption, its consequences, and their reasons.
type hypothesis struct {
	start   [setdoku.CellCount]setdoku.DigitSet // candidates before the assumption
	live    [setdoku.CellCount]setdoku.DigitSet
	removed map[int]int // by candidate: the placement that eliminated it
	done    []conclusion
	clash   conclusion
}

// conclusion is a placement or the contradiction, with the placements that cause it.
type conclusion struct {
	part
	reason string
	causes []int
	needed bool
}

// follow replays the parts of the pattern.
func (t *explainer) follow() *hypothesis {
	h := &hypothesis{start: t.live, live: t.live, removed: make(map[int]int)}
	for _, p := range t.parts {
		switch p.role {
		case "assume":
			h.place(conclusion{part: p})
		case "place":
			h.place(h.single(p))
		case "contradiction":
			h.clash = h.contradiction(p)
		}
	}
	h.need(h.clash.causes)
	return h
}

// need marks the conclusions that others depend on.
func (h *hypothesis) need(causes []int) {
	for _, k := range causes {
		if c := &h.done[k]; !c.needed {
			c.needed = true
			h.need(c.causes)
		}
	}
}

// place fills a cell and eliminates candidates of its peers.
func (h *hypothesis) place(c conclusion) {
	k := len(h.done)
	h.done = append(h.done, c)
	for _, d := range digitsIn(h.live[c.cell]) {
		if d != c.digit {
			h.removed[at(c.cell, d)] = k
		}
	}
	h.live[c.cell] = 0
	for _, i := range setdoku.Peers[c.cell] {
		if h.live[i].Has(c.digit) {
			h.removed[at(i, c.digit)] = k
			h.live[i] &^= setdoku.SetOf(c.digit)
		}
	}
}

// single explains why a digit must go into a cell.
func (h *hypothesis) single(p part) conclusion {
	c := conclusion{part: p}
	if h.live[p.cell] == setdoku.SetOf(p.digit) {
		c.reason, c.causes = "no other candidate is left there", h.emptied(p.cell)
		return c
	}
	for u := range setdoku.Units {
		if inUnit(u, p.cell) && slices.Equal(h.places(u, p.digit), []int{p.cell}) {
			c.reason, c.causes = unitName(u)+" has no other place for it", h.closed(u, p.digit)
			return c
		}
	}
	c.reason = "it is a single"
	return c
}

// places returns the open cells of a unit in which a digit is a candidate.
func (h *hypothesis) places(unit int, digit uint8) (list []int) {
	for _, i := range setdoku.Units[unit] {
		if h.live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// emptied returns the placements that eliminated candidates of a cell.
func (h *hypothesis) emptied(cell int) (causes []int) {
	for _, d := range digitsIn(h.start[cell] &^ h.live[cell]) {
		causes = append(causes, h.removed[at(cell, d)])
	}
	return causes
}

// closed returns the placements that eliminated places of a digit in a unit.
func (h *hypothesis) closed(unit int, digit uint8) (causes []int) {
	for _, i := range setdoku.Units[unit] {
		if h.start[i].Has(digit) && !h.live[i].Has(digit) {
			causes = append(causes, h.removed[at(i, digit)])
		}
	}
	return causes
}

// contradiction explains the contradiction at the end.
func (h *hypothesis) contradiction(p part) conclusion {
	c := conclusion{part: p}
	switch {
	case p.unit >= 0 && len(h.places(p.unit, p.digit)) == 0:
		c.reason, c.causes = fmt.Sprintf("%s has no place left for %d", unitName(p.unit), p.digit), h.closed(p.unit, p.digit)
	case p.unit >= 0:
		var cells []int
		for _, i := range h.places(p.unit, p.digit) {
			if one := h.single(part{cell: i, digit: p.digit}); one.causes != nil {
				cells = append(cells, i)
				c.causes = append(c.causes, one.causes...)
			}
		}
		c.reason = fmt.Sprintf("%s must hold the %d twice, in %s", unitName(p.unit), p.digit, cellNames(cells))
	case h.live[p.cell] == 0:
		c.reason, c.causes = setdoku.CellName(p.cell)+" has no candidate left", h.emptied(p.cell)
	default:
		var rivals setdoku.DigitSet
		for _, d := range digitsIn(h.live[p.cell]) {
			if one := h.single(part{cell: p.cell, digit: d}); one.causes != nil {
				rivals |= setdoku.SetOf(d)
				c.causes = append(c.causes, one.causes...)
			}
		}
		c.reason = fmt.Sprintf("%s must hold %s at once, which have no other place in one of its units", setdoku.CellName(p.cell), digitNames(rivals))
	}
	return c
}

func digitsIn(m setdoku.DigitSet) (list []uint8) {
	for ; m != 0; m &= m - 1 {
		list = append(list, m.Lowest())
	}
	return list
}

// guess describes the cell with the fewest candidates, which a search tries first.
func (t *explainer) guess() {
	best := -1
	for i, m := range t.live {
		if m != 0 && (best < 0 || m.Count() < t.live[best].Count()) {
			best = i
		}
	}
	t.say("No technique finds anything here, so the search tries digits. It begins with %s, which can hold %s.", setdoku.CellName(best), orDigits(t.live[best]))
}

// templates counts the ways to place a digit.
func (t *explainer) templates() {
	digit := t.first("digit").digit
	w := ways{live: t.live, filled: t.filled, digit: digit, all: fullSet()}
	w.row(0, nil)
	alone := true
	for _, c := range t.d.Placements {
		alone = alone && w.all[setdoku.CellIndex(c.Cell)]
	}
	for _, c := range t.d.Eliminations {
		alone = alone && !w.any[setdoku.CellIndex(c.Cell)]
	}
	t.say("There %s %d %s left to put a %d into every row, column and box at once.", either(w.count, "is", "are"), w.count, either(w.count, "way", "ways"), digit)
	if !alone {
		t.say("Some of them use a cell that all ways of another digit need. These are crossed out, for each digit in turn, until none is left.")
	}
}

func fullSet() (s [setdoku.CellCount]bool) {
	for i := range s {
		s[i] = true
	}
	return s
}

// ways visits all templates of a digit. It counts them, and finds the cells that some use and those that all use.
type ways struct {
	live   [setdoku.CellCount]setdoku.DigitSet
	filled setdoku.Grid
	digit  uint8
	count  int
	any    [setdoku.CellCount]bool
	all    [setdoku.CellCount]bool
}

// row continues with the places of the digit in a row, after those of the rows above.
func (w *ways) row(r int, taken []int) {
	if r == 9 {
		w.count++
		var here [setdoku.CellCount]bool
		for _, i := range taken {
			here[i], w.any[i] = true, true
		}
		for i := range w.all {
			w.all[i] = w.all[i] && here[i]
		}
		return
	}
	for _, i := range setdoku.Units[r] {
		if (w.filled[i] == w.digit || w.live[i].Has(w.digit)) && !slices.ContainsFunc(taken, func(j int) bool { return setdoku.SeeEachOther(i, j) }) {
			w.row(r+1, append(taken, i))
		}
	}
}

// rowByRow lists the parts of a pattern for a technique without @words.
func (t *explainer) rowByRow() {
	var list []string
	for _, p := range t.parts {
		text := p.role
		if p.cell >= 0 {
			text += " " + setdoku.CellName(p.cell)
		}
		if p.unit >= 0 {
			text += " " + unitName(p.unit)
		}
		if p.digit > 0 {
			text += " digit " + digitNames(setdoku.SetOf(p.digit))
		}
		list = append(list, text)
	}
	if len(list) > 0 {
		t.say("The technique %s shows this pattern: %s.", t.d.Technique, join(list, "and"))
	} else {
		t.say("The technique %s shows no pattern.", t.d.Technique)
	}
	t.say("It concludes that %s.", t.effect())
}
