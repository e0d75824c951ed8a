package dbtest_test

import (
	"slices"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
	"setdoku/store"
)

// TestUnchecked adds, changes and deletes rows of every view that has a stored table behind it. It takes each change back, and
// compares the rows. Then the views refuse changes as before.
func TestUnchecked(t *testing.T) {
	t.Run("file", func(t *testing.T) { unchecked(t, dbtest.Open(t)) })
	t.Run("server", func(t *testing.T) { unchecked(t, dbtest.OpenServer(t, 2)) })
}

func unchecked(t *testing.T, db *store.DB) {
	puzzle, _ := solvertest.StuckPuzzle(t)
	solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t, "singles", "intersections")), solvertest.Givens(puzzle), 1)
	views := []string{"cell", "elimination", "candidate", "step"}
	read := func() (list []string) {
		for _, view := range views {
			list = append(list, dbtest.Rows(t, db, `SELECT * FROM `+view)...)
		}
		return list
	}
	cell := dbtest.Count(t, db, `SELECT MIN(cell) FROM cell WHERE step > 0`)
	open := dbtest.Count(t, db, `SELECT MIN(cell) FROM candidate`)
	digit := dbtest.Count(t, db, `SELECT MIN(digit) FROM candidate WHERE cell = ?`, open)
	steps := dbtest.Count(t, db, `SELECT steps FROM puzzle`)
	if steps == 0 || open == 0 || cell == 0 {
		t.Fatalf("%d steps, candidates from cell %d, placements from cell %d", steps, open, cell)
	}
	for _, tt := range []struct {
		statement string
		args      []any
		rows      int // how many more rows the views have after it
		undo      string
	}{
		{`UPDATE cell SET digit = digit % 9 + 1 WHERE cell = ?`, []any{cell}, 0, `UPDATE cell SET digit = (digit + 7) % 9 + 1 WHERE cell = ?`},
		{`UPDATE cell SET step = step + 1 WHERE cell = ?`, []any{cell}, 0, `UPDATE cell SET step = step - 1 WHERE cell = ?`},
		{`UPDATE cell SET pattern = pattern + 7 WHERE cell = ?`, []any{cell}, 0, `UPDATE cell SET pattern = pattern - 7 WHERE cell = ?`},
		{`UPDATE step SET rule = 'own:' || rule WHERE step = ?`, []any{steps}, 0, `UPDATE step SET rule = SUBSTR(rule, 5) WHERE step = ?`},
		{`UPDATE step SET placements = placements + 1 WHERE step = ?`, []any{steps}, 0,
			`UPDATE step SET placements = placements - 1 WHERE step = ?`},
		{`INSERT INTO step (puzzle_id, step, rule, placements, eliminations, run_id) VALUES (1, ?, 'own', 1, 2, NULL)`,
			[]any{steps + 1}, 1, `DELETE FROM step WHERE step = ?`},
		{`INSERT INTO elimination (puzzle_id, cell, digit, step, rule, pattern) VALUES (1, 11, ?, 1, 'other', 77)`, []any{digit}, 1,
			`DELETE FROM elimination WHERE pattern = 77 AND digit = ?`},
		{`DELETE FROM candidate WHERE cell = ? AND digit = ` + string(rune('0'+digit)), []any{open}, -1,
			`INSERT INTO candidate (puzzle_id, cell, digit) VALUES (1, ?, ` + string(rune('0'+digit)) + `)`},
		{`INSERT INTO cell (puzzle_id, cell, digit, step, rule, pattern) VALUES (1, ?, 9, 1, 'own', 123456)`, []any{open}, 1,
			`DELETE FROM cell WHERE cell = ?`},
	} {
		before := read()
		if n := dbtest.Unchecked(t, db, db.Rebind(tt.statement), tt.args...); n == 0 {
			t.Errorf("%s: no row", tt.statement)
		}
		after := read()
		if len(after)-len(before) != tt.rows || slices.Equal(before, after) {
			t.Errorf("%s: %d rows and then %d, want %d more", tt.statement, len(before), len(after), tt.rows)
		}
		dbtest.Unchecked(t, db, db.Rebind(tt.undo), tt.args...)
		dbtest.SameRows(t, tt.undo, read(), before)
	}
	before := read()
	for _, view := range views {
		for _, statement := range []string{`DELETE FROM ` + view, `UPDATE ` + view + ` SET puzzle_id = 2`} {
			if _, err := db.ExecContext(t.Context(), statement); err == nil {
				t.Errorf("%s is accepted", statement)
			}
		}
	}
	dbtest.SameRows(t, "refused statements", read(), before)
}
