package web

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/internal/tell/explain"
	"setdoku/internal/tell/notation"
	"setdoku/store"
)

// stepRow is a row of the list of steps.
type stepRow struct {
	Step     int
	Title    string
	Done     string // what the step did
	Notation string // of its first pattern, "" if the pattern has no line in the notation of players
	Where    string // then where the pattern lies, "" if that is unknown
	Patterns int
}

// namesListed is the number of placements and eliminations of a step that the list of steps names.
const namesListed = 2

// rowOf returns the row of a step. The deductions are those of the step, without the evidence of all but the first pattern.
// before is the position before the step.
func rowOf(h store.HistoryStep, before store.Position, deductions []setdoku.Deduction) stepRow {
	row := stepRow{Step: h.Step, Title: ruleTitle(h.Rule), Patterns: len(deductions)}
	var names []string
	for _, d := range deductions {
		for _, c := range d.Placements {
			names = append(names, c.Placement())
		}
	}
	for _, d := range deductions {
		for _, c := range d.Eliminations {
			names = append(names, c.Elimination())
		}
	}
	all := h.Placements + h.Eliminations
	if shown := min(namesListed, len(names)); shown > 0 {
		if row.Done = strings.Join(names[:shown], ", "); all > shown {
			row.Done += fmt.Sprintf(" and %d more", all-shown)
		}
	} else if all > 0 {
		row.Done = fmt.Sprintf("%d not stored", all)
	}
	if len(deductions) == 0 || !before.Known || !deductions[0].PatternKept() {
		return row
	}
	if row.Notation = notation.Line(before.State, deductions[0]); row.Notation == "" && setdoku.HasPatterns(h.Rule) {
		row.Where = strings.TrimSuffix(strings.TrimPrefix(explain.Where(before.State, deductions[0], nil), "Look at "), ".")
	}
	return row
}

// ruleTitle returns the title of a technique, or what stands for it in a list.
func ruleTitle(rule string) string {
	switch rule {
	case "":
		return "not stored"
	case setdoku.RuleManual:
		return "By hand"
	}
	return title(rule)
}

// addRows adds the rows of the steps of the whole path.
func (v *shown) addRows(ctx context.Context, q *store.Snapshot, replay *store.Replay) error {
	first, err := q.FirstPatterns(ctx, v.Puzzle.PuzzleID)
	if err != nil {
		return err
	}
	for _, h := range replay.Steps {
		for len(first) > 0 && first[0].Step < h.Step {
			first = first[1:]
		}
		n := slices.IndexFunc(first, func(e setdoku.Evidence) bool { return e.Step != h.Step })
		if n < 0 {
			n = len(first)
		}
		before, err := replay.At(h.Step - 1)
		if err != nil {
			return err
		}
		v.Rows = append(v.Rows, rowOf(h, before, deductionsOf(h, first[:n])))
	}
	return nil
}

// deductionsOf returns a step as deductions, one for each pattern, by the keys of the patterns. evidence is that of some of
// them.
func deductionsOf(h store.HistoryStep, evidence []setdoku.Evidence) (list []setdoku.Deduction) {
	h.Evidence = evidence
	for _, p := range patternsOf(h) {
		list = append(list, p.deduction(h.Rule))
	}
	return list
}
