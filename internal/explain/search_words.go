package explain

import (
	"slices"

	"setdoku"
	"setdoku/internal/format"
)

// guess describes the cell with the fewest candidates, which a search tries first.
func (t *explainer) guess() {
	best := -1
	for i, m := range t.Live {
		if m != 0 && (best < 0 || m.Count() < t.Live[best].Count()) {
			best = i
		}
	}
	t.say("No technique before it finds anything here, so the search tries digits. It begins with %s, "+
		"which can hold %s%s.",
		setdoku.CellAt(best), either(t.Live[best].Count(), "only ", ""), orDigits(t.Live[best]))
}

// templates counts the ways to place a digit.
func (t *explainer) templates() {
	digit := t.First("digit").Digit
	w := ways{live: t.Live, filled: t.Filled, digit: digit, all: fullSet()}
	w.row(0, nil)
	follows := true
	for _, c := range t.Placements {
		follows = follows && w.all[c.Cell.Index()]
	}
	for _, c := range t.Eliminations {
		follows = follows && !w.any[c.Cell.Index()]
	}
	t.say("There %s %s %s left to put the %d into every row, column and box at once.", either(w.count, "is", "are"),
		number(w.count), format.Noun(w.count, "way"), digit)
	if !follows {
		t.say("Some of them use a cell that all ways of another digit need. Such ways are eliminated, for each digit in " +
			"turn, until none is left.")
	}
}

func fullSet() (s [setdoku.CellCount]bool) {
	for i := range s {
		s[i] = true
	}
	return s
}

// ways visits all templates of a digit, which look only at rows, columns and boxes. It counts them, and finds the cells
// that some use and those that all use.
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
	for _, i := range setdoku.Classic().Units[r] {
		if (w.filled[i] == w.digit || w.live[i].Has(w.digit)) &&
			!slices.ContainsFunc(taken, func(j int) bool { return setdoku.Classic().SeeEachOther(i, j) }) {
			w.row(r+1, append(taken, i))
		}
	}
}

// rowByRow lists the parts of a pattern for a technique without @words.
func (t *explainer) rowByRow() {
	var list []string
	for _, p := range t.Parts {
		text := p.Role
		if p.Cell >= 0 {
			text += " " + setdoku.CellAt(p.Cell).String()
		}
		if p.Unit >= 0 {
			text += " " + unitName(p.Unit)
		}
		if p.Digit > 0 {
			text += " digit " + digitNames(setdoku.NewDigitSet(p.Digit))
		}
		list = append(list, text)
	}
	if len(list) > 0 {
		t.say("The technique %s shows this pattern: %s.", t.Technique, join(list, "and"))
	} else {
		t.say("The technique %s shows no pattern.", t.Technique)
	}
	t.say("It concludes that %s.", t.effect())
}
