package store_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

var errFailed = errors.New("failed")

// TestAtomically checks that a transaction is committed as a whole or not at all, and that it waits for another
// process no longer than allowed.
func TestAtomically(t *testing.T) {
	const write = `INSERT INTO puzzle (givens) VALUES (?)`
	givens := strings.Repeat(".", 81)
	path := "" // of the database that was opened last
	open := func(t *testing.T) (*store.DB, *store.Conn) {
		t.Helper()
		path = filepath.Join(t.TempDir(), "test.db")
		db, err := store.Create(store.WithLockTimeout(t.Context(), 100*time.Millisecond), path)
		gridtest.Must(t, err)
		t.Cleanup(func() { db.Close() })
		c := dbtest.Acquire(t, db)
		return db, c
	}
	for name, end := range map[string]func(cancel func()) error{
		"panic":       func(func()) error { panic("a fault") },
		"error":       func(func()) error { return errFailed },
		"interrupted": func(cancel func()) error { cancel(); return nil },
	} {
		t.Run("rolled back after "+name, func(t *testing.T) {
			db, c := open(t)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			work := func() (caught any) {
				defer func() {
					if fault := recover(); fault != nil {
						caught = fault
					}
				}()
				return c.Atomically(ctx, func() error {
					if _, err := c.ExecContext(t.Context(), write, givens); err != nil {
						t.Error(err)
					}
					return end(cancel)
				})
			}
			want := map[string]any{"panic": "a fault", "error": errFailed, "interrupted": context.Canceled}[name]
			if caught := work(); caught != want {
				t.Errorf("ended with %v, want %v", caught, want)
			}
			// The next transaction of the connection is another one.
			gridtest.Must(t, c.Atomically(t.Context(), func() error { return nil }))
			gridtest.Equal(t, "puzzles", dbtest.Count(t, db, `SELECT COUNT(*) FROM puzzle`), 0)
		})
	}
	t.Run("locked", func(t *testing.T) {
		_, c := open(t)
		held(t, path, `BEGIN IMMEDIATE`)
		err := c.Atomically(t.Context(), func() error {
			t.Error("work is called without the lock")
			return nil
		})
		if !errors.Is(err, store.ErrLocked) {
			t.Errorf("error %v, want %v", err, store.ErrLocked)
		}
		if !strings.Contains(err.Error(), path) {
			t.Errorf("error %q does not name the file", err)
		}
	})
	t.Run("interrupted at any moment", func(t *testing.T) {
		gridtest.Nightly(t, "a rare moment")
		// After an interrupt SQLite may have begun a transaction although BEGIN returned an error. That is rare, so
		// try often.
		db, _ := open(t)
		for i := range 3000 {
			c, err := db.Acquire(t.Context())
			gridtest.Must(t, err)
			ctx, cancel := context.WithCancel(t.Context())
			go func() {
				for range i * 10 {
					if ctx.Err() != nil {
						break
					}
				}
				cancel()
			}()
			err = c.Atomically(ctx, func() error { return nil })
			if err != nil && err != context.Canceled {
				t.Fatalf("error %v, want %v or none", err, context.Canceled)
			}
			dbtest.Exec(t, c, `BEGIN IMMEDIATE`)
			dbtest.Exec(t, c, `ROLLBACK`)
			cancel()
			c.Close()
		}
	})
}
