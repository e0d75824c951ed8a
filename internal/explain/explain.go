// Package explain describes deductions in words that a player can follow and check. It can
// describe one deduction for a hint, or a whole solution path as text, Markdown or HTML. The header of a technique
// contains the templates of its words (@words). This package has the functions that they call. It does not search
// for deductions.
package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"

	"setdoku"
	"setdoku/internal/explain/picture"
)

// explainer collects sentences about a deduction and the state in which it was found.
type explainer struct {
	*picture.Pattern
	lines   []string
	full    bool // whether to describe the steps of refutations and of the branches of a set
	tooLong bool // a template has exceeded a limit

	vocabulary template.FuncMap // of templates, nil until one needs it
	calls      int              // of functions by the template
}

func newExplainer(s setdoku.State, d setdoku.Deduction) *explainer {
	return &explainer{Pattern: picture.NewPattern(s, d)}
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
		list = append(list, fmt.Sprintf("%s is %d", setdoku.CellAt(c.Cell.Index()), c.Digit))
	}
	if len(list) > 0 {
		list = []string{join(list, "and")}
	}
	lost := make(map[int]setdoku.DigitSet)
	for _, c := range d.Eliminations {
		lost[c.Cell.Index()] |= setdoku.NewDigitSet(c.Digit)
	}
	for _, g := range groups(slices.Sorted(maps.Keys(lost)), func(i int) setdoku.DigitSet { return lost[i] }) {
		list = append(list, fmt.Sprintf("%s %s %s", cellNames(g.cells), either(len(g.cells), "loses", "lose"),
			digitNames(g.key)))
	}
	return strings.Join(list, "; ")
}

// group is a list of cells that have something in common.
type group[K comparable] struct {
	key   K
	cells []int
}

// groups groups cells by a key, in the order in which the keys occur.
func groups[K comparable](cells []int, key func(cell int) K) (list []group[K]) {
	for _, i := range cells {
		k := key(i)
		at := slices.IndexFunc(list, func(g group[K]) bool { return g.key == k })
		if at < 0 {
			at = len(list)
			list = append(list, group[K]{key: k})
		}
		list[at].cells = append(list[at].cells, i)
	}
	return list
}
