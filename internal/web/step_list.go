package web

import (
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
)

// stepRow is a row of the list of steps.
type stepRow struct {
	Step     int
	Title    string
	Done     string // the placements and eliminations of the step
	Notation string // of its first pattern, "" if the pattern has no line in the notation of players
	Where    string // the place of the pattern if it has no notation, "" if the place is unknown
	Patterns int
}

// namesListed is the number of placements and eliminations of a step that the list of steps names.
const namesListed = 2

// Rows returns the rows of the steps that were stored.
func (v *shown) Rows() (list []stepRow) {
	for i, before := range v.Path.Positions()[:len(v.Path.Steps)] {
		if s := &v.Path.Steps[i]; s.Rule != "" {
			list = append(list, rowOf(i+1, before, s))
		}
	}
	return list
}

// rowOf returns the row of a step. before is the position before it.
func rowOf(number int, before setdoku.Position, s *setdoku.Step) stepRow {
	row := stepRow{Step: number, Title: ruleTitle(s.Rule), Patterns: len(s.Deductions)}
	var all setdoku.Deduction
	for _, d := range s.Deductions {
		all.Placements, all.Eliminations = append(all.Placements, d.Placements...),
			append(all.Eliminations, d.Eliminations...)
	}
	names := all.Names()
	count := len(names) + s.Missing
	if shown := min(namesListed, len(names)); shown > 0 {
		if row.Done = strings.Join(names[:shown], ", "); count > shown {
			row.Done += fmt.Sprintf(" and %d more", count-shown)
		}
	} else if count > 0 {
		row.Done = fmt.Sprintf("%d not stored", count)
	}
	if len(s.Deductions) == 0 || !before.Known || !s.Deductions[0].HasPattern() {
		return row
	}
	first := s.Deductions[0]
	if row.Notation = explain.Notation(before.State, first); row.Notation == "" && catalogue.HasPatterns(s.Rule) {
		row.Where = strings.TrimSuffix(strings.TrimPrefix(explain.Where(before.State, first, nil), "Look at "), ".")
	}
	return row
}

// ruleTitle returns the title of a technique, or the words for a step without one.
func ruleTitle(rule string) string {
	switch rule {
	case "":
		return "not stored"
	case setdoku.RuleManual:
		return "By hand"
	}
	return techniqueTitle(rule)
}
