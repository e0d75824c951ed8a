package endtoend

import (
	"context"
	"database/sql"
	"io"
	"strings"
	"testing"
	"time"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// impatient returns a context under which a database waits only a moment for another process.
func impatient(t *testing.T) context.Context {
	return store.WithLockTimeout(t.Context(), 200*time.Millisecond)
}

// TestLockedInTheMiddle makes another connection take the lock after the first chunk. That chunk must stay.
func TestLockedInTheMiddle(t *testing.T) {
	gridtest.Long(t, "a process and a database for each case")
	t.Chdir(t.TempDir())
	db := clitest.OpenRaw(t, "test.db")
	source, sink := io.Pipe()
	ended := make(chan clitest.Result)
	go func() { ended <- clitest.Call(impatient(t), source, "solve", "-", "--db", "test.db") }()
	line := clitest.GoodPuzzle + "\n"
	if _, err := io.WriteString(sink, strings.Repeat(line, 250)); err != nil {
		t.Fatal(err)
	}
	untilSolved(t, db)
	clitest.Execute(t, db, `PRAGMA busy_timeout = 60000`, `BEGIN IMMEDIATE`)
	if _, err := io.WriteString(sink, strings.Repeat(line, 250)); err != nil {
		t.Fatal(err)
	}
	sink.Close()
	r := (<-ended).Must(t, cli.ExitError)
	clitest.Execute(t, db, `ROLLBACK`)
	if err := r.Err(); len(err) != 2 || !strings.HasSuffix(err[0], "250 solved in T; the steps are in test.db") ||
		err[1] != "setdoku: write to test.db: locked by another process (database is locked (5) (SQLITE_BUSY))" {
		t.Errorf("standard error %q, want the summary of a chunk and the lock", err)
	}
	gridtest.Equal(t, "lines of output", len(r.Out()), 250)
	clitest.Verified(t, "test.db", 1)
}

// untilSolved waits until the database has a solved puzzle.
func untilSolved(t *testing.T, db *sql.DB) {
	t.Helper()
	gridtest.Until(t, "the first chunk is done", func() bool {
		var n int
		return db.QueryRow(`SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`).Scan(&n) == nil && n == 1
	})
}

// TestEndOfRun holds the lock when nothing is left to write. The program does not wait for it, and the run has the time
// at which it last wrote.
func TestEndOfRun(t *testing.T) {
	t.Chdir(t.TempDir())
	db := clitest.OpenRaw(t, "test.db")
	source, sink := io.Pipe()
	ended := make(chan clitest.Result, 1)
	go func() { ended <- clitest.Call(t.Context(), source, "solve", "-", "--db", "test.db") }()
	if _, err := io.WriteString(sink, strings.Repeat(clitest.GoodPuzzle+"\n", 250)); err != nil {
		t.Fatal(err)
	}
	untilSolved(t, db)
	clitest.Execute(t, db, `PRAGMA busy_timeout = 60000`, `BEGIN IMMEDIATE`)
	sink.Close()
	r := (<-ended).Must(t, cli.ExitDone)
	clitest.Execute(t, db, `ROLLBACK`)
	if err := r.Err(); len(err) != 1 || !strings.HasSuffix(err[0], "250 solved in T; the steps are in test.db") {
		t.Errorf("standard error %q, want the summary", err)
	}
	gridtest.Equal(t, "runs say when they last wrote", clitest.Number(t, db,
		`SELECT COUNT(*) FROM run WHERE finished_at >= started_at`), 1)
	clitest.Verified(t, "test.db", 1)
}
