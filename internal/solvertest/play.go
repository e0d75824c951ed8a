package solvertest

import (
	"fmt"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
)

// Inserts writes the statements that insert rows of one rule into puzzle 1 by plain SQL.
type Inserts struct {
	Solution setdoku.Grid
	State    setdoku.State
}

// Cell is a statement that fills an open cell with its digit of the solution. columns and values are more of the row.
func (r *Inserts) Cell(i int, rule, columns, values string) string {
	return fmt.Sprintf(`INSERT INTO cell (puzzle_id, cell, digit, rule%s) VALUES (1, %d, %d, '%s'%s)`,
		columns, setdoku.CellAt(i), r.Solution[i], rule, values)
}

// Elimination is a statement that removes a candidate that is not the solution.
func (r *Inserts) Elimination(i int, rule, columns, values string) string {
	wrong := r.State.Candidates()[i] &^ setdoku.SetOf(r.Solution[i])
	return fmt.Sprintf(`INSERT INTO elimination (puzzle_id, cell, digit, rule%s) VALUES (1, %d, %d, '%s'%s)`,
		columns, setdoku.CellAt(i), wrong.Lowest(), rule, values)
}

// OpenCells returns the indexes of the cells of the puzzle that have three candidates or more.
func (r *Inserts) OpenCells() (cells []int) {
	for i, m := range r.State.Candidates() {
		if m.Count() > 2 {
			cells = append(cells, i)
		}
	}
	return cells
}

// PlayThirds crosses out a pencil mark and places a digit by hand in every third stuck puzzle.
func PlayThirds(t testing.TB, db *database.DB) {
	t.Helper()
	const played = `SELECT COUNT(*) FROM step WHERE rule = 'manual'`
	for _, move := range []string{
		`INSERT INTO elimination (puzzle_id, cell, digit, rule)
			SELECT c.puzzle_id, MAX(c.cell), MAX(c.digit), 'manual' FROM candidate AS c
			INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
			WHERE z.status = 'stuck' AND z.puzzle_id % 3 = 0 AND c.digit = 7
			GROUP BY c.puzzle_id`,
		`INSERT INTO cell (puzzle_id, cell, digit, rule)
			SELECT c.puzzle_id, MIN(c.cell * 10 + c.digit) / 10, MIN(c.cell * 10 + c.digit) % 10, 'manual'
				FROM candidate AS c
			INNER JOIN puzzle AS z ON z.puzzle_id = c.puzzle_id
			WHERE z.status IN ('new', 'stuck') AND z.puzzle_id % 3 = 0
			GROUP BY c.puzzle_id`,
	} {
		// SQLite does not count the rows that a trigger writes behind a view.
		before := dbtest.Count(t, db, played)
		if _, err := db.ExecContext(t.Context(), move); err != nil {
			t.Fatal(err)
		}
		if n := dbtest.Count(t, db, played) - before; n < 3 {
			t.Fatalf("%d puzzles played", n)
		}
	}
}
