package cli

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/store/record"
)

// newStepDiagram returns the picture of a step in the position before it. If the step has several patterns, the picture
// shows none, because each picture shows one pattern. Use onePattern to draw one of them. The note is the line about
// the pattern, or lists the deductions, and ends with what the run did not store. The caller sets the title.
func newStepDiagram(before setdoku.Position, s setdoku.Step) picture.Diagram {
	d := picture.Diagram{State: before.State, Marks: true, Unknown: !before.Known}
	step := explain.NewStep(0, s.Number, &s, before, nil)
	d.Placements, d.Eliminations = step.Placements, step.Eliminations
	line := strings.Join(d.Names(), ", ")
	if len(s.Deductions) == 1 {
		line = explain.Explain(before, s.Deductions[0], nil).Line()
		if before.Known {
			d.Evidence = s.Deductions[0].Evidence
		}
	}
	d.Note = strings.TrimSuffix(cmp.Or(line, s.Rule), ".") + "."
	if step.Missing != "" {
		d.Note += " " + step.Missing
	}
	if !before.Known {
		d.Note += " The pencil marks before this step are not known."
	}
	return d
}

// onePattern returns a step with only the deduction of one pattern, so that newStepDiagram can draw it. number is the
// number of the pattern, from 1. With 0, onePattern returns the whole step if it places a digit, and otherwise its
// first pattern. chosen is the number of the returned pattern, or 0 for the whole step. If there is no such pattern,
// the step is returned unchanged.
func onePattern(s setdoku.Step, number int) (_ setdoku.Step, chosen int) {
	places := slices.ContainsFunc(s.Deductions, func(d setdoku.Deduction) bool { return len(d.Placements) > 0 })
	if number == 0 && !places {
		number = 1
	}
	if number == 0 || number > len(s.Deductions) {
		return s, number
	}
	s.Deductions = []setdoku.Deduction{s.Deductions[number-1]}
	return s, number
}

// rowTables returns the rows of a step as tables to be drawn next to its picture: its row of step, its deductions and
// its evidence.
func rowTables(s setdoku.Step) []picture.Table {
	placed, eliminated := record.Counts(&s)
	tables := []picture.Table{{
		Title:   "step",
		Columns: []string{"step", "rule", "placements", "eliminations"},
		Rows:    [][]string{{strconv.Itoa(s.Number), s.Rule, strconv.Itoa(placed), strconv.Itoa(eliminated)}},
	}}
	add := func(t picture.Table) {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	changed := func(title string, changes []record.Change) {
		t := picture.Table{Title: title, Columns: []string{"cell_name", "digit", "rule", "pattern"}}
		for _, c := range changes {
			t.Rows = append(t.Rows, []string{nameOrEmpty(c.Cell), orEmpty(int(c.Digit)), c.Rule,
				strconv.FormatInt(c.Pattern, 10)})
		}
		add(t)
	}
	placements, eliminations := record.Changes(&s)
	changed("placement", placements)
	changed("elimination", eliminations)
	t := picture.Table{Title: "evidence", Columns: []string{"role", "cell_name", "digit", "unit_type", "unit"}}
	for _, d := range s.Deductions {
		for _, e := range d.Evidence {
			t.Rows = append(t.Rows, []string{e.Role, nameOrEmpty(e.Cell), orEmpty(int(e.Digit)),
				setdoku.UnitType(e.Unit), orEmpty(setdoku.UnitIndex(e.Unit))})
		}
	}
	add(t)
	return tables
}

// nameOrEmpty names a cell; "" means none.
func nameOrEmpty(cell setdoku.Cell) string {
	if cell == 0 {
		return ""
	}
	return cell.String()
}

// orEmpty writes a number; "" means none.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
