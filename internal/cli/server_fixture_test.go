package cli

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/pgtest"
	"setdoku/store"
)

// serverCommands are calls of all commands that take the URL of a server, without the URL.
func serverCommands() [][]string { return slices.Concat(writingCommands(), readingCommands()) }

// writingCommands are those that need to write.
func writingCommands() [][]string {
	return [][]string{
		{"solve", goodPuzzle}, {"solve"}, {"import", goodPuzzle}, {"work"},
		{"migrate", "up"}, {"migrate", "down", "--yes"},
	}
}

// readingCommands are those that only read.
func readingCommands() [][]string {
	return [][]string{
		{"verify"}, {"show", "1"}, {"history", "1"}, {"export"}, {"find", "--technique", "naked_single"},
		{"query", "SELECT COUNT(*) FROM puzzle"}, {"migrate", "status"}, {"stats"}, {"ablate", "--without", "x_wing"},
	}
}

// migrated returns the URL of a new database with the schema, in few partitions: that is quicker.
func migrated(t *testing.T) string {
	t.Helper()
	target := pgtest.Database(t)
	callOn(store.WithPartitions(t.Context(), 2), target, "migrate", "up").must(t, usage.ExitDone)
	return target
}

// callOn calls a command on a server.
func callOn(ctx context.Context, target string, args ...string) result {
	return call(ctx, nil, append(slices.Clone(args), "--db", target)...)
}

// urlWith returns a URL with another user, password, host or database, where one is given.
func urlWith(t *testing.T, target, user, password, host, database string) string {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	if user != "" {
		u.User = url.UserPassword(user, password)
	}
	if host != "" {
		u.Host = host
	}
	if database != "" {
		u.Path = "/" + database
	}
	return u.String()
}

// shownAs returns a URL as messages show it.
func shownAs(t *testing.T, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("postgres://%s@%s%s", u.User.Username(), net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "5432")), u.Path)
}

// newRole makes a user of the server for one test and returns its name. Its password is "pw".
func newRole(t *testing.T, db *sql.DB, options ...string) string {
	t.Helper()
	role := fmt.Sprintf("setdoku_test_%08x", rand.Uint32())
	execute(t, db, `CREATE ROLE `+role+` PASSWORD 'pw' `+strings.Join(options, " "))
	t.Cleanup(func() { execute(t, db, `DROP OWNED BY `+role, `DROP ROLE `+role) })
	return role
}

// traces are all tables but temporary ones, and the rows of those that every run changes.
func traces(t *testing.T, db *sql.DB) []string {
	t.Helper()
	list := queryRows(t, db, `SELECT n.nspname, c.relname, c.relkind
		FROM pg_class AS c
		INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
		WHERE n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'`)
	for _, table := range []string{"setdoku_version", "run", "puzzle", "cell", "step"} {
		if slices.ContainsFunc(list, func(row string) bool { return strings.HasPrefix(row, "public\t"+table+"\t") }) {
			list = append(list, queryRows(t, db, `SELECT * FROM `+table)...)
		}
	}
	return list
}

// untouched returns a function that fails the test when the database is not as it is now.
func untouched(t *testing.T, db *sql.DB) func() {
	t.Helper()
	before := traces(t, db)
	return func() {
		t.Helper()
		if diff := gocmp.Diff(before, traces(t, db)); diff != "" {
			t.Errorf("the database was changed (-before +after):\n%.2000s", diff)
		}
	}
}

// waiting returns the number of other sessions of the program that wait for a lock.
func waiting(t *testing.T, db *sql.DB) int {
	t.Helper()
	return number(t, db, `SELECT COUNT(*) FROM pg_stat_activity
		WHERE datname = CURRENT_DATABASE() AND application_name = 'setdoku' AND wait_event_type = 'Lock'`)
}

// noTransaction fails the test unless the program has left no transaction on the server.
func noTransaction(t *testing.T, db *sql.DB) {
	t.Helper()
	until(t, "the server to have no open transaction of the program", func() bool {
		return number(t, db, `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = CURRENT_DATABASE() AND application_name = 'setdoku' AND xact_start IS NOT NULL`) == 0
	})
}

// passes takes what solve --verbose writes to standard error. It calls act once, in the middle
// of a chunk: when a pass has ended and so many lines of output are there.
type passes struct {
	bytes.Buffer
	out   *bytes.Buffer
	after int
	act   func()
}

var passLine = regexp.MustCompile(`(?m)^\w+ +(\d+ puzzles|puzzle \d+) .*\n`)

func (p *passes) Write(b []byte) (int, error) {
	if act := p.act; act != nil && passLine.Match(b) && bytes.Count(p.out.Bytes(), []byte("\n")) >= p.after {
		p.act = nil
		act()
	}
	return p.Buffer.Write(b)
}

// solveActing solves and calls act in the middle of the chunk that follows so many lines of output.
// The lines about passes are left out of what comes back.
func solveActing(ctx context.Context, t *testing.T, target string, after int, act func(), args ...string) result {
	t.Helper()
	var stdout bytes.Buffer
	stderr := passes{out: &stdout, after: after, act: act}
	code := Run(ctx, append([]string{"solve", "--engine", "sql", "--verbose", "--db", target}, args...), stream.Streams{Out: &stdout, Err: &stderr})
	if stderr.act != nil {
		t.Fatalf("exit code %d before there was a pass to act in\n%s", code, stderr.String())
	}
	return result{code, stdout.String(), passLine.ReplaceAllString(stderr.String(), "")}
}
