// Package explain describes deductions in words that a player can follow and check. It can
// describe one deduction for a hint, or a whole solution path as text, Markdown or HTML. The header of a technique
// contains the templates of its words (@words). This package has the functions that they call. It does not search
// for deductions.
package explain

import (
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/tell/pattern"
)

// explainer collects sentences about a deduction and the state in which it was found.
type explainer struct {
	*pattern.Pattern
	lines []string
	full  bool // whether to tell the steps of refutations and of the branches of a set
}

func newExplainer(s setdoku.State, d setdoku.Deduction) *explainer {
	return &explainer{Pattern: pattern.Of(s, d)}
}

// say adds a sentence.
func (t *explainer) say(format string, args ...any) {
	t.lines = append(t.lines, upperFirst(fmt.Sprintf(format, args...)))
}

// effect describes the effect of the deduction, such as "r3c2 and r3c3 lose 3".
func (t *explainer) effect() string { return Effect(t.Deduction) }

// Effect describes the effect of a deduction, such as "r3c2 and r3c3 lose 3" or "r4c5 is 7".
func Effect(d setdoku.Deduction) string {
	var list []string
	for _, c := range d.Placements {
		list = append(list, fmt.Sprintf("%s is %d", setdoku.CellName(c.Index()), c.Digit))
	}
	if len(list) > 0 {
		list = []string{join(list, "and")}
	}
	var lost [setdoku.CellCount]setdoku.DigitSet
	var order []setdoku.DigitSet
	for _, c := range d.Eliminations {
		lost[c.Index()] |= setdoku.SetOf(c.Digit)
	}
	cells := make(map[setdoku.DigitSet][]int)
	for i, m := range lost {
		if m == 0 {
			continue
		}
		if cells[m] == nil {
			order = append(order, m)
		}
		cells[m] = append(cells[m], i)
	}
	for _, m := range order {
		verb := "lose"
		if len(cells[m]) == 1 {
			verb = "loses"
		}
		list = append(list, fmt.Sprintf("%s %s %s", cellNames(cells[m]), verb, digitNames(m)))
	}
	return strings.Join(list, "; ")
}
