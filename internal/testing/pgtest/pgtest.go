// Package pgtest creates databases on a PostgreSQL server for tests.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"setdoku/internal/testing/gridtest"
)

// Variable is the environment variable with the URL of a database on the server. Its user must be allowed to
// create databases.
const Variable = "SETDOKU_POSTGRES"

// Database returns the URL of a new, empty database. It is dropped when the test ends, even if somebody is
// connected. Without a server the test is skipped, or fails if SETDOKU_REQUIRE is set.
func Database(t testing.TB) string {
	t.Helper()
	return create(t, "template1")
}

// Copy returns the URL of a new database that is a copy of a template, and is dropped like that of Database. The first
// call of any process makes the template by fill, under a name with the given version and kind, both of letters, digits
// and _. The template stays on the server for later runs. A call with another version drops it.
func Copy(t testing.TB, version, kind string, fill func(ctx context.Context, url string) error) string {
	t.Helper()
	target := server(t).String()
	template := templates + version + "_" + kind
	work(t, target, func(ctx context.Context, conn *pgx.Conn) error {
		// The end of the connection releases the lock.
		if _, err := conn.Exec(ctx, `SELECT PG_ADVISORY_LOCK(HASHTEXT($1))`, templates); err != nil {
			return err
		}
		var there bool
		if err := conn.QueryRow(ctx, `SELECT EXISTS (SELECT 1 FROM pg_database WHERE datname = $1)`,
			template).Scan(&there); err != nil || there {
			return err
		}
		if err := dropTemplates(ctx, conn, version); err != nil {
			return err
		}
		const unfinished = templates + "unfinished"
		if _, err := conn.Exec(ctx, `CREATE DATABASE `+unfinished); err != nil {
			return err
		}
		if err := fill(ctx, named(t, unfinished)); err != nil {
			return err
		}
		// Autovacuum does not connect then, so nothing disturbs a copy.
		if _, err := conn.Exec(ctx, `ALTER DATABASE `+unfinished+` ALLOW_CONNECTIONS false`); err != nil {
			return err
		}
		_, err := conn.Exec(ctx, `ALTER DATABASE `+unfinished+` RENAME TO `+template)
		return err
	})
	return create(t, template)
}

// CopyOf returns the URL of a new database that is a copy of another, to which nobody is connected. It is dropped like
// that of Database.
func CopyOf(t testing.TB, target string) string {
	t.Helper()
	u, err := url.Parse(target)
	gridtest.Must(t, err)
	return create(t, strings.TrimPrefix(u.Path, "/"))
}

// templates begins the names of the databases of which Copy makes copies.
const templates = "setdoku_template_"

// dropTemplates drops the unfinished template and those of other versions.
func dropTemplates(ctx context.Context, conn *pgx.Conn, version string) error {
	rows, err := conn.Query(ctx, `
		SELECT datname FROM pg_database WHERE STARTS_WITH(datname, $1)
			AND NOT STARTS_WITH(datname, $1 || $2 || '_')`, templates, version)
	if err != nil {
		return err
	}
	names, err := pgx.CollectRows(rows, pgx.RowTo[string])
	for _, name := range names {
		if _, err := conn.Exec(ctx, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`); err != nil {
			return err
		}
	}
	return err
}

// server returns the URL of the server of the tests.
func server(t testing.TB) *url.URL {
	t.Helper()
	target := os.Getenv(Variable)
	if target == "" {
		gridtest.Cannot(t, "no PostgreSQL server:", errors.New(Variable+" is not set"))
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" {
		t.Fatalf("%s is not a URL of a server, want postgres://user:password@host:port/database", Variable)
	}
	return u
}

// named returns the URL of a database of the server.
func named(t testing.TB, name string) string {
	t.Helper()
	u := server(t)
	u.Path = "/" + name
	return u.String()
}

// create creates a database as a copy of a template. It is dropped when the test ends.
func create(t testing.TB, template string) string {
	t.Helper()
	target := server(t).String()
	sweep.Do(func() { dropStale(t, target) })
	name := fmt.Sprintf("%s%d_%08x", prefix, time.Now().Unix(), rand.Uint32())
	execute(t, target, `CREATE DATABASE `+name+` TEMPLATE `+template)
	// The context of the test has ended by then.
	t.Cleanup(func() { execute(t, target, `DROP DATABASE `+name+` WITH (FORCE)`) })
	return named(t, name)
}

// prefix begins the names of the databases of tests. The time in seconds since 1970 follows.
const prefix = "setdoku_test_"

// stale is the age of a database whose test must have been killed.
const stale = 24 * time.Hour

// sweep runs once in a process.
var sweep sync.Once

// dropStale drops the databases of killed tests.
func dropStale(t testing.TB, target string) {
	t.Helper()
	var names []string
	work(t, target, func(ctx context.Context, conn *pgx.Conn) error {
		rows, err := conn.Query(ctx, `
			SELECT datname
			FROM pg_database
			WHERE CASE WHEN datname ~ $1 THEN CAST(SPLIT_PART(datname, '_', 3) AS BIGINT) < $2 END`,
			"^"+prefix+"[0-9]+_[0-9a-f]{8}$", time.Now().Add(-stale).Unix())
		if err == nil {
			names, err = pgx.CollectRows(rows, pgx.RowTo[string])
		}
		return err
	})
	for _, name := range names {
		execute(t, target, `DROP DATABASE IF EXISTS `+name+` WITH (FORCE)`)
	}
}

// execute runs one statement on a separate connection.
func execute(t testing.TB, target, statement string, args ...any) {
	t.Helper()
	work(t, target, func(ctx context.Context, conn *pgx.Conn) error {
		_, err := conn.Exec(ctx, statement, args...)
		return err
	})
}

// work connects to the server and fails the test if the connection or do fails.
func work(t testing.TB, target string, do func(context.Context, *pgx.Conn) error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	conn, err := pgx.Connect(ctx, target)
	if err != nil {
		t.Fatalf("connect to the server of the tests: %v", err)
	}
	defer conn.Close(ctx)
	if err := do(ctx, conn); err != nil {
		t.Fatalf("prepare the server of the tests: %v", err)
	}
}
