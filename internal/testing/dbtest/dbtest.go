// Package dbtest makes new databases for tests. It migrates a file once and then copies it. A copy takes a
// hundredth of the time, and most tests are not about the migrations.
package dbtest

import (
	"context"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/testing/gridtest"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// fresh holds the contents of a new database file.
var fresh = sync.OnceValues(func() (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "setdoku-dbtest-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "fresh.db")
	db, err := store.Create(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := db.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})

// File writes a new database into a temporary folder of the test and returns its path.
func File(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	Write(t, path)
	return path
}

// Write writes a new database to path.
func Write(t testing.TB, path string) {
	t.Helper()
	text, err := fresh()
	if err == nil {
		err = os.WriteFile(path, text, 0o666)
	}
	gridtest.Must(t, err)
}

// Open opens a new database, which is closed when the test ends.
func Open(t testing.TB) *store.DB {
	t.Helper()
	return OpenTarget(t, File(t), 0)
}

// OpenTarget opens a database, which is closed when the test ends. target is a file or the URL of a server, as
// store.Create takes it. partitions is the number of partitions of the tables of a new database on a server, 0 for the
// usual number.
func OpenTarget(t testing.TB, target string, partitions int) *store.DB {
	t.Helper()
	db, err := store.Create(store.WithPartitions(t.Context(), partitions), target)
	gridtest.Must(t, err)
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	return db
}

// Acquire takes a connection for writing, which is closed when the test ends.
func Acquire(t testing.TB, db *store.DB) *store.Conn {
	t.Helper()
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}

// Exec executes a statement.
func Exec(t testing.TB, db sqlx.ExecerContext, statement string, args ...any) {
	t.Helper()
	ctx := context.WithoutCancel(t.Context()) // which has ended when t.Cleanup calls
	if _, err := db.ExecContext(ctx, statement, args...); err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// Scratch returns a connection to a scratch database. The end of the test closes both.
func Scratch(t testing.TB) *store.Conn {
	t.Helper()
	db, err := store.OpenScratch(t.Context())
	gridtest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	return Acquire(t, db)
}

// Fill fills in the candidates of all unfinished puzzles, as a user does in a shell.
func Fill(t testing.TB, db *store.DB) {
	t.Helper()
	text, err := sqlfiles.FS.ReadFile("fill_candidates.sql")
	gridtest.Must(t, err)
	if _, err := db.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatalf("fill in the candidates: %v", err)
	}
}
