package store_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// TestExplain provokes each error that a caller can test for, and checks that errors.Is finds it and that its text is
// one line.
func TestExplain(t *testing.T) {
	const write = `INSERT INTO run (started_at, engine, audit, selection, options, version)
		VALUES ('', 'sql', 'full', ?, '{}', '')`
	ctx := store.WithLockTimeout(t.Context(), 50*time.Millisecond)
	tests := []struct {
		name    string
		provoke func(t *testing.T, db *store.DB, path string) error
		want    error
	}{
		{"a write to a database opened read-only", func(t *testing.T, db *store.DB, path string) error {
			readOnly, err := store.OpenReadOnly(ctx, path)
			gridtest.Must(t, err)
			defer readOnly.Close()
			_, err = readOnly.ExecContext(ctx, write, "")
			return err
		}, store.ErrReadOnly},
		{"two writes at a time", func(t *testing.T, db *store.DB, path string) error {
			held(t, path, `BEGIN IMMEDIATE`)
			other, err := store.Create(ctx, path)
			gridtest.Must(t, err)
			defer other.Close()
			_, err = other.ExecContext(ctx, write, "")
			return err
		}, store.ErrLocked},
		{"more than the file may hold", func(t *testing.T, db *store.DB, path string) error {
			if _, err := db.ExecContext(ctx, `PRAGMA max_page_count = 1`); err != nil {
				t.Fatal(err)
			}
			_, err := db.ExecContext(ctx, write, strings.Repeat("x", 1<<20))
			return err
		}, store.ErrDiskFull},
		{"a page of something else", func(t *testing.T, db *store.DB, path string) error {
			gridtest.Must(t, db.Close())
			b, err := os.ReadFile(path)
			gridtest.Must(t, err)
			copy(b[4096:], strings.Repeat("x", len(b)-4096))
			gridtest.Must(t, os.WriteFile(path, b, 0o666))
			damaged, err := store.OpenReadOnly(ctx, path)
			if err == nil {
				damaged.Close()
			}
			return err
		}, store.ErrDamaged},
		{"a file that is not a database", func(t *testing.T, _ *store.DB, path string) error {
			path += ".txt"
			gridtest.Must(t, os.WriteFile(path, []byte(strings.Repeat("text\n", 1000)), 0o666))
			_, err := store.Create(ctx, path)
			return err
		}, store.ErrNotSetdoku},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			db, err := store.Create(ctx, path)
			gridtest.Must(t, err)
			t.Cleanup(func() { db.Close() })
			err = store.Explain(tt.provoke(t, db, path))
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

// TestExplainLockTable has the error of a server whose lock table is full, and that of one without memory. They have
// the same code.
func TestExplainLockTable(t *testing.T) {
	full := &pgconn.PgError{Code: "53200", Message: "out of shared memory",
		Hint: "You might need to increase max_locks_per_transaction."}
	err := store.Explain(fmt.Errorf("migrate: %w", full))
	if !errors.Is(err, store.ErrLockTable) || strings.Contains(err.Error(), "\n") ||
		!strings.Contains(err.Error(), "raise max_locks_per_transaction") {
		t.Errorf("error %v, want one line that names the setting", err)
	}
	if err := store.Explain(&pgconn.PgError{Code: "53200", Message: "out of memory",
		Detail: "Failed on request of size 8."}); errors.Is(err, store.ErrLockTable) {
		t.Errorf("no memory is explained as %v", err)
	}
}

// TestIsAway checks which errors of a server a later attempt may not meet again, and that each has one line.
func TestIsAway(t *testing.T) {
	for _, tt := range []struct {
		code, message string
		cause         error // nil for none
	}{
		{"57P01", "terminating connection due to administrator command", store.ErrConnectionLost},
		{"57P03", "the database system is starting up", store.ErrConnectionLost},
		{"53300", "sorry, too many clients already", store.ErrTooManyConnections},
		{"08006", "connection to the remote node failed\n\tIs the server running?", store.ErrNodeLost},
		{"XX000", "failure on connection marked as essential: node:5432", store.ErrNodeLost},
		{"XX000", "cache lookup failed", nil},
		{"23505", "duplicate key", nil},
	} {
		err := &pgconn.PgError{Code: tt.code, Message: tt.message}
		got := store.Explain(err)
		if away := tt.cause != nil; store.IsUnreachable(err) != away || store.IsUnreachable(got) != away ||
			away && !errors.Is(got, tt.cause) {
			t.Errorf("%s %q: explained as %v, want %v", tt.code, tt.message, got, tt.cause)
		}
		if first, _, _ := strings.Cut(tt.message, "\n"); !strings.Contains(got.Error(), first) ||
			strings.Contains(got.Error(), "\n") {
			t.Errorf("%s: %q, want one line with %q", tt.code, got, first)
		}
	}
	if store.IsUnreachable(nil) || store.IsUnreachable(store.ErrLocked) {
		t.Error("no error, or a locked database, means that the server is unreachable")
	}
}
