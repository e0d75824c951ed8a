package solvertest

import (
	"fmt"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/store"
)

// BySQL returns a script that inserts puzzles with nothing but their givens, numbered from 1. After them it inserts puzzles that
// cannot be filled in, and unsound are the numbers of those. For the third puzzle the script inserts two givens as rows of cell.
func BySQL(puzzles []format.Puzzle) (script string, unsound []int) {
	var text strings.Builder
	insert := func(givens string) int {
		fmt.Fprintf(&text, "INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s');\n", len(puzzles)+1+len(unsound), givens)
		return len(puzzles) + 1 + len(unsound)
	}
	for i, p := range puzzles {
		fmt.Fprintf(&text, "INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s');\n", i+1, p.State.Givens)
	}
	rows := 0
	for i, d := range puzzles[2].State.Givens {
		if d != 0 && rows < 2 {
			rows++
			fmt.Fprintf(&text, "INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (3, %d, %d, 'given');\n", setdoku.CellNumber(i), d)
		}
	}
	for _, givens := range []string{
		strings.Repeat(".", 80) + "x",
		"x" + strings.Repeat(".", 80),
		"5.......5" + strings.Repeat(".", 72),
		"5" + strings.Repeat(".", 71) + "5........",
		"5.........5" + strings.Repeat(".", 70),
	} {
		unsound = append(unsound, insert(givens))
	}
	return text.String(), unsound
}

// CheckFilledIn compares puzzles that plain SQL inserted, and that were filled in afterwards, with puzzles that were imported.
func CheckFilledIn(t testing.TB, db *store.DB, puzzles []format.Puzzle) {
	t.Helper()
	fresh := dbtest.Open(t)
	Import(t, fresh, puzzles)
	for _, table := range []string{"cell", "candidate"} {
		query := `SELECT * FROM ` + table
		dbtest.SameRows(t, table, dbtest.SortedAnswer(t, db, query), dbtest.SortedAnswer(t, fresh, query))
	}
	for _, table := range []string{"step", "elimination"} {
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM `+table); n != 0 {
			t.Errorf("%d rows of %s, want none", n, table)
		}
	}
}
