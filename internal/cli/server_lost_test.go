package cli

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
	"setdoku/solver"
	"setdoku/store"
)

// TestServerLost ends connections of a run in the middle of a chunk. The chunk is as it was before,
// and the same command goes on with the rest.
func TestServerLost(t *testing.T) {
	const stored, puzzles = 6, 10
	dir := t.TempDir()
	list := mixedPuzzles(t, puzzles)
	in := writeLines(t, dir, "list", list)
	first := writeLines(t, dir, "first", list[:stored])
	whole := filepath.Join(dir, "whole.db")
	call(t.Context(), nil, "solve", in, "--db", whole).must(t, usage.ExitUnsolved)
	want := dump(t, whole)
	const (
		writer  = `state = 'idle in transaction'`
		scratch = `state = 'idle'`
	)
	for _, tt := range []struct {
		name, condition string
		least           int // connections that meet it
		closed          bool
	}{
		{"the writer's", writer, 1, false},
		{"the one for reckoning", scratch, 1, false},
		{"both", `TRUE`, 2, false},
		{"both, and no others are let in", `TRUE`, 2, true},
	} {
		for _, args := range [][]string{{in}, nil} {
			t.Run(tt.name+strings.Repeat(", stored puzzles", 1-len(args)), func(t *testing.T) {
				t.Parallel()
				target, total := migrated(t), puzzles
				if args == nil {
					total = stored
				}
				callOn(t.Context(), target, "import", first).must(t, usage.ExitDone)
				db := server(t, target)
				admin := server(t, os.Getenv(pgtest.Variable))
				let := func(in string) {
					if tt.closed {
						execute(t, admin, `ALTER DATABASE `+databaseOf(target)+` ALLOW_CONNECTIONS `+in)
					}
				}
				r := solveActing(t.Context(), t, target, 0, func() {
					let("FALSE")
					if n := terminate(t, admin, target, tt.condition); n < tt.least {
						t.Errorf("%d connections were there to end, want %d", n, tt.least)
					}
				}, args...)
				let("TRUE")
				refused(t, r, "setdoku: write to "+shownAs(t, target)+
					": the connection to the server was lost (terminating connection due to administrator command)")
				asAdded(t, db, total)
				again := callOn(t.Context(), target, append([]string{"solve"}, args...)...)
				if again.code != usage.ExitDone && again.code != usage.ExitUnsolved || len(again.out()) != total {
					t.Fatalf("the same command: exit code %d, %d lines, want %d\n%s", again.code, len(again.out()), total, again.stderr)
				}
				if args == nil {
					callOn(t.Context(), target, "solve", in).must(t, usage.ExitUnsolved)
				}
				verified(t, target, puzzles)
				sameContents(t, dumpOf(t, db), want)
			})
		}
	}
}

// asAdded fails the test unless the database has so many puzzles that all wait, and no trace of a
// run.
func asAdded(t *testing.T, db *sql.DB, puzzles int) {
	t.Helper()
	noTransaction(t, db)
	for _, c := range []struct {
		what, query string
		want        int
	}{
		{"puzzles", `SELECT COUNT(*) FROM puzzle`, puzzles},
		{"puzzles that wait", `SELECT COUNT(*) FROM puzzle WHERE status = 'new' AND run_id IS NULL`, puzzles},
		{"steps", `SELECT COUNT(*) FROM step`, 0},
		{"eliminations", `SELECT COUNT(*) FROM elimination`, 0},
		{"cells that are not given", `SELECT COUNT(*) FROM cell WHERE step > 0`, 0},
		{"runs", `SELECT COUNT(*) FROM run`, 0},
	} {
		if n := number(t, db, c.query); n != c.want {
			t.Errorf("%d %s, want %d", n, c.what, c.want)
		}
	}
}

