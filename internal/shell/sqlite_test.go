package shell_test

import (
	"os/exec"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/store"
)

// sqliteShell returns the path of the stock sqlite3 shell. Where there is none the test
// is skipped, or fails when SETDOKU_REQUIRE is set.
func sqliteShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("sqlite3")
	if err != nil {
		gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
	}
	return path
}

// clashing returns a puzzle with a solution, and then puzzles without one.
func clashing(t *testing.T) []format.Puzzle {
	t.Helper()
	rng := gridtest.New(5)
	puzzles := solvertest.Sample(t)[:1]
	for range 12 {
		puzzles = append(puzzles, solvertest.Givens(gridtest.Contradictory(rng))...)
	}
	return puzzles
}

// checkClashing checks what singles have made of the puzzles of clashing.
func checkClashing(t *testing.T, db *store.DB) {
	t.Helper()
	for _, query := range []string{
		`SELECT * FROM violation`,
		`SELECT puzzle_id FROM puzzle WHERE status = 'solved' AND puzzle_id > 1`,
		`SELECT * FROM deduction`,
	} {
		if got := dbtest.Rows(t, db, query); len(got) > 0 {
			t.Errorf("%s: %v", query, got)
		}
	}
	if dbtest.Count(t, db, `SELECT COUNT(*) FROM step WHERE puzzle_id = 1`) == 0 {
		t.Error("the puzzle that has a solution did not go on")
	}
}
