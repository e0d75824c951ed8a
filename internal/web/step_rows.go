package web

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"setdoku"
	sqlfiles "setdoku/sql"
	"setdoku/store/record"
)

// tableRows are rows of a table or view of which the page of a step is made.
type tableRows struct {
	Table   string
	Columns []string
	Rows    [][]any // the first ones
	More    int     // number of the others
	Address string  // of the console with the statement that reads them
}

// rowsShown is the number of rows of a table that the page of a step shows.
const rowsShown = 40

// add adds a row. Zeros of nullable columns are NULL.
func (t *tableRows) add(row ...any) {
	if len(t.Rows) == rowsShown {
		t.More++
		return
	}
	t.Rows = append(t.Rows, row)
}

// stepRows returns the rows behind the patterns of the step, which are the parts of the patterns and the candidates of
// their cells before the step, and the rows that the step wrote. The file rows_TABLE of sql/page reads those of a
// table.
func (d *puzzleData) stepRows() (read, written []tableRows) {
	id := d.Puzzle.PuzzleID
	values := url.Values{"p_puzzle_id": {strconv.FormatInt(id, 10)}, "p_step": {strconv.Itoa(d.Step)}}
	table := func(name, columns string) tableRows {
		values.Set("q", sqlfiles.Page("rows_"+name, ""))
		return tableRows{Table: name, Columns: strings.Fields(columns), Address: "/sql?" + values.Encode()}
	}
	pass := table("pass", "puzzle_id technique size")
	if d.Rule != nil {
		pass.add(id, d.Rule.Name, d.Rule.SolveSize)
	}
	evidence := table("evidence", "pattern ordinal role cell digit unit_type unit")
	var cells []setdoku.Cell
	for _, p := range d.Done.Deductions {
		for _, e := range p.Evidence {
			row := []any{p.Pattern, e.Ordinal, e.Role, nil, nil, nil, nil}
			if e.Cell != 0 {
				row[3] = int(e.Cell)
				cells = append(cells, e.Cell)
			}
			if e.Digit != 0 {
				row[4] = e.Digit
			}
			if e.Unit != 0 {
				row[5], row[6] = setdoku.UnitType(e.Unit), setdoku.UnitIndex(e.Unit)
			}
			evidence.add(row...)
		}
	}
	read = []tableRows{pass, evidence}
	if d.Before.Known && d.Board() == nil {
		candidates, marks := table("candidate_at", "cell digit"), d.Before.State.Candidates()
		slices.Sort(cells)
		for _, c := range slices.Compact(cells) {
			for _, digit := range marks[c.Index()].Digits() {
				candidates.add(int(c), digit)
			}
		}
		read = append(read, candidates)
	}
	step := table("step", "puzzle_id step rule placements eliminations")
	for _, k := range d.Puzzle.StepRows {
		if k.Step == d.Step {
			step.add(id, k.Step, k.Rule, k.Placements, k.Eliminations)
		}
	}
	cell, elimination := table("cell", "puzzle_id cell digit step rule pattern"),
		table("elimination", "puzzle_id step cell digit rule pattern")
	placements, eliminations := record.Changes(&d.Done)
	for _, c := range placements {
		cell.add(id, int(c.Cell), c.Digit, d.Step, c.Rule, c.Pattern)
	}
	for _, c := range eliminations {
		elimination.add(id, d.Step, int(c.Cell), c.Digit, c.Rule, c.Pattern)
	}
	return read, slices.DeleteFunc([]tableRows{step, cell, elimination},
		func(t tableRows) bool { return len(t.Rows) == 0 })
}
