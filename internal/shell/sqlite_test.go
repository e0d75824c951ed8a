package shell_test

import (
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/brute"
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

// TestStockShellReadsTheDatabase opens every view in Debian's sqlite3, which is older than
// the SQLite that wrote them.
func TestStockShellReadsTheDatabase(t *testing.T) {
	gridtest.Nightly(t, "the rows of many puzzles from a shell")
	shell := sqliteShell(t)
	path := filepath.Join(t.TempDir(), "solved.db")
	db, err := database.Open(context.Background(), path)
	gridtest.Must(t, err)
	defer db.Close()
	solvertest.Run(t, db, solvertest.Sample(t)[:3], false, solvertest.Options(t))
	var views []string
	if err := db.Select(&views, `SELECT name FROM sqlite_master WHERE type = 'view'`); err != nil || len(views) < 14 {
		t.Fatalf("views %v: %v", views, err)
	}
	for _, view := range views {
		out, err := exec.Command(shell, "-bail", path, "SELECT COUNT(*) FROM "+view).CombinedOutput()
		if err != nil {
			t.Errorf("view %s: %v\n%s", view, err, out)
		}
	}
	// SQLite before 3.41 complains of NULLs in a table WITHOUT ROWID whose last column is of the key,
	// where there are none.
	if out, err := exec.Command(shell, "-bail", path, "PRAGMA integrity_check").CombinedOutput(); err != nil ||
		string(out) != "ok\n" {
		t.Errorf("integrity_check: %v\n%s", err, out)
	}
	out, err := exec.Command(shell, path, "SELECT line FROM board WHERE puzzle_id = 1 ORDER BY row_no").CombinedOutput()
	if want := board(solvertest.Sample(t)[0]); err != nil || string(out) != want {
		t.Errorf("board of puzzle 1: %v\n%s\nwant\n%s", err, out, want)
	}
}

// board is the solution of the first sample puzzle as the view shows it.
func board(p format.Puzzle) string {
	_, first := brute.Count(p.State.Givens, 1)
	solution := first.String()
	var text strings.Builder
	for r := range 9 {
		s := solution[r*9 : r*9+9]
		fmt.Fprintf(&text, "%c %c %c | %c %c %c | %c %c %c\n", s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8])
	}
	return text.String()
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
func checkClashing(t *testing.T, db *database.DB) {
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
