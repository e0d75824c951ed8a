package solvertest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
)

// BySQL returns a script that inserts puzzles with nothing but their givens, numbered from 1. After them it inserts
// puzzles that repeat a digit in a unit, and unsound are the numbers of those. The fourth puzzle gets its last
// given as a row of cell.
func BySQL(puzzles []format.Puzzle) (script string, unsound []int) {
	var text strings.Builder
	insert := func(id int, givens string) {
		fmt.Fprintf(&text, "INSERT INTO puzzle (puzzle_id, givens) VALUES (%d, '%s');\n", id, givens)
	}
	given := func(id, cell int, digit uint8) {
		fmt.Fprintf(&text, "INSERT INTO cell (puzzle_id, cell, digit, rule) VALUES (%d, %d, %d, 'given');\n", id,
			setdoku.CellAt(cell), digit)
	}
	last := 0 // the last given of the fourth puzzle
	for i, d := range puzzles[3].State.Givens {
		if d != 0 {
			last = i
		}
	}
	for i, p := range puzzles {
		givens := p.State.Givens
		if i == 3 {
			givens[last] = 0
		}
		insert(i+1, givens.String())
	}
	given(4, last, puzzles[3].State.Givens[last])
	for _, givens := range []string{
		"5.......5" + strings.Repeat(".", 72),
		"5" + strings.Repeat(".", 71) + "5........",
		"5.........5" + strings.Repeat(".", 70),
	} {
		unsound = append(unsound, len(puzzles)+1+len(unsound))
		insert(unsound[len(unsound)-1], givens)
	}
	return text.String(), unsound
}

// CheckFilledIn compares puzzles that plain SQL inserted, numbered from 1, with puzzles that were imported.
func CheckFilledIn(t testing.TB, db *database.DB, puzzles []format.Puzzle) {
	t.Helper()
	fresh := dbtest.Open(t)
	Import(t, fresh, puzzles)
	for _, table := range []string{"cell", "grid", "board"} {
		query := fmt.Sprintf(`SELECT * FROM %s WHERE puzzle_id <= %d`, table, len(puzzles))
		want := dbtest.SortedAnswer(t, fresh, query)
		if len(want) <= len(puzzles) {
			t.Errorf("%s has %d rows of imported puzzles", table, len(want))
		}
		dbtest.SameRows(t, table, dbtest.SortedAnswer(t, db, query), want)
	}
	for _, table := range []string{"step", "elimination", "candidate"} {
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM `+table); n != 0 {
			t.Errorf("%d rows of %s, want none", n, table)
		}
	}
}

// CheckUnsound deletes the unsound puzzles of BySQL one after the other. Before that, the view violation has them, and
// verify finds each. After that, verify finds nothing.
func CheckUnsound(t testing.TB, db *database.DB, unsound []int) {
	t.Helper()
	var repeats []int
	if err := db.SelectContext(t.Context(), &repeats, `SELECT DISTINCT v.puzzle_id FROM violation AS v
			ORDER BY v.puzzle_id`); err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(repeats, unsound) {
		t.Errorf("the view violation has the puzzles %v, want %v", repeats, unsound)
	}
	for _, id := range unsound {
		if got, want := Derived(t, db), fmt.Sprintf("puzzle %d step 0: column givens: ",
			id); !strings.Contains(got, want) {
			t.Errorf("verify finds %q, want %q", got, want)
		}
		if _, err := db.ExecContext(t.Context(), `DELETE FROM puzzle WHERE puzzle_id = ?`, id); err != nil {
			t.Fatal(err)
		}
	}
	if got := Derived(t, db); got != "" {
		t.Errorf("verify finds %q in sound puzzles", got)
	}
}
