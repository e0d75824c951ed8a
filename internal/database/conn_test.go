package database_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"setdoku/internal/database"
	"setdoku/internal/gridtest"
)

// TestAtomically checks that a transaction is committed as a whole or not at all, and that it waits for another
// process no longer than allowed.
func TestAtomically(t *testing.T) {
	const write = `INSERT INTO puzzle (givens) VALUES (?)`
	givens := strings.Repeat(".", 81)
	path := "" // of the database that was opened last
	open := func(t *testing.T) (*database.DB, *database.Conn) {
		t.Helper()
		path = filepath.Join(t.TempDir(), "test.db")
		db, err := database.Open(database.WithLockTimeout(t.Context(), 100*time.Millisecond), path)
		gridtest.Must(t, err)
		t.Cleanup(func() { db.Close() })
		c, err := db.Acquire(t.Context())
		gridtest.Must(t, err)
		t.Cleanup(func() { c.Close() })
		return db, c
	}
	count := func(t *testing.T, db *database.DB, want int) {
		t.Helper()
		n, err := db.CountPuzzles(t.Context())
		if err != nil || n != want {
			t.Errorf("%d puzzles, error %v, want %d", n, err, want)
		}
	}
	t.Run("rolled back after a panic", func(t *testing.T) {
		db, c := open(t)
		work := func() (caught any) {
			defer func() { caught = recover() }()
			return c.Atomically(t.Context(), func() error {
				if _, err := c.ExecContext(t.Context(), write, givens); err != nil {
					t.Error(err)
				}
				panic("a fault")
			})
		}
		if caught := work(); caught != "a fault" {
			t.Errorf("Atomically hid the panic: %v", caught)
		}
		// The next transaction of the connection is another one.
		if err := c.Atomically(t.Context(), func() error { return nil }); err != nil {
			t.Error(err)
		}
		count(t, db, 0)
	})
	t.Run("rolled back", func(t *testing.T) {
		db, c := open(t)
		failed := errors.New("failed")
		err := c.Atomically(t.Context(), func() error {
			if _, err := c.ExecContext(t.Context(), write, givens); err != nil {
				t.Fatal(err)
			}
			return failed
		})
		if err != failed {
			t.Errorf("error %v, want %v", err, failed)
		}
		count(t, db, 0)
	})
	t.Run("interrupted", func(t *testing.T) {
		db, c := open(t)
		ctx, cancel := context.WithCancel(t.Context())
		err := c.Atomically(ctx, func() error {
			if _, err := c.ExecContext(ctx, write, givens); err != nil {
				t.Fatal(err)
			}
			cancel()
			_, err := c.ExecContext(ctx, write, givens)
			return err
		})
		if err != context.Canceled {
			t.Errorf("error %v, want %v", err, context.Canceled)
		}
		count(t, db, 0)
		if err := c.Atomically(t.Context(), func() error { return nil }); err != nil {
			t.Errorf("afterwards: %v", err)
		}
	})
	t.Run("locked", func(t *testing.T) {
		_, c := open(t)
		hold(t, path)
		err := c.Atomically(t.Context(), func() error {
			t.Error("work is called without the lock")
			return nil
		})
		if !errors.Is(err, database.ErrLocked) {
			t.Errorf("error %v, want %v", err, database.ErrLocked)
		}
		if !strings.Contains(err.Error(), path) {
			t.Errorf("error %q does not name the file", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if err := c.Atomically(ctx, func() error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
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
			if _, err := c.ExecContext(t.Context(), `BEGIN IMMEDIATE`); err != nil {
				t.Fatalf("a transaction was left open: %v", err)
			}
			if _, err := c.ExecContext(t.Context(), `ROLLBACK`); err != nil {
				t.Fatal(err)
			}
			cancel()
			c.Close()
		}
	})
}

// hold takes the lock of a database until the test is over.
func hold(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	gridtest.Must(t, err)
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
}
