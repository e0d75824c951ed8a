// Package pgtest creates databases on a PostgreSQL server for tests.
package pgtest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"setdoku/internal/gridtest"
)

// Variable is the environment variable with the URL of a database on the server. Its user must be allowed to
// create databases.
const Variable = "SETDOKU_POSTGRES"

// Database returns the URL of a new, empty database. It is dropped when the test ends, even if somebody is
// connected. Without a server the test is skipped, or fails if SETDOKU_REQUIRE is set. Opening the database
// creates the schema, which takes no longer than to copy a database that has it.
func Database(t testing.TB) string {
	t.Helper()
	target := os.Getenv(Variable)
	if target == "" {
		gridtest.Cannot(t, "no PostgreSQL server:", errors.New(Variable+" is not set"))
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" {
		t.Fatalf("%s is no URL of a server, want postgres://user:password@host:port/database", Variable)
	}
	sweep.Do(func() { dropStale(t, target) })
	name := fmt.Sprintf("%s%d_%08x", prefix, time.Now().Unix(), rand.Uint32())
	execute(t, target, `CREATE DATABASE `+name)
	// The context of the test has ended by then.
	t.Cleanup(func() { execute(t, target, `DROP DATABASE `+name+` WITH (FORCE)`) })
	u.Path = "/" + name
	return u.String()
}

// prefix begins the names of all databases that this package creates. The time in seconds since 1970 follows.
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
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
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
