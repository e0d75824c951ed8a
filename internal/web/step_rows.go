package web

import (
	"fmt"

	"setdoku"
	"setdoku/internal/audit"
)

// tableRows are rows of a table as the page shows them, with a query that returns them.
type tableRows struct {
	Table   string
	Query   string
	Columns []string
	Rows    [][]any
	More    int // number of rows that are not shown
}

// shownRows is how many rows of a table the page of a puzzle shows.
const shownRows = 40

// rowsOf returns the rows that a step wrote, and the rows behind its patterns: the parts of the patterns and the
// candidates of their cells before the step. It makes them from v and asks the database nothing.
func rowsOf(v *shown, size int) (read, written []tableRows) {
	if v.Step == 0 || len(v.Done.Deductions) == 0 {
		return nil, nil
	}
	id, step := v.Puzzle.PuzzleID, v.Step
	of := fmt.Sprintf("WHERE puzzle_id = %d AND step = %d", id, step)
	read = append(read, tableRows{
		Table: "pass", Query: fmt.Sprintf("SELECT %d AS puzzle_id, name AS technique, size FROM technique WHERE name "+
			"= '%s'", id, v.Done.Rule),
		Columns: []string{"puzzle_id", "technique", "size"}, Rows: [][]any{{id, v.Done.Rule, size}},
	})
	parts := tableRows{
		Table: "evidence", Query: "SELECT * FROM evidence " + of + " ORDER BY pattern, ordinal",
		Columns: []string{"pattern", "ordinal", "role", "cell", "digit", "unit_type", "unit"},
	}
	cells := make(map[setdoku.Cell]bool)
	for _, d := range v.Done.Deductions {
		for _, e := range d.Evidence {
			parts.Rows = append(parts.Rows,
				[]any{d.Pattern, e.Ordinal, e.Role, orNull(int(e.Cell)), orNull(e.Digit),
					orNull(setdoku.UnitType(e.Unit)), orNull(setdoku.UnitIndex(e.Unit))})
			cells[e.Cell] = true
		}
	}
	read = append(read, parts)
	if v.Before.Known {
		marks := tableRows{Table: "candidate_at", Columns: []string{"cell", "digit"}, Query: fmt.Sprintf(
			"SELECT cell, digit FROM candidate_at WHERE puzzle_id = %d AND step = %d AND cell IN (SELECT e.cell FROM "+
				"evidence AS e "+
				"WHERE e.puzzle_id = %d AND e.step = %d) ORDER BY cell, digit", id, step-1, id, step)}
		for i, m := range v.Before.State.Candidates() {
			for ; cells[setdoku.CellAt(i)] && m != 0; m &= m - 1 {
				marks.Rows = append(marks.Rows, []any{int(setdoku.CellAt(i)), m.Lowest()})
			}
		}
		read = append(read, marks)
	}
	written = append(written, tableRows{
		Table: "step", Query: "SELECT puzzle_id, step, rule, placements, eliminations FROM step " + of,
		Columns: []string{"puzzle_id", "step", "rule", "placements", "eliminations"},
		Rows:    [][]any{{id, step, v.Done.Rule, v.Done.Placements, v.Done.Eliminations}},
	})
	changed := func(table string, changes []audit.Change) {
		t := tableRows{
			Table: table, Query: "SELECT * FROM " + table + " " + of + " ORDER BY cell, digit",
			Columns: []string{"puzzle_id", "step", "cell", "digit", "rule", "pattern"},
		}
		for _, c := range changes {
			t.Rows = append(t.Rows, []any{id, step, int(c.Cell), c.Digit, c.Rule, c.Pattern})
		}
		if len(t.Rows) > 0 {
			written = append(written, t)
		}
	}
	placements, eliminations := audit.Changes(&v.Done)
	changed("cell", placements)
	changed("elimination", eliminations)
	for _, list := range [][]tableRows{read, written} {
		for i := range list {
			list[i].More = max(0, len(list[i].Rows)-shownRows)
			list[i].Rows = list[i].Rows[:len(list[i].Rows)-list[i].More]
		}
	}
	return read, written
}

// orNull returns a value, NULL for the zero value.
func orNull[T comparable](v T) any {
	var zero T
	if v == zero {
		return nil
	}
	return v
}
