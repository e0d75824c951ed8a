package store_test

import (
	"database/sql"
	"errors"
	"os"
	command "os/exec"
	"path/filepath"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

// abortedFile makes a file like that of a process killed in the middle of a transaction: the name of
// every puzzle is changed in the file, and a journal next to it can undo that.
func abortedFile(t *testing.T) (path string) {
	t.Helper()
	source := dbtest.File(t)
	db, err := sql.Open("sqlite", source)
	gridtest.Must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, q := range []string{
		`PRAGMA journal_mode = DELETE`,
		`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
			INSERT INTO puzzle (givens, name) SELECT REPLACE(SUBSTR('1' || PRINTF('%080d', i), 1, 81), '0', '.'),
				'before' FROM n`,
		`PRAGMA cache_size = 1`, // so that it is written before the end
		`BEGIN IMMEDIATE`,
		`UPDATE puzzle SET name = 'after'`,
	} {
		dbtest.Exec(t, db, q)
	}
	path = filepath.Join(t.TempDir(), "killed.db")
	for _, suffix := range []string{"", "-journal"} {
		copyFile(t, source+suffix, path+suffix)
	}
	dbtest.Exec(t, db, `ROLLBACK`)
	return path
}

// copyFile copies a file of a database that is open. A process of its own does so, because this process would drop the
// locks of SQLite.
func copyFile(t *testing.T, from, to string) {
	t.Helper()
	if out, err := command.Command("cp", from, to).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

// TestKilledInATransaction opens such a file in every way. Opening it rolls the transaction back.
func TestKilledInATransaction(t *testing.T) {
	gridtest.Nightly(t, "a killed process")
	for name, open := range waysToOpen() {
		t.Run(name, func(t *testing.T) {
			path := abortedFile(t)
			db, err := open(t.Context(), path)
			gridtest.Must(t, err)
			defer db.Close()
			var before, all int
			gridtest.Must(t, db.QueryRow(`SELECT COUNT(*) FILTER (WHERE name = 'before'), COUNT(*) FROM puzzle`).Scan(&before,
				&all))
			if before != 500 || all != 500 {
				t.Errorf("%d of %d puzzles are what they were before, want all 500", before, all)
			}
			var sound string
			if err := db.Get(&sound, `PRAGMA integrity_check`); err != nil || sound != "ok" {
				t.Errorf("integrity_check says %q, error %v", sound, err)
			}
			if _, err := os.Stat(path + "-journal"); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("the journal is still there: %v", err)
			}
		})
	}
}
