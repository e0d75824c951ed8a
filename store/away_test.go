package store_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"setdoku/store"
)

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
