package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/store"
)

// leftovers makes the files that a killed process leaves of a database whose file was deleted afterwards. It returns
// the path of the deleted file.
func leftovers(t *testing.T, mode string) (path string) {
	t.Helper()
	source := abortedFile(t)
	if mode == "wal" {
		source = dbtest.File(t)
	}
	path = filepath.Join(t.TempDir(), "deleted.db")
	if mode == "wal" {
		db, err := sql.Open("sqlite", source)
		gridtest.Must(t, err)
		defer db.Close()
		for _, q := range []string{`PRAGMA journal_mode = WAL`, addPuzzle} {
			dbtest.Exec(t, db, q)
		}
		for _, suffix := range []string{"-wal", "-shm"} {
			copyFile(t, source+suffix, path+suffix)
		}
		return path
	}
	copyFile(t, source+"-journal", path+"-journal")
	return path
}

// TestLeftovers creates a database whose name has files of a deleted database next to it. Four connections do so at the
// same time. The new database has only their puzzles. They also open a file that is not in WAL mode yet: each must let
// another one change the mode.
func TestLeftovers(t *testing.T) {
	gridtest.Nightly(t, "what a killed process leaves")
	for _, mode := range []string{"wal", "journal", "empty", "wal and empty", "another mode"} {
		t.Run(mode, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "empty.db")
			switch mode {
			case "wal", "wal and empty":
				path = leftovers(t, "wal")
			case "journal":
				path = leftovers(t, "journal")
			case "another mode":
				dbtest.Write(t, path)
				rawExec(t, path, `PRAGMA journal_mode = DELETE`)
			}
			if mode == "empty" || mode == "wal and empty" {
				gridtest.Must(t, os.WriteFile(path, nil, 0o666))
			}
			const writers = 4
			var group sync.WaitGroup
			for i := range writers {
				group.Go(func() {
					db, err := store.Create(t.Context(), path)
					if err == nil {
						_, err = db.ExecContext(t.Context(), `INSERT INTO puzzle (givens) VALUES (?)`,
							fmt.Sprintf("%d%s", i+1, strings.Repeat(".", 80)))
						err = errors.Join(err, db.Close())
					}
					if err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
			sound(t, path, writers)
		})
	}
}

// TestLeftoversInUse deletes the file of a database that another connection has open, and creates a new one under its
// name.
func TestLeftoversInUse(t *testing.T) {
	path := dbtest.File(t)
	old, err := sql.Open("sqlite", path)
	gridtest.Must(t, err)
	defer old.Close()
	old.SetMaxOpenConns(1)
	dbtest.Exec(t, old, `PRAGMA journal_mode = WAL; `+addPuzzle)
	gridtest.Must(t, os.Remove(path))
	db, err := store.Create(t.Context(), path)
	gridtest.Must(t, err)
	dbtest.Exec(t, db, addPuzzle)
	dbtest.Exec(t, old, `UPDATE puzzle SET name = 'old'`)
	gridtest.Must(t, db.Close())
	sound(t, path, 1)
}

// rawExec executes a statement on a file, with a connection of its own.
func rawExec(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err == nil {
		_, err = db.Exec(statement)
	}
	gridtest.Must(t, errors.Join(err, db.Close()))
}

// sound checks that a file is not damaged and has so many puzzles.
func sound(t *testing.T, path string, puzzles int) {
	t.Helper()
	db, err := store.OpenReadOnly(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	var n int
	var state string
	if err := db.GetContext(t.Context(), &n, `SELECT COUNT(*) FROM puzzle`); err != nil || n != puzzles {
		t.Errorf("%d puzzles, error %v, want %d", n, err, puzzles)
	}
	if err := db.GetContext(context.Background(), &state, `PRAGMA integrity_check`); err != nil || state != "ok" {
		t.Errorf("integrity_check: %q, error %v", state, err)
	}
}
