package database_test

import (
	"database/sql"
	"errors"
	"os"
	command "os/exec"
	"path/filepath"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

// abortedFile makes a file like that of a process killed in the middle of a transaction: the name of
// every puzzle is changed in the file, and a journal next to it can undo that.
func abortedFile(t *testing.T) (path string) {
	t.Helper()
	source := dbtest.File(t)
	db, err := sql.Open("sqlite", source)
	if err != nil {
		t.Fatal(err)
	}
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
		if _, err := db.Exec(q); err != nil {
			t.Fatal(err)
		}
	}
	path = filepath.Join(t.TempDir(), "killed.db")
	for _, suffix := range []string{"", "-journal"} {
		copyFile(t, source+suffix, path+suffix)
	}
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
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
	gridtest.Long(t, "a database for each case")
	for name, open := range map[string]func(path string) (*database.DB, error){
		"Open": func(path string) (*database.DB, error) { return database.Open(t.Context(), path) },
		"OpenExisting": func(path string) (*database.DB,
			error) {
			return database.OpenExisting(t.Context(), path)
		},
		"OpenReadOnly": func(path string) (*database.DB,
			error) {
			return database.OpenReadOnly(t.Context(), path)
		},
		"OpenAnyVersion": func(path string) (*database.DB,
			error) {
			return database.OpenAnyVersion(t.Context(), path, false)
		},
		"OpenAnyVersion, to read": func(path string) (*database.DB,
			error) {
			return database.OpenAnyVersion(t.Context(), path, true)
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := abortedFile(t)
			db, err := open(path)
			if err != nil {
				t.Fatal(err)
			}
			defer db.Close()
			var before, all int
			if err := db.QueryRow(`SELECT COUNT(*) FILTER (WHERE name = 'before'), COUNT(*) FROM puzzle`).Scan(&before,
				&all); err != nil {
				t.Fatal(err)
			}
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

// TestForeignFiles opens files that SQLite takes for empty although they are not.
func TestForeignFiles(t *testing.T) {
	mark := func(statement string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			db, err := sql.Open("sqlite", path)
			if err == nil {
				_, err = db.Exec(statement)
			}
			if err = errors.Join(err, db.Close()); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, write := range map[string]func(t *testing.T, path string){
		"one byte": func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte("\n"), 0o666); err != nil {
				t.Fatal(err)
			}
		},
		"application_id": mark(`PRAGMA application_id = 17`),
		"user_version":   mark(`PRAGMA user_version = 17`),
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			write(t, path)
			before, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, open := range []func() (*database.DB, error){
				func() (*database.DB, error) { return database.Open(t.Context(), path) },
				func() (*database.DB, error) { return database.OpenExisting(t.Context(), path) },
				func() (*database.DB, error) { return database.OpenReadOnly(t.Context(), path) },
				func() (*database.DB, error) { return database.OpenAnyVersion(t.Context(), path, false) },
			} {
				if db, err := open(); !errors.Is(err, database.ErrNotSetdoku) {
					t.Errorf("error %v, want %v", err, database.ErrNotSetdoku)
					if err == nil {
						db.Close()
					}
				}
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(before) {
				t.Errorf("the file was touched, or cannot be read: %v", err)
			}
		})
	}
}
