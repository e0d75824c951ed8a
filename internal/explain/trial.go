package explain

import (
	"slices"

	"setdoku/internal/grid"
)

// tellForcing follows the assumption, each placement with what leaves nothing else.
func tellForcing(t *teller) {
	h := hypothesis{filled: t.filled, live: t.live}
	for _, p := range t.parts {
		switch p.role {
		case "assume":
			t.say("Assume that %s is %d.", grid.CellName(p.cell), p.digit)
			h.place(p.cell, p.digit)
		case "place":
			t.say("Then %s is %d: %s.", grid.CellName(p.cell), p.digit, h.reason(p.cell, p.digit))
			h.place(p.cell, p.digit)
		case "contradiction":
			t.say("Now %s, which cannot be.", h.clash(p))
		}
	}
	t.say("So the assumption was wrong: %s.", t.effect())
}

// hypothesis is a grid in which something was assumed.
type hypothesis struct {
	filled grid.Digits
	live   [grid.Size]grid.Marks
}

// place fills a cell and trims the others.
func (h *hypothesis) place(cell int, digit uint8) {
	h.filled[cell] = digit
	h.live[cell] = 0
	for _, i := range grid.Peers[cell] {
		h.live[i] &^= grid.Mark(digit)
	}
}

// places returns the open cells of a unit that can take a digit.
func (h *hypothesis) places(unit int, digit uint8) (list []int) {
	for _, i := range grid.Units[unit] {
		if h.live[i].Has(digit) {
			list = append(list, i)
		}
	}
	return list
}

// reason says why a digit must go into a cell.
func (h *hypothesis) reason(cell int, digit uint8) string {
	if h.live[cell] == grid.Mark(digit) {
		return "no other candidate is left there"
	}
	for u := range grid.Units {
		if inUnit(u, cell) && slices.Equal(h.places(u, digit), []int{cell}) {
			return unitName(u) + " has no other place for it"
		}
	}
	return "it is a single"
}

// clash says what is wrong where the singles end.
func (h *hypothesis) clash(p part) string {
	switch {
	case p.unit >= 0 && p.digit > 0:
		if h.has(p.unit, p.digit) || len(h.places(p.unit, p.digit)) > 0 {
			return unitName(p.unit) + " must hold the " + digitNames(grid.Mark(p.digit)) + " twice, in " + cellNames(h.forced(p.unit, p.digit))
		}
		return unitName(p.unit) + " has no place left for " + digitNames(grid.Mark(p.digit))
	case p.cell >= 0 && h.live[p.cell] != 0:
		return grid.CellName(p.cell) + " must hold two digits at once, for " + h.rivals(p.cell) + " have no other place"
	case p.cell >= 0:
		return grid.CellName(p.cell) + " has no candidate left"
	}
	return "nothing goes on"
}

func (h *hypothesis) has(unit int, digit uint8) bool {
	return slices.ContainsFunc(cellsOf(unit), func(i int) bool { return h.filled[i] == digit })
}

// forced returns the cells of a unit that are left with a digit alone, or are its only place elsewhere.
func (h *hypothesis) forced(unit int, digit uint8) (cells []int) {
	for _, i := range grid.Units[unit] {
		if h.filled[i] == digit || h.live[i].Has(digit) && h.reason(i, digit) != "it is a single" {
			cells = append(cells, i)
		}
	}
	return cells
}

// rivals returns the digits that have no other place in a unit than one cell.
func (h *hypothesis) rivals(cell int) string {
	var m grid.Marks
	for _, d := range digitsIn(h.live[cell]) {
		for u := range grid.Units {
			if inUnit(u, cell) && slices.Equal(h.places(u, d), []int{cell}) {
				m |= grid.Mark(d)
			}
		}
	}
	return digitNames(m)
}

func digitsIn(m grid.Marks) (list []uint8) {
	for ; m != 0; m &= m - 1 {
		list = append(list, m.Lowest())
	}
	return list
}

func tellSearch(t *teller) {
	best := -1
	for i, m := range t.live {
		if m != 0 && (best < 0 || m.Count() < t.live[best].Count()) {
			best = i
		}
	}
	t.say("No technique goes on here, so digits are tried, beginning with %s, where %s can go.", grid.CellName(best), orDigits(t.live[best]))
	t.say("All other tries end in a contradiction, so %s.", t.effect())
}

// tellTemplates counts the ways to place a digit.
func tellTemplates(t *teller) {
	digit := t.first("digit").digit
	w := ways{live: t.live, filled: t.filled, digit: digit, all: fullSet()}
	w.row(0, nil)
	alone := true
	for _, c := range t.d.Placements {
		alone = alone && w.all[grid.Index(c.Cell)]
	}
	for _, c := range t.d.Eliminations {
		alone = alone && !w.any[grid.Index(c.Cell)]
	}
	t.say("There %s %d %s left to put a %d into every row, column and box at once.", either(w.count, "is", "are"), w.count, either(w.count, "way", "ways"), digit)
	if !alone {
		t.say("Some of them take a cell that all ways of another digit need. These are struck out, for each digit in turn, until no more can be.")
	}
	if len(t.d.Placements) > 0 {
		t.say("All that are left use these cells: %s.", t.effect())
		return
	}
	t.say("None that is left uses these cells: %s.", t.effect())
}

func fullSet() (s [grid.Size]bool) {
	for i := range s {
		s[i] = true
	}
	return s
}

// ways goes through all templates of a digit: count of them, the cells that some and that all use.
type ways struct {
	live   [grid.Size]grid.Marks
	filled grid.Digits
	digit  uint8
	count  int
	any    [grid.Size]bool
	all    [grid.Size]bool
}

// row takes the places of the digit in a row on, after those of the rows above.
func (w *ways) row(r int, taken []int) {
	if r == 9 {
		w.count++
		var here [grid.Size]bool
		for _, i := range taken {
			here[i], w.any[i] = true, true
		}
		for i := range w.all {
			w.all[i] = w.all[i] && here[i]
		}
		return
	}
	for _, i := range grid.Units[r] {
		if (w.filled[i] == w.digit || w.live[i].Has(w.digit)) && !slices.ContainsFunc(taken, func(j int) bool { return grid.SeeEachOther(i, j) }) {
			w.row(r+1, append(taken, i))
		}
	}
}

// tellAny is for techniques that this package does not know: the parts of the pattern as they are.
func tellAny(t *teller) {
	var list []string
	for _, p := range t.parts {
		text := p.role
		if p.cell >= 0 {
			text += " " + grid.CellName(p.cell)
		}
		if p.unit >= 0 {
			text += " " + unitName(p.unit)
		}
		if p.digit > 0 {
			text += " digit " + digitNames(grid.Mark(p.digit))
		}
		list = append(list, text)
	}
	if len(list) > 0 {
		t.say("The technique %s shows this pattern: %s.", t.d.Technique, join(list, "and"))
	} else {
		t.say("The technique %s tells no pattern.", t.d.Technique)
	}
	t.say("It says that %s.", t.effect())
}
