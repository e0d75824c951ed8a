package clitest

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

	"setdoku/internal/cli"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// ServerCommands returns calls of all commands that take the URL of a server, without the URL.
func ServerCommands() [][]string { return slices.Concat(writingCommands(), readingCommands()) }

// writingCommands returns those that write.
func writingCommands() [][]string {
	return [][]string{
		{"solve", GoodPuzzle}, {"solve"}, {"import", GoodPuzzle}, {"work"},
		{"migrate", "up"}, {"migrate", "down", "--yes"},
	}
}

// readingCommands returns those that only read.
func readingCommands() [][]string {
	return [][]string{
		{"verify"}, {"show", "1"}, {"history", "1"}, {"export"}, {"find", "--technique", "naked_single"},
		{"query", "SELECT COUNT(*) FROM puzzle"}, {"migrate", "status"}, {"stats"},
	}
}

// Migrated returns the URL of a new database with the schema. Its tables have two partitions, because that is quicker
// to make.
func Migrated(t *testing.T) string {
	t.Helper()
	return dbtest.Server(t, 2)
}

// CallOn calls a command on a server. The result lacks the warning that the user of the server is a superuser, as the
// one of the tests is.
func CallOn(ctx context.Context, target string, args ...string) Result {
	r := Call(ctx, nil, append(slices.Clone(args), "--db", target)...)
	if first, rest, _ := strings.Cut(r.Stderr, "\n"); strings.Contains(first, "is a superuser") {
		r.Stderr = rest
	}
	return r
}

// DoneOn is CallOn for a call that must end with exit code 0.
func DoneOn(t *testing.T, target string, args ...string) Result {
	t.Helper()
	return CallOn(t.Context(), target, args...).Must(t, cli.ExitDone)
}

// URLWith returns a URL with another user, password, host or database. Empty arguments change nothing.
func URLWith(t *testing.T, target, user, password, host, database string) string {
	t.Helper()
	u, err := url.Parse(target)
	gridtest.Must(t, err)
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

// ShownAs returns a URL as messages print it.
func ShownAs(t *testing.T, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	gridtest.Must(t, err)
	return fmt.Sprintf("postgres://%s@%s%s", u.User.Username(),
		net.JoinHostPort(u.Hostname(), cmp.Or(u.Port(), "5432")), u.Path)
}

// NewRole makes a user of the server for one test and returns its name. Its password is "pw".
func NewRole(t *testing.T, db *sql.DB, options ...string) string {
	t.Helper()
	role := fmt.Sprintf("setdoku_test_%08x", rand.Uint32())
	Execute(t, db, `CREATE ROLE `+role+` PASSWORD 'pw' `+strings.Join(options, " "))
	t.Cleanup(func() { Execute(t, db, `DROP OWNED BY `+role, `DROP ROLE `+role) })
	return role
}

// Traces returns the names of all tables that are not temporary, and the rows of the tables that every run changes.
func Traces(t *testing.T, db *sql.DB) []string {
	t.Helper()
	list := QueryRows(t, db, `SELECT n.nspname, c.relname, c.relkind
		FROM pg_class AS c
		INNER JOIN pg_namespace AS n ON n.oid = c.relnamespace
		WHERE n.nspname NOT LIKE 'pg\_%' AND n.nspname <> 'information_schema'`)
	for _, table := range []string{"setdoku_version", "run", "puzzle", "cell", "step"} {
		if slices.ContainsFunc(list, func(row string) bool { return strings.HasPrefix(row, "public\t"+table+"\t") }) {
			list = append(list, QueryRows(t, db, `SELECT * FROM `+table)...)
		}
	}
	return list
}

// Untouched returns a function that fails the test when the database has changed since the call of Untouched.
func Untouched(t *testing.T, db *sql.DB) func() {
	t.Helper()
	before := Traces(t, db)
	return func() {
		t.Helper()
		if diff := gocmp.Diff(before, Traces(t, db)); diff != "" {
			t.Errorf("the database was changed (-before +after):\n%.2000s", diff)
		}
	}
}

// Waiting returns the number of sessions of the program that wait for a lock.
func Waiting(t *testing.T, db *sql.DB) int {
	t.Helper()
	return Number(t, db, `SELECT COUNT(*) FROM pg_stat_activity
		WHERE datname = CURRENT_DATABASE() AND application_name = 'setdoku' AND wait_event_type = 'Lock'`)
}

// NoTransaction fails the test unless the program has left no transaction on the server.
func NoTransaction(t *testing.T, db *sql.DB) {
	t.Helper()
	gridtest.Until(t, "the server to have no open transaction of the program", func() bool {
		return Number(t, db, `SELECT COUNT(*) FROM pg_stat_activity
			WHERE datname = CURRENT_DATABASE() AND application_name = 'setdoku' AND xact_start IS NOT NULL`) == 0
	})
}

// passes takes what solve --verbose writes to standard error. It calls act once, in the middle of a chunk: after the
// first pass that ends when standard output has at least after lines.
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

// SolveActing solves and calls act in the middle of the chunk that follows the first after lines of output. The result
// does not have the lines about passes.
func SolveActing(ctx context.Context, t *testing.T, target string, after int, act func(), args ...string) Result {
	t.Helper()
	var stdout bytes.Buffer
	stderr := passes{out: &stdout, after: after, act: act}
	code := cli.Run(ctx, append([]string{"solve", "--engine", "sql", "--verbose", "--db", target}, args...),
		cli.Streams{Out: &stdout, Err: &stderr})
	if stderr.act != nil {
		t.Fatalf("exit code %d before there was a pass to act in\n%s", code, stderr.String())
	}
	return Result{code, stdout.String(), passLine.ReplaceAllString(stderr.String(), "")}
}

// OpenServer opens a database of a server as another program would.
func OpenServer(t *testing.T, url string) *sql.DB {
	t.Helper()
	db, err := sql.Open("pgx", url)
	gridtest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	return db
}
