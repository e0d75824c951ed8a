package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	command "os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
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

// TestScratch executes statements that reach for files in a scratch database, inside a transaction and outside of one.
// Each of them fails, and makes no file and changes none.
func TestScratch(t *testing.T) {
	t.Parallel()
	conn := dbtest.Scratch(t)
	dir := t.TempDir()
	victim := dbtest.Open(t)
	for s, want := range map[string]string{
		`ATTACH '` + victim.Target() + `' AS other_file`:                            "too many attached databases",
		`ATTACH '` + filepath.Join(dir, "other.db") + `' AS other_file`:             "too many attached databases",
		`ATTACH 'file:` + filepath.Join(dir, "uri.db") + `?mode=rwc' AS other_file`: "too many attached databases",
		`VACUUM INTO '` + filepath.Join(dir, "copy.db") + `'`:                       "too many attached databases",
		`VACUUM`:                                 "too many attached databases",
		`SELECT LOAD_EXTENSION('x')`:             "not authorized",
		`SELECT WRITEFILE('` + dir + `/x', 'x')`: "no such function",
		`SELECT READFILE('` + dir + `/x')`:       "no such function",
		`SELECT LENGTH(ZEROBLOB(100001))`:        "too big",
	} {
		if _, err := conn.ExecContext(t.Context(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", s, err, want)
		}
		err := conn.Atomically(t.Context(), func() error {
			_, err := conn.ExecContext(t.Context(), s)
			return err
		})
		if err == nil {
			t.Errorf("%s in a transaction: no error", s)
		}
	}
	if made, err := os.ReadDir(dir); err != nil || len(made) > 0 {
		t.Errorf("files made: %v, error %v", made, err)
	}
}