// TestServerStopped breaks a run off in its second chunk: by an interruption, and by the loss of its
// connections. The first chunk stays, the second is as it was before.
func TestServerStopped(t *testing.T) {
	const rest = 10
	dir := t.TempDir()
	list := slices.Concat(slices.Repeat([]string{goodPuzzle}, solver.ChunkSize), mixedPuzzles(t, rest))
	in := writeLines(t, dir, "list", list)
	whole := filepath.Join(dir, "whole.db")
	uninterrupted := call(t.Context(), nil, "solve", in, "--db", whole).must(t, usage.ExitUnsolved)
	want := dump(t, whole)
	target := migrated(t)
	callOn(t.Context(), target, "import", in).must(t, usage.ExitDone)
	db := server(t, target)
	name := shownAs(t, target)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for _, tt := range []struct {
		name string
		act  func()
		told string
	}{
		{"interrupted", stop, fmt.Sprintf("setdoku: interrupted, %d puzzles are done, the same command goes on with the rest", solver.ChunkSize)},
		{"lost", func() { terminate(t, db, target, "TRUE") }, "setdoku: write to " + name +
			": the connection to the server was lost (terminating connection due to administrator command)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := solveActing(ctx, t, target, solver.ChunkSize, tt.act, in).must(t, usage.ExitError)
			if diff := cmp.Diff(uninterrupted.out()[:solver.ChunkSize], r.out()); diff != "" {
				t.Errorf("output (-one run +first chunk):\n%.2000s", diff)
			}
			if err := r.err(); len(err) != 2 || !strings.HasPrefix(err[0], fmt.Sprintf("%d puzzles, %[1]d solved in T", solver.ChunkSize)) || err[1] != tt.told {
				t.Errorf("standard error %q, want the summary and %q", err, tt.told)
			}
			noTransaction(t, db)
			verified(t, target, 1+rest)
			if n := number(t, db, `SELECT COUNT(*) FROM puzzle WHERE status = 'new' AND run_id IS NULL`); n != rest {
				t.Errorf("%d puzzles wait, want the %d of the second chunk", n, rest)
			}
		})
		ctx = t.Context()
	}
	again := callOn(t.Context(), target, "solve", in).must(t, usage.ExitUnsolved)
	if diff := cmp.Diff(uninterrupted.out(), again.out()); diff != "" {
		t.Errorf("output (-one run +last run):\n%.2000s", diff)
	}
	verified(t, target, 1+rest)
	sameContents(t, dumpOf(t, db), want)
}

// TestServerShutDown stops a server of its own in the middle of a chunk and starts it again.
func TestServerShutDown(t *testing.T) {
	const binaries = "/usr/lib/postgresql/15/bin/initdb"
	if _, err := os.Stat(binaries); err != nil {
		gridtest.Cannot(t, "no PostgreSQL 15 to start:", err)
	}
	folder := filepath.Join(publicDir(t), "pg")
	script := func(args ...string) string {
		t.Helper()
		out, err := exec.Command(filepath.Join("..", "..", ".ci", "postgres"), args...).Output()
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			t.Fatalf("%v: %v\n%s", args, err, ended.Stderr)
		} else if err != nil {
			gridtest.Cannot(t, "a server cannot be started here:", err)
		}
		return strings.TrimSpace(string(out))
	}
	t.Cleanup(func() { script("stop", folder, "immediate") })
	list := mixedPuzzles(t, 10)
	in := writeLines(t, t.TempDir(), "list", list)
	target := script("start", folder)
	callOn(store.WithPartitions(t.Context(), 2), target, "import", in).must(t, usage.ExitDone)
	for _, mode := range []string{"fast", "immediate"} {
		t.Run(mode, func(t *testing.T) {
			r := solveActing(t.Context(), t, target, 0, func() { script("stop", folder, mode) }, in)
			const lost = ": the connection to the server was lost"
			if err := r.err(); r.code != usage.ExitError || r.stdout != "" || len(err) != 1 || !strings.HasPrefix(err[0], "setdoku: write to "+shownAs(t, target)+lost) {
				t.Errorf("exit code %d, output %q, standard error %q", r.code, r.stdout, err)
			}
			refused(t, callOn(t.Context(), target, "solve"), "setdoku: open database "+shownAs(t, target)+": the server cannot be reached (connection refused)")
			target = script("start", folder)
			asAdded(t, server(t, target), len(list))
			verified(t, target, len(list))
		})
	}
	callOn(t.Context(), target, "solve", in).must(t, usage.ExitUnsolved)
	verified(t, target, len(list))
}
