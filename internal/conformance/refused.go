package conformance

import (
	"fmt"
	"strings"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
)

// caseRefused adds rows that are not puzzles to two puzzles. Solving reports each row once, sets it aside and
// solves the puzzles, and then all holds.
func caseRefused(t *testing.T, s suite) {
	const good, last = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......",
		"12345678............................................................1...........2"
	small := func(first string) string { return first + strings.Repeat(".", 81-len(first)) }
	rows := []struct{ givens, state, variant string }{
		{good, "", "classic"},
		{small("11"), "", "classic"},
		{small("1234.....5"), "", "4x4"},
		{small("1234.1"), "", "4x4"},
		{small("1234.....1"), "", "4x4"},
		{small("1........2"), "nothing", "classic"},
		{last, "", "classic"},
	}
	onEach(t, s, func(t *testing.T, db *testDatabase) []string {
		for i, r := range rows {
			if _, err := db.ExecContext(t.Context(),
				`INSERT INTO puzzle (puzzle_id, givens, state, variant) VALUES (?, ?, ?, ?)`,
				i+1, r.givens, r.state, r.variant); err != nil {
				t.Fatal(err)
			}
		}
		var said []string
		for range 2 {
			b := newBatch(t, db, solvertest.Select(t, nil, nil))
			b.OnRefused = func(id int64, reason error) { said = append(said, fmt.Sprint(id, " ", reason)) }
			said = append(said, fmt.Sprint(solvertest.SolveStored(t, b), " solved"))
		}
		if text := verified(t, db); text != "" {
			t.Errorf("%s: %s", db.kind.Name, text)
		}
		if len(said) != 7 || said[5] != "2 solved" || said[6] != "0 solved" {
			t.Errorf("%s: %q, want five rows that are not puzzles and two that are", db.kind.Name, said)
		}
		return append(said, dbtest.Answer(t, db.DB, `
			SELECT z.puzzle_id, z.status, c.kind FROM puzzle AS z LEFT JOIN contradiction AS c ON c.puzzle_id = z.puzzle_id ORDER BY z.puzzle_id`)...)
	})
}
