package endtoend

import (
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/pgtest"
	"setdoku/store"
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
	clitest.Call(t.Context(), nil, "solve", in, "--db", whole).Must(t, cli.ExitUnsolved)
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
				if again.Code != cli.ExitDone && again.Code != cli.ExitUnsolved || len(again.Out()) != total {
					t.Fatalf("the same command: exit code %d, %d lines, want %d\n%s", again.Code, len(again.Out()),
						total, again.Stderr)
				}
				if args == nil {
					clitest.CallOn(t.Context(), target, "solve", in).Must(t, cli.ExitUnsolved)
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

// hold begins a transaction in another session with one statement.
func hold(t *testing.T, db *sql.DB, statement string) *sql.Tx {
	t.Helper()
	tx, err := db.Begin()
	gridtest.Must(t, err)
	t.Cleanup(func() { _ = tx.Rollback() })
	dbtest.Exec(t, tx, statement)
	return tx
}

// terminate ends the connections of the program to a database that meet a condition, as an administrator would, and
// returns their number. db is any database of the server.
func terminate(t *testing.T, db *sql.DB, target, condition string) int {
	t.Helper()
	return len(clitest.QueryRows(t, db, `SELECT PG_TERMINATE_BACKEND(pid, 10000) FROM pg_stat_activity
		WHERE datname = '`+databaseOf(target)+`' AND application_name = 'setdoku' AND `+condition))
}

// TestServerWaiting has commands wait for a lock of another session until they give up, lose their connection, or are
// interrupted.
func TestServerWaiting(t *testing.T) {
	const (
		locked = "locked by another process (canceling statement due to lock timeout)"
		lost   = "the connection to the server was lost (terminating connection due to administrator command)"
	)
	target := clitest.Migrated(t)
	clitest.DoneOn(t, target, "solve", clitest.GoodPuzzle)
	db := clitest.OpenServer(t, target)
	check := clitest.Untouched(t, db)
	name := clitest.ShownAs(t, target)
	// The messages of commands that have to wait for the table puzzle.
	reading := map[string]string{
		"solve": "write to " + name, "work": "write to " + name,
		"verify": "verify " + name + ": look for rows of puzzle_tag without a puzzle", "query": "query: read " + name,
		"migrate down": "count the puzzles of " + name,
	}
	for _, tt := range []struct {
		name, table string
		patience    time.Duration
		act         func(stop func())
		want        string
	}{
		{"patience ends", "setdoku_version", 300 * time.Millisecond, nil, locked},
		{"patience ends", "puzzle", 300 * time.Millisecond, nil, locked},
		{"terminated", "setdoku_version", time.Hour, func(func()) { terminate(t, db, target, "TRUE") }, lost},
		{"terminated", "puzzle", time.Hour, func(func()) { terminate(t, db, target, "TRUE") }, lost},
		{"interrupted", "setdoku_version", time.Hour, func(stop func()) { stop() }, ""},
		{"interrupted", "puzzle", time.Hour, func(stop func()) { stop() }, ""},
	} {
		t.Run(tt.name+" "+tt.table, func(t *testing.T) {
			opening := tt.table != "puzzle"
			commands := slices.DeleteFunc(clitest.ServerCommands(), func(args []string) bool {
				_, found := reading[verb(args)]
				return !opening && !found
			})
			tx := hold(t, db, `LOCK TABLE `+tt.table+` IN ACCESS EXCLUSIVE MODE`)
			ctx, stop := context.WithCancel(store.WithLockTimeout(t.Context(), tt.patience))
			defer stop()
			results := make([]clitest.Result, len(commands))
			var group sync.WaitGroup
			for i, args := range commands {
				group.Go(func() { results[i] = clitest.CallOn(ctx, target+"&connect_timeout=60", args...) })
			}
			if tt.act != nil {
				gridtest.Until(t, "all commands to wait",
					func() bool { return clitest.Waiting(t, db) == len(commands) })
				tt.act(stop)
			}
			group.Wait()
			clitest.NoTransaction(t, db)
			gridtest.Must(t, tx.Rollback())
			for i, args := range commands {
				want := "setdoku: open database " + name + ": " + tt.want
				switch {
				case tt.want == "":
					want = "setdoku: interrupted"
					results[i].Stderr, _, _ = strings.Cut(results[i].Stderr, ", no puzzle is done")
				case !opening:
					want = "setdoku: " + reading[verb(args)] + ": " + tt.want
				}
				clitest.Refused(t, results[i], want)
			}
			check()
		})
	}
}

// verb returns the name of a command without its arguments.
func verb(args []string) string {
	if args[0] == "migrate" {
		return args[0] + " " + args[1]
	}
	return args[0]
}

// TestWatchLost ends the connections of a worker while it waits for puzzles, and again in the middle of a chunk. The
// worker says once each time that the server is lost and that it is back. It solves all puzzles, those that import has
// added and one that another SQL client has added.
func TestWatchLost(t *testing.T) {
	t.Parallel()
	target := clitest.Migrated(t)
	db := clitest.OpenServer(t, target)
	until := func(what, query string, n int) {
		t.Helper()
		gridtest.Until(t, what, func() bool { return clitest.Number(t, db, query) == n })
	}
	listening := func() {
		t.Helper()
		until("the worker to listen", `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = CURRENT_DATABASE() AND query LIKE 'LISTEN%'`, 1)
	}
	const solved = `SELECT COUNT(*) FROM puzzle WHERE status = 'solved'`
	list := clitest.SamplePuzzles(t)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan clitest.Result, 1)
	// The next poll is far off, so only a notification or the loss of the connection wakes the worker.
	go func() { ended <- clitest.CallOn(ctx, target, "work", "--watch", "--poll", "1h") }()
	for i := range 2 {
		listening()
		clitest.DoneOn(t, target, "import", list[i].String())
		until("the puzzle to be solved", solved, i+1)
		if i == 0 {
			terminate(t, db, target, "TRUE")
		}
	}
	locked := hold(t, db, `LOCK TABLE step IN SHARE MODE`) // the worker reads the puzzle and cannot write its cells
	clitest.Execute(t, db, `INSERT INTO puzzle (givens) VALUES ('`+list[2].String()+`')`)
	gridtest.Until(t, "the worker to wait", func() bool { return clitest.Waiting(t, db) == 1 })
	terminate(t, db, target, "TRUE")
	gridtest.Must(t, locked.Rollback())
	until("the last puzzle to be solved", solved, 3)
	stop()

	lines := (<-ended).Must(t, cli.ExitDone).Err()
	lost := "setdoku: write to " + clitest.ShownAs(t, target) + ": the connection to the server was lost (terminating " +
		"connection due to administrator command); trying again until it works"
	const back = "setdoku: the server works again"
	gridtest.Equal(t, "standard error", lines, []string{lost, back, lost, back,
		"3 puzzles, 3 solved in T; the steps are in " + clitest.ShownAs(t, target)})
	clitest.Verified(t, target, 3)
}
