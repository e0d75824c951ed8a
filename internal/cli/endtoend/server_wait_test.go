package endtoend

import (
	"context"
	"database/sql"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// hold begins a transaction in another session with one statement.
func hold(t *testing.T, db *sql.DB, statement string) *sql.Tx {
	t.Helper()
	tx, err := db.Begin()
	gridtest.Must(t, err)
	t.Cleanup(func() { _ = tx.Rollback() })
	if _, err := tx.Exec(statement); err != nil {
		t.Fatal(err)
	}
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
		"solve": "write to " + name, "work": "write to " + name, "import": "write to " + name,
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
				return !opening && (!found || tt.want == lost && args[0] == "import")
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
