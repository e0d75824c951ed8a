package store_test

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

// TestConflictClauseByHand inserts rows by hand with the words OR IGNORE and the like, which SQLite also applies to the
// statements of a trigger. The candidates change as without these words. TestRowsByHand of internal/agreement has
// all other rows by hand.
func TestConflictClauseByHand(t *testing.T) {
	t.Parallel()
	for _, or := range []string{"", "OR IGNORE", "OR REPLACE"} {
		t.Run("INSERT "+or, func(t *testing.T) {
			db := dbtest.Open(t)
			dbtest.Exec(t, db, `INSERT `+or+` INTO puzzle (puzzle_id, givens) VALUES (1, '`+blank(9)+`')`)
			dbtest.Fill(t, db)
			for _, tt := range []struct {
				statement        string
				candidates, left int // all, and those of digit 7
			}{
				{`INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 11, 7, 'manual')`, 728, 80},
				{`INTO elimination (puzzle_id, cell, digit, rule) VALUES (1, 12, 7, 'manual')`, 727, 79},
				{`INTO candidate (puzzle_id, cell, digit) VALUES (1, 12, 7)`, 728, 80},
				{`INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 45, 7, 'manual')`, 699, 59},
				{`INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 99, 7, 'manual')`, 672, 40},
			} {
				dbtest.Exec(t, db, `INSERT `+or+` `+tt.statement)
				all := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate`)
				left := dbtest.Count(t, db, `SELECT COUNT(*) FROM candidate WHERE digit = 7`)
				if all != tt.candidates || left != tt.left {
					t.Errorf("%s: %d candidates, %d of digit 7, want %d and %d", tt.statement, all, left, tt.candidates,
						tt.left)
				}
			}
			if _, err := db.ExecContext(t.Context(), `INSERT `+or+` INTO cell (puzzle_id, cell, digit, rule)
				VALUES (1, 45, 8, 'manual')`); err == nil {
				t.Error("a digit in a filled cell is not refused")
			}
		})
	}
}

// TestMaker makes steps by SQL and by the program, which say so, and names the maker of one.
func TestMaker(t *testing.T) {
	t.Parallel()
	db := dbtest.Open(t)
	dbtest.Exec(t, db, `INSERT INTO puzzle (puzzle_id, givens) VALUES (1, ?)`, blank(9))
	dbtest.Exec(t, db, `INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (1, 11, 1, 'manual')`)
	conn := dbtest.Acquire(t, db)
	for _, cell := range []setdoku.Cell{55, 99} {
		gridtest.Must(t, conn.Enter(t.Context(), 1, cell, 2))
	}
	dbtest.Exec(t, db, `UPDATE step SET made_by = 'Ada' WHERE step = 3`)
	got := dbtest.Rows(t, db, `SELECT step, made_by FROM step WHERE made_at LIKE '20__-__-__T__:__:__Z'`)
	if want := []string{`[1,"shell"]`, `[2,"setdoku"]`, `[3,"Ada"]`}; !slices.Equal(got, want) {
		t.Errorf("the steps and their makers are %v, want %v", got, want)
	}
}
