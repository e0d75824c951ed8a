package endtoend

import (
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/gridtest"
	"setdoku/internal/pgtest"
)

// TestServerLost ends connections of a run in the middle of a chunk. The chunk must be as before, and the same command
// must go on with the rest.
func TestServerLost(t *testing.T) {
	const stored, puzzles = 6, 10
	// The run that loses its connections saves nothing. With these techniques it soon writes. A server forgets why it
	// has closed a connection when the other side does not read it for a minute.
	const quick = "singles,intersections"
	dir := t.TempDir()
	list := clitest.MixedPuzzles(t, puzzles)
	in := clitest.WriteLines(t, dir, "list", list)
	first := clitest.WriteLines(t, dir, "first", list[:stored])
	whole := filepath.Join(dir, "whole.db")
	clitest.Call(t.Context(), nil, "solve", in, "--db", whole).Must(t, usage.ExitUnsolved)
	want := clitest.Dump(t, whole)
	// In the middle of a chunk neither connection is in a transaction. The statements of a pass change work_puzzle.
	const (
		scratch = `query LIKE 'UPDATE work_puzzle %'`
		writer  = `NOT ` + scratch
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
				target, total := clitest.Migrated(t), puzzles
				if args == nil {
					total = stored
				}
				clitest.DoneOn(t, target, "import", first)
				db := clitest.OpenServer(t, target)
				admin := clitest.OpenServer(t, os.Getenv(pgtest.Variable))
				let := func(in string) {
					if tt.closed {
						clitest.Execute(t, admin, `ALTER DATABASE `+databaseOf(target)+` ALLOW_CONNECTIONS `+in)
					}
				}
				r := clitest.SolveActing(t.Context(), t, target, 0, func() {
					let("FALSE")
					if n := terminate(t, admin, target, tt.condition); n < tt.least {
						t.Errorf("%d connections were there to end, want %d", n, tt.least)
					}
				}, append([]string{"--technique", quick}, args...)...)
				let("TRUE")
				clitest.Refused(t, r, "setdoku: write to "+clitest.ShownAs(t, target)+
					": the connection to the server was lost (terminating connection due to administrator command)")
				asAdded(t, db, total)
				again := clitest.CallOn(t.Context(), target, append([]string{"solve"}, args...)...)
				if again.Code != usage.ExitDone && again.Code != usage.ExitUnsolved || len(again.Out()) != total {
					t.Fatalf("the same command: exit code %d, %d lines, want %d\n%s", again.Code, len(again.Out()),
						total, again.Stderr)
				}
				if args == nil {
					clitest.CallOn(t.Context(), target, "solve", in).Must(t, usage.ExitUnsolved)
				}
				clitest.Verified(t, target, puzzles)
				clitest.SameContents(t, clitest.DumpOf(t, db), want)
			})
		}
	}
}

// asAdded fails the test unless the database has this number of puzzles, all of them new, and no row of a run.
func asAdded(t *testing.T, db *sql.DB, puzzles int) {
	t.Helper()
	clitest.NoTransaction(t, db)
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
		if n := clitest.Number(t, db, c.query); n != c.want {
			t.Errorf("%d %s, want %d", n, c.what, c.want)
		}
	}
}

// ownServer returns a function that calls scripts/postgres, and a folder for a server that only the test uses, which is
// stopped when the test ends.
func ownServer(t *testing.T) (script func(args ...string) string, folder string) {
	t.Helper()
	const binaries = "/usr/lib/postgresql/15/bin/initdb"
	if _, err := os.Stat(binaries); err != nil {
		gridtest.Cannot(t, "no PostgreSQL 15 to start:", err)
	}
	folder = filepath.Join(clitest.PublicDir(t), "pg")
	script = func(args ...string) string {
		t.Helper()
		out, err := exec.Command(clitest.InRepository("scripts", "postgres"), args...).Output()
		var ended *exec.ExitError
		if errors.As(err, &ended) {
			t.Fatalf("%v: %v\n%s", args, err, ended.Stderr)
		} else if err != nil {
			gridtest.Cannot(t, "a server cannot be started here:", err)
		}
		return strings.TrimSpace(string(out))
	}
	t.Cleanup(func() { script("stop", folder, "immediate") })
	return script, folder
}
