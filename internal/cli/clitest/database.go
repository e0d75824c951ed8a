package clitest

import (
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"os"
	"testing"

	"setdoku/internal/cli/usage"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// Refused fails the test unless the program ended with exit code 1, printed want as the only line on standard error,
// and nothing on standard output.
func Refused(t *testing.T, r Result, want string) {
	t.Helper()
	if r.Code != usage.ExitError || r.Stdout != "" {
		t.Errorf("exit code %d, output %q, want 1 and nothing", r.Code, r.Stdout)
	}
	gridtest.Equal(t, "standard error", r.Err(), []string{want})
}

// DamagedDatabase makes a database with rows in each table of puzzles and games, and damages it as dbtest.Damage says.
func DamagedDatabase(t *testing.T, path string) []dbtest.BadRow {
	t.Helper()
	list := WriteLines(t, t.TempDir(), "list.txt", MixedPuzzles(t, 300))
	Call(t.Context(), nil, "solve", list, "--db", path, "--properties", "--technique",
		"singles,intersections,subsets,basic_fish,search")
	Done(t, "needed", path)
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	damaged := dbtest.Damage(t, db)
	gridtest.Must(t, db.Close())
	return damaged
}

// OpenRaw opens a database file as another program would: without the checks of setdoku, and on one connection.
func OpenRaw(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	gridtest.Must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	return db
}

// Execute runs statements on db.
func Execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := db.Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// Number returns the number that a query returns.
func Number(t *testing.T, db *sql.DB, query string) (n int) {
	t.Helper()
	if err := db.QueryRow(query).Scan(&n); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return n
}

// CopyDatabase copies a database file that no process has open, and returns the path of the copy.
func CopyDatabase(t *testing.T, from, to string) string {
	t.Helper()
	b, err := os.ReadFile(from)
	gridtest.Must(t, err)
	gridtest.Must(t, os.WriteFile(to, b, 0o666))
	return to
}

// FileSum returns a checksum of a file, which shows whether the file was changed.
func FileSum(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	gridtest.Must(t, err)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
