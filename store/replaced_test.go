package store_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// TestReplaced puts a backup in the place of a file, moves the file or deletes it while connections have it open. They
// do not write or read any more, also in the middle of a transaction, and the backup is whole after they are closed.
func TestReplaced(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	for name, change := range map[string]func(path, backup string) error{
		"replaced": func(path, backup string) error { return os.Rename(backup, path) },
		"moved":    func(path, _ string) error { return os.Rename(path, path+".moved") },
		"deleted":  func(path, _ string) error { return os.Remove(path) },
	} {
		t.Run(name, func(t *testing.T) {
			path := dbtest.File(t)
			db, err := store.Create(t.Context(), path)
			gridtest.Must(t, err)
			reader, err := store.OpenReadOnly(t.Context(), path)
			gridtest.Must(t, err)
			backup := dbtest.File(t)
			rawExec(t, backup, `INSERT INTO puzzle (givens) VALUES ('`+dots(1)+`'), ('`+dots(2)+`')`)
			dbtest.Exec(t, db, addPuzzle)
			c, err := db.Acquire(t.Context())
			gridtest.Must(t, err)
			within := c.Atomically(t.Context(), func() error {
				_, err := c.ExecContext(t.Context(), `UPDATE puzzle SET name = 'lost'`)
				return errors.Join(err, change(path, backup))
			})
			after := c.Atomically(t.Context(), func() error { return nil })
			read := reader.Snapshot(t.Context(), func(*store.Snapshot) error { return nil })
			anew := db.CheckFile(t.Context())
			for what, err := range map[string]error{"in a transaction": within, "afterwards": after, "reading": read,
				"a check": anew} {
				if !errors.Is(err, store.ErrReplaced) {
					t.Errorf("%s: error %v, want %v", what, err, store.ErrReplaced)
				}
			}
			for _, err := range []error{c.Close(), reader.Close(), db.Close()} {
				if err != nil {
					t.Error(err)
				}
			}
			switch name {
			case "replaced":
				sound(t, path, 2)
			case "moved":
				sound(t, path+".moved", 1)
			}
		})
	}
}

// dots returns a grid with one given, in cell n.
func dots(n int) string {
	grid := []byte(strings.Repeat(".", 81))
	grid[n] = '1'
	return string(grid)
}
