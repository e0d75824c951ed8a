package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
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

// TestCandidateMask reads the candidates of one cell as a set.
func TestCandidateMask(t *testing.T) {
	state := setdoku.State{Givens: setdoku.Grid{1, 2, 3, 4, 5}}
	state.Deleted[setdoku.Cell(17).Index()] = setdoku.NewDigitSet(6)
	same(t, dbtest.Texts(t, imported(t, state), `
		SELECT c.display
		FROM candidate_mask AS m
		INNER JOIN combination AS c ON c.mask = m.mask
		WHERE m.puzzle_id = 1 AND m.cell = 17`), []string{"......789"})
}

// TestCandidateGrid shows the digit of a filled cell and the candidates of an open one.
func TestCandidateGrid(t *testing.T) {
	puzzle := hard()
	s := setdoku.State{Givens: puzzle}
	var want []string
	for r := range 9 {
		var fields []string
		for c := range 9 {
			text, m := "", s.Candidates()[r*9+c]
			if d := puzzle[r*9+c]; d != 0 {
				m = setdoku.NewDigitSet(d)
			}
			for ; m != 0; m &= m - 1 {
				text += fmt.Sprint(m.Lowest())
			}
			fields = append(fields, fmt.Sprintf("%-9s", text))
		}
		want = append(want, strings.Join(fields[:3], " ")+" | "+strings.Join(fields[3:6], " ")+" | "+
			strings.Join(fields[6:], " "))
	}
	same(t, dbtest.Texts(t, imported(t, givens(puzzle)),
		`SELECT line FROM candidate_grid WHERE puzzle_id = 1 ORDER BY row_no`), want)
}

// imported returns a database with a puzzle, not solved, and its candidates.
func imported(t *testing.T, s setdoku.State) *store.DB {
	t.Helper()
	db := dbtest.Open(t)
	solvertest.Import(t, db, []format.Puzzle{{State: s}})
	dbtest.Fill(t, db)
	return db
}

// givens returns a puzzle of givens.
func givens(puzzle setdoku.Grid) setdoku.State { return setdoku.State{Givens: puzzle} }

func hard() setdoku.Grid { return gridtest.Minimal(gridtest.New(51)) }

// same compares two lists.
func same(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// blank returns n open rows.
func blank(rows int) string { return strings.Repeat(".", 9*rows) }
