package store_test

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"setdoku/store"
)

// TestExplain provokes each trouble that a caller can switch on, and checks that its
// error can be switched on and fits one line.
func TestExplain(t *testing.T) {
	const write = `INSERT INTO run (started_at, engine, audit, selection, options, version)
		VALUES ('', 'sql', 'full', ?, '{}', '')`
	ctx := store.WithPatience(t.Context(), 50*time.Millisecond)
	tests := []struct {
		name    string
		provoke func(t *testing.T, db *store.DB) error
		want    error
	}{
		{"a write to a database opened read-only", func(t *testing.T, db *store.DB) error {
			readOnly, err := store.OpenReadOnly(ctx, db.Path())
			if err != nil {
				t.Fatal(err)
			}
			defer readOnly.Close()
			_, err = readOnly.ExecContext(ctx, write, "")
			return err
		}, store.ErrReadOnly},
		{"a write beside another", func(t *testing.T, db *store.DB) error {
			hold(t, db.Path())
			other, err := store.Open(ctx, db.Path())
			if err != nil {
				t.Fatal(err)
			}
			defer other.Close()
			_, err = other.ExecContext(ctx, write, "")
			return err
		}, store.ErrLocked},
		{"more than the file may hold", func(t *testing.T, db *store.DB) error {
			if _, err := db.ExecContext(ctx, `PRAGMA max_page_count = 1`); err != nil {
				t.Fatal(err)
			}
			_, err := db.ExecContext(ctx, write, strings.Repeat("x", 1<<20))
			return err
		}, store.ErrFull},
		{"a page of something else", func(t *testing.T, db *store.DB) error {
			path := db.Path()
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			b, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			copy(b[4096:], strings.Repeat("x", len(b)-4096))
			if err := os.WriteFile(path, b, 0o666); err != nil {
				t.Fatal(err)
			}
			damaged, err := store.OpenReadOnly(ctx, path)
			if err == nil {
				damaged.Close()
			}
			return err
		}, store.ErrDamaged},
		{"a file that is no database", func(t *testing.T, db *store.DB) error {
			path := filepath.Join(t.TempDir(), "text")
			if err := os.WriteFile(path, []byte(strings.Repeat("text\n", 1000)), 0o666); err != nil {
				t.Fatal(err)
			}
			_, err := store.Open(ctx, path)
			return err
		}, store.ErrNotSetdoku},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			db := openNew(t)
			err := store.Explain(tt.provoke(t, db))
			if !errors.Is(err, tt.want) {
				t.Fatalf("error %v, want one that is %v", err, tt.want)
			}
			if text := err.Error(); strings.Contains(text, "\n") || !strings.Contains(text, tt.want.Error()) {
				t.Errorf("error %q, want one line with %q", text, tt.want)
			}
			if again := store.Explain(err); again.Error() != err.Error() {
				t.Errorf("explained twice: %v, want %v", again, err)
			}
		})
	}
}

func TestExplainLeavesOthersAlone(t *testing.T) {
	other := errors.New("other")
	if got := store.Explain(other); got != other {
		t.Errorf("error %v, want %v", got, other)
	}
	if got := store.Explain(nil); got != nil {
		t.Errorf("error %v, want none", got)
	}
}

// hold takes the lock of a database until the test is over.
func hold(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { db.Close() })
	if _, err := db.Exec(`BEGIN IMMEDIATE`); err != nil {
		t.Fatal(err)
	}
}

// TestAtomically checks that a transaction stays whole or goes whole, and that it waits no
// longer for another process than it should.
func TestAtomically(t *testing.T) {
	const write = `INSERT INTO puzzle (givens) VALUES (?)`
	givens := strings.Repeat(".", 81)
	open := func(t *testing.T) (*store.DB, *store.Conn) {
		t.Helper()
		path := openNew(t).Path()
		db, err := store.Open(store.WithPatience(t.Context(), 100*time.Millisecond), path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { db.Close() })
		c, err := db.Acquire(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return db, c
	}
	count := func(t *testing.T, db *store.DB, want int) {
		t.Helper()
		n, err := db.CountPuzzles(t.Context())
		if err != nil || n != want {
			t.Errorf("%d puzzles, error %v, want %d", n, err, want)
		}
	}
	t.Run("kept", func(t *testing.T) {
		db, c := open(t)
		err := c.Atomically(t.Context(), func() error {
			_, err := c.ExecContext(t.Context(), write, givens)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		count(t, db, 1)
	})
	t.Run("given up", func(t *testing.T) {
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
		db, c := open(t)
		hold(t, db.Path())
		began := time.Now()
		err := c.Atomically(t.Context(), func() error {
			t.Error("work is called without the lock")
			return nil
		})
		if took := time.Since(began); !errors.Is(err, store.ErrLocked) || took < 100*time.Millisecond || took > 5*time.Second {
			t.Errorf("error %v after %s, want %v after 100 ms", err, took, store.ErrLocked)
		}
		if !strings.Contains(err.Error(), db.Path()) {
			t.Errorf("error %q does not name the file", err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
		defer cancel()
		if err := c.Atomically(ctx, func() error { return nil }); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("error %v, want %v", err, context.DeadlineExceeded)
		}
	})
}
