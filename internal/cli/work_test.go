package cli

import (
	"bytes"
	"context"
	"database/sql"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"setdoku/internal/cli/usage"
	"setdoku/internal/pgtest"
	"setdoku/solver"
)

// server opens a database of a server as another program would.
func server(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

// startWorker starts a worker in a process of its own.
func startWorker(t *testing.T, program, url string, flags ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(program, append([]string{"work", "--db", url}, flags...)...)
	cmd.Stderr = new(bytes.Buffer)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

// until waits for a condition, which must come true within a minute.
func until(t *testing.T, what string, true func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !true(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within a minute", what)
		}
	}
}

// TestWorkersKilled has four workers solve one list, two of which are killed in the middle. The
// histories must be those of one process with a file, no puzzle lost, none solved twice.
func TestWorkersKilled(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	program := buildProgram(t)
	const puzzles = 6 * solver.ChunkSize
	dir := t.TempDir()
	in := writeLines(t, dir, "list", mixedPuzzles(t, puzzles))
	whole := filepath.Join(dir, "whole.db")
	call(t.Context(), nil, "solve", in, "--db", whole).must(t, usage.ExitUnsolved)
	call(t.Context(), nil, "import", in, "--db", url).must(t, usage.ExitDone)

	db := server(t, url)
	waiting := func() int { return number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new'`) }
	var workers []*exec.Cmd
	for range 4 {
		workers = append(workers, startWorker(t, program, url))
	}
	for _, w := range workers[:2] {
		before := waiting()
		until(t, "a chunk to be done", func() bool { return waiting() < before })
		if err := w.Process.Signal(syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
	}
	if waiting() == 0 {
		t.Fatal("nothing was left to do when the workers were killed: the list is too short")
	}
	for i, w := range workers {
		err := w.Wait()
		if killed := i < 2; killed == (err == nil) {
			t.Errorf("worker %d ended with %v\n%s", i+1, err, w.Stderr)
		}
	}
	if n := waiting(); n > 0 {
		t.Errorf("%d puzzles wait still", n)
	}
	verified(t, url, puzzles)
	sameContents(t, dumpOf(t, db), dump(t, whole))
	if n := number(t, db, `SELECT COUNT(*) FROM pg_stat_activity
		WHERE datname = CURRENT_DATABASE() AND state LIKE 'idle in transaction%'`); n > 0 {
		t.Errorf("%d transactions of the killed workers are open", n)
	}
}

// TestWorkerWatch has a worker wait for puzzles that are added by import, by another SQL client
// and by playing.
func TestWorkerWatch(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	call(t.Context(), nil, "migrate", "up", "--db", url).must(t, usage.ExitDone)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan result)
	// The poll is far off: what is solved before it was heard of.
	go func() { ended <- call(ctx, nil, "work", "--watch", "--poll", "1h", "--db", url) }()
	db := server(t, url)
	until(t, "the worker to listen", func() bool {
		return number(t, db, `SELECT COUNT(*) FROM pg_stat_activity WHERE datname = CURRENT_DATABASE() AND query LIKE 'LISTEN%'`) > 0
	})
	solved := func(n int) func() bool {
		return func() bool { return number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`) == n }
	}
	list := samplePuzzles(t)
	call(t.Context(), strings.NewReader(list[0].String()+"\n"+list[1].String()), "import", "-", "--db", url).must(t, usage.ExitDone)
	until(t, "two imported puzzles", solved(2))
	if _, err := db.Exec(`INSERT INTO puzzle (givens) VALUES ($1)`, list[2].String()); err != nil {
		t.Fatal(err)
	}
	until(t, "a puzzle that was inserted", solved(3))
	stop()
	r := (<-ended).must(t, usage.ExitDone)
	if !strings.HasPrefix(r.stderr, "3 puzzles, 3 solved in ") {
		t.Errorf("standard error %q", r.stderr)
	}
	verified(t, url, 3)
}

// TestWorkerPolls has a worker find what no message tells of.
func TestWorkerPolls(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	call(t.Context(), strings.NewReader(samplePuzzles(t)[0].String()), "solve", "-", "--db", url).must(t, usage.ExitDone)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan result)
	go func() { ended <- call(ctx, nil, "work", "--watch", "--poll", "20ms", "--db", url) }()
	db := server(t, url)
	if _, err := db.Exec(`UPDATE puzzle SET status = 'new', solution = NULL`); err != nil {
		t.Fatal(err)
	}
	until(t, "the puzzle to be solved again", func() bool {
		return number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`) == 1
	})
	stop()
	(<-ended).must(t, usage.ExitDone)
	verified(t, url, 1)
}

// TestWorkersTakeStuckPuzzlesOnce checks that a worker tries what is stuck under another selection
// and leaves what is stuck under its own.
func TestWorkersTakeStuckPuzzlesOnce(t *testing.T) {
	t.Parallel()
	url := pgtest.Database(t)
	in := writeLines(t, t.TempDir(), "list", mixedPuzzles(t, 50))
	call(t.Context(), nil, "solve", in, "--db", url, "--techniques", "naked_single").must(t, usage.ExitUnsolved)
	for i, want := range []string{` puzzles, \d+ solved`, `^0 puzzles in`} {
		r := call(t.Context(), nil, "work", "--db", url).must(t, usage.ExitDone)
		if !regexp.MustCompile(want).MatchString(r.stderr) {
			t.Errorf("worker %d: %q, want %s", i+1, r.stderr, want)
		}
	}
	verified(t, url, 50)
}

func TestWorkUsage(t *testing.T) {
	for _, tt := range []struct{ args, want string }{
		{"work", "no database"},
		{"work --db sudoku.db", "is a file, which one process writes: use 'setdoku solve --db sudoku.db'"},
		{"work --db postgres://nowhere/x --poll 0s", "--poll 0s, want a time from 1ms"},
		{"work --db postgres://nowhere/x --engine cpu", "engine"},
		{"work --db postgres://nowhere/x puzzles.sdm", "work"},
	} {
		r := call(t.Context(), nil, strings.Fields(tt.args)...)
		if r.code != usage.ExitUsage || !strings.Contains(r.stderr, tt.want) {
			t.Errorf("%s: exit code %d, %q, want %d and %q", tt.args, r.code, r.stderr, usage.ExitUsage, tt.want)
		}
	}
}
