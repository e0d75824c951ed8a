package cli

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
)

// TestLockedDatabase has another connection hold the lock of a database.
func TestLockedDatabase(t *testing.T) {
	dir := t.TempDir()
	path := solvedDatabase(t, dir, 30)
	t.Chdir(dir)
	path = filepath.Base(path)
	before := dump(t, path)
	const want = "setdoku: write to solved.db: locked by another process (database is locked (5) (SQLITE_BUSY))"
	db := raw(t, path)
	execute(t, db, `BEGIN IMMEDIATE`)
	began := time.Now()
	refused(t, call(impatient(t), nil, "solve", goodPuzzle, "--db", path), want)
	r := call(impatient(t), nil, "import", goodPuzzle, "--db", path).must(t, usage.ExitError)
	if err := r.err(); len(err) == 0 || err[len(err)-1] != want {
		t.Errorf("import: standard error %q, want %q at the end", err, want)
	}
	if took := time.Since(began); took < 400*time.Millisecond || took > 8*time.Second {
		t.Errorf("two calls took %s, want each to wait 200 ms", took)
	}
	verified(t, path, 30) // reading goes on beside a writer
	execute(t, db, `ROLLBACK`)
	sameContents(t, dump(t, path), before)

	released := make(chan error)
	execute(t, db, `BEGIN IMMEDIATE`)
	go func() {
		time.Sleep(300 * time.Millisecond)
		_, err := db.Exec(`COMMIT`)
		released <- err
	}()
	call(t.Context(), nil, "solve", goodPuzzle, "--db", path).must(t, usage.ExitDone)
	if err := <-released; err != nil {
		t.Fatal(err)
	}
	verified(t, path, 31)

	execute(t, db, `PRAGMA journal_mode = DELETE`, `BEGIN EXCLUSIVE`)
	for _, args := range [][]string{{"solve", goodPuzzle}, {"verify"}} {
		refused(t, call(impatient(t), nil, append(args, "--db", path)...),
			"setdoku: open database solved.db: locked by another process (database is locked (5) (SQLITE_BUSY))")
	}
	execute(t, db, `COMMIT`)
	verified(t, path, 31)
}

// TestLockedInTheMiddle has another connection take the lock when a chunk is done: that
// chunk stays, and so does the end of the run.
func TestLockedInTheMiddle(t *testing.T) {
	t.Chdir(t.TempDir())
	db := raw(t, "test.db")
	source, sink := io.Pipe()
	ended := make(chan result)
	go func() { ended <- call(impatient(t), source, "solve", "-", "--db", "test.db") }()
	line := goodPuzzle + "\n"
	if _, err := io.WriteString(sink, strings.Repeat(line, 250)); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		var n int
		if err := db.QueryRow(`SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`).Scan(&n); err == nil && n == 1 {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the first chunk is not done")
		}
	}
	execute(t, db, `PRAGMA busy_timeout = 5000`, `BEGIN IMMEDIATE`)
	if _, err := io.WriteString(sink, strings.Repeat(line, 250)); err != nil {
		t.Fatal(err)
	}
	sink.Close()
	r := (<-ended).must(t, usage.ExitError)
	execute(t, db, `ROLLBACK`)
	want := []string{
		summaryLine(250, 250, 0, "test.db"),
		"setdoku: write to test.db: locked by another process (database is locked (5) (SQLITE_BUSY))",
	}
	if diff := cmp.Diff(want, r.err()); diff != "" {
		t.Errorf("standard error (-want +got):\n%s", diff)
	}
	if len(r.out()) != 250 {
		t.Errorf("%d lines of output, want the chunk that was done", len(r.out()))
	}
	verified(t, "test.db", 1)
}

// TestEndOfRun holds the lock while a run has nothing left to do but to note its end. That is no error, whether
// it comes to it or not.
func TestEndOfRun(t *testing.T) {
	for _, tt := range []struct {
		name  string
		ctx   context.Context
		hold  time.Duration // 0 until the program has ended
		ended int           // runs that have an end
		told  []string
	}{
		{"it waits", t.Context(), 300 * time.Millisecond, 1, nil},
		{"it gives up", impatient(t), 0, 0, []string{
			"setdoku: all is stored, but not when the run ended: write to test.db: locked by another process (database is locked (5) (SQLITE_BUSY))",
		}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			db := raw(t, "test.db")
			source, sink := io.Pipe()
			ended := make(chan result, 1)
			go func() { ended <- call(tt.ctx, source, "solve", "-", "--db", "test.db") }()
			if _, err := io.WriteString(sink, strings.Repeat(goodPuzzle+"\n", 250)); err != nil {
				t.Fatal(err)
			}
			for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(5 * time.Millisecond) {
				var n int
				if err := db.QueryRow(`SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`).Scan(&n); err == nil && n == 1 {
					break
				}
				if time.Now().After(deadline) {
					t.Fatal("the chunk is not done")
				}
			}
			execute(t, db, `PRAGMA busy_timeout = 5000`, `BEGIN IMMEDIATE`)
			sink.Close()
			if tt.hold > 0 {
				time.Sleep(tt.hold)
				execute(t, db, `ROLLBACK`)
			}
			r := (<-ended).must(t, usage.ExitDone)
			if tt.hold == 0 {
				execute(t, db, `ROLLBACK`)
			}
			want := append([]string{summaryLine(250, 250, 0, "test.db")}, tt.told...)
			if diff := cmp.Diff(want, r.err()); diff != "" {
				t.Errorf("standard error (-want +got):\n%s", diff)
			}
			if n := number(t, db, `SELECT COUNT(*) FROM run WHERE finished_at IS NOT NULL`); n != tt.ended {
				t.Errorf("%d runs have an end, want %d", n, tt.ended)
			}
			verified(t, "test.db", 1)
		})
	}
}

// TestInterruptedWaitingForTheLock interrupts commands while another connection has the lock, and when a run has nothing left
// to do but to note its end.
func TestInterruptedWaitingForTheLock(t *testing.T) {
	dir := t.TempDir()
	path := solvedDatabase(t, dir, 30)
	t.Chdir(dir)
	db := raw(t, path)
	for _, args := range []string{"solve " + otherPuzzle, "import " + otherPuzzle, "generate -n 1", "solve " + goodPuzzle + " --again"} {
		execute(t, db, `BEGIN IMMEDIATE`)
		s := stream.Streams{Out: io.Discard}
		if strings.HasPrefix(args, "generate") {
			s.Err = io.Discard // it says what it could not write
		}
		interrupted(t, s, func() { time.Sleep(300 * time.Millisecond) }, append(strings.Fields(args), "--db", path)...)
		execute(t, db, `ROLLBACK`)
	}
}
