package database_test

import (
	"context"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// TestHandCannotTrickTheGrid inserts by hand what a client without foreign keys could
// slip past the tables' own constraints.
func TestHandCannotTrickTheGrid(t *testing.T) {
	db := dbtest.Open(t)
	puzzle, _ := solvertest.StuckPuzzle(t)
	results := solvertest.Solve(t, solvertest.NewBatch(t, db, solvertest.Options(t, "full_house")),
		solvertest.Givens(puzzle), 1)
	id := results[0].PuzzleID
	conn, err := db.Acquire(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := conn.ExecContext(context.Background(), `PRAGMA foreign_keys = 0`); err != nil {
		t.Fatal(err)
	}
	given := 0
	for i, d := range puzzle {
		if d != 0 {
			given = i
			break
		}
	}
	free := openCell(t, db)
	for name, c := range map[string]struct {
		query string
		args  []any
		want  string
	}{
		"unknown puzzle": {`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (?, 11, 1, 'manual')`,
			[]any{id + 1}, "no such puzzle"},
		"unknown puzzle, elimination": {`INSERT INTO elimination (puzzle_id, cell, digit, rule)
				VALUES (?, 11, 1, 'manual')`,
			[]any{id + 1}, "no such puzzle"},
		"unknown cell": {`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (?, 40, 1, 'manual')`,
			[]any{id}, "CHECK constraint failed: ck_cell_cell"},
		"replaced given": {`INSERT OR REPLACE INTO cell (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`,
			[]any{id, setdoku.CellAt(given), puzzle[given]%9 + 1}, "the cell holds a digit already"},
		"a technique by hand": {`INSERT INTO cell (puzzle_id, cell, digit, rule)
			SELECT puzzle_id, cell, digit, 'naked_single' FROM candidate WHERE puzzle_id = ? AND cell = ? LIMIT 1`,
			[]any{id, free}, "no such rule, want given or manual"},
	} {
		t.Run(name, func(t *testing.T) {
			before := dbtest.Rows(t, db, `SELECT * FROM cell`)
			_, err := conn.ExecContext(context.Background(), c.query, c.args...)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
			if after := dbtest.Rows(t, db, `SELECT * FROM cell`); len(after) != len(before) {
				t.Errorf("%d cells were %d before", len(after), len(before))
			}
		})
	}
}

// TestHandKeepsTheRating plays a digit into a stuck puzzle and solves on: the steps before
// it still count, whatever the audit level keeps of them.
func TestHandKeepsTheRating(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	for _, audit := range []setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone} {
		t.Run(string(audit), func(t *testing.T) {
			db := dbtest.Open(t)
			puzzle, solution := solvertest.StuckPuzzle(t)
			opts := solvertest.Options(t, "singles")
			opts.Audit = audit
			before := solvertest.Solve(t, solvertest.NewBatch(t, db, opts), solvertest.Givens(puzzle), 1)[0]
			cell := openCell(t, db)
			if _, err := db.Exec(`INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (?, ?, ?, 'manual')`,
				before.PuzzleID, cell, solution[setdoku.Cell(cell).Index()]); err != nil {
				t.Fatal(err)
			}
			after := solvertest.Solve(t, solvertest.NewBatch(t, db, opts), solvertest.Givens(puzzle), 1)[0]
			if before.Steps == 0 || after.Steps <= before.Steps {
				t.Fatalf("%d steps before and %d after, nothing to compare", before.Steps, after.Steps)
			}
			want := before.Score
			for _, rule := range rules(t, db, before.Steps) {
				want += map[string]int{"full_house": 4, "naked_single": 4, "hidden_single": 14}[rule]
			}
			if after.Score != want || after.Hardest == "" || after.Level == "" {
				t.Errorf("score %d, hardest %v; want %d", after.Score, after.Hardest, want)
			}
		})
	}
}

// rules returns the rule of each step after step, from the cells that it filled.
func rules(t *testing.T, db *database.DB, step int) (list []string) {
	t.Helper()
	if err := db.Select(&list, `SELECT rule FROM cell WHERE step > ? GROUP BY step, rule`, step); err != nil {
		t.Fatal(err)
	}
	return list
}
