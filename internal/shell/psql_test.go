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

// psqlShell returns the path of PostgreSQL's own shell. Where there is none the test is skipped,
// or fails when SETDOKU_REQUIRE is set.
func psqlShell(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("psql")
	if err != nil {
		gridtest.Cannot(t, "no psql on this machine:", err)
	}
	return path
}

// imported returns a server's database, and its URL, with puzzles that wait.
func imported(t *testing.T, puzzles []format.Puzzle) (db *store.DB, url string) {
	t.Helper()
	// Fewer parts than usual are planned quicker and make no difference to the rows.
	url = dbtest.Server(t, 2)
	db = dbtest.OpenTarget(t, url, 2)
	solvertest.Import(t, db, puzzles)
	return db, url
}
