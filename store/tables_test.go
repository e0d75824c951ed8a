package store_test

import (
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/store"
)

// TestViolationView puts the same digit into a column twice. It bypasses the rules.
func TestViolationView(t *testing.T) {
	db := imported(t, setdoku.State{Givens: setdoku.Grid{3: 7}})
	const view = `SELECT unit_type || ' ' || unit || ' ' || digit || ' ' || multiplicity FROM violation
			WHERE puzzle_id = 1 ORDER BY unit_type`
	same(t, dbtest.Texts(t, db, view), nil)
	insert := func(cell int) {
		t.Helper()
		dbtest.Unchecked(t, db, `INSERT INTO cell (puzzle_id, cell, digit, step, rule) VALUES (1, ?, 7, 0, 'given')`,
			cell)
	}
	insert(94)
	same(t, dbtest.Texts(t, db, view), []string{"column 4 7 2"})
	insert(25)
	insert(84)
	same(t, dbtest.Texts(t, db, view), []string{"box 2 7 2", "box 8 7 2", "column 4 7 3"})
}

// imported returns a database with a puzzle, not solved, and its candidates.
func imported(t *testing.T, s setdoku.State) *store.DB {
	t.Helper()
	db := dbtest.Open(t)
	solvertest.Import(t, db, []format.Puzzle{{State: s}})
	dbtest.Fill(t, db)
	return db
}

// same compares two lists.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// blank returns n open rows.
func blank(rows int) string { return strings.Repeat(".", 9*rows) }
