package store

import (
	"database/sql/driver"
	"slices"

	"setdoku/store/record"
)

// stepColumn is a column of the table step with the field of StepRow that has its value.
type stepColumn struct {
	name  string
	value func(*record.StepRow) any // nil for a column that only steps by hand have
	set   func(*record.StepRow, driver.Value)
}

// stepColumns lists the columns after puzzle_id.
var stepColumns = []stepColumn{
	{"step", func(s *record.StepRow) any { return s.Step },
		func(s *record.StepRow, v driver.Value) { s.Step = scanInt(v) }},
	{"rule", func(s *record.StepRow) any { return s.Rule },
		func(s *record.StepRow, v driver.Value) { s.Rule = scanText(v) }},
	{"placements", func(s *record.StepRow) any { return s.Placements },
		func(s *record.StepRow, v driver.Value) { s.Placements = scanInt(v) }},
	{"eliminations", func(s *record.StepRow) any { return s.Eliminations },
		func(s *record.StepRow, v driver.Value) { s.Eliminations = scanInt(v) }},
	{"rounds", func(s *record.StepRow) any { return s.Rounds },
		func(s *record.StepRow, v driver.Value) { s.Rounds = scanInt(v) }},
	{"run_id", func(s *record.StepRow) any { return s.Run },
		func(s *record.StepRow, v driver.Value) { s.Run = scanInt64(v) }},
	{"made_at", nil, func(s *record.StepRow, v driver.Value) { s.MadeAt = scanText(v) }},
	{"made_by", nil, func(s *record.StepRow, v driver.Value) { s.MadeBy = scanText(v) }},
}

// stepNames returns the names of columns.
func stepNames(columns []stepColumn) (names []string) {
	for _, c := range columns {
		names = append(names, c.name)
	}
	return names
}

// stepWriter returns the table step for the results of a run.
func stepWriter(run int64) resultTable {
	columns := slices.DeleteFunc(slices.Clone(stepColumns), func(c stepColumn) bool { return c.value == nil })
	row := make([]any, 1+len(columns))
	return resultTable{"step", append([]string{"puzzle_id"}, stepNames(columns)...),
		func(rows *Inserter, r *record.Puzzle) {
			for _, s := range r.Rows.StepRows {
				s.Run = run
				row[0] = r.PuzzleID
				for i, c := range columns {
					row[i+1] = c.value(&s)
				}
				rows.Add(row...)
			}
		}}
}

// readStep adds a row of the table step to a record.
func readStep(rec *record.Puzzle, row []driver.Value) {
	var s record.StepRow
	for i, c := range stepColumns {
		c.set(&s, row[i])
	}
	rec.StepRows = append(rec.StepRows, s)
}
