package database_test

import (
	"errors"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"

	"setdoku/internal/database"
)

// TestIsAway checks which errors of a server a later attempt may not meet again, and that each has one line.
func TestIsAway(t *testing.T) {
	for _, tt := range []struct {
		code, message string
		cause         error // nil for none
		want          string
	}{
		{"57P01", "terminating connection due to administrator command", database.ErrConnectionLost,
			"the connection to the server was lost (terminating connection due to administrator command)"},
		{"57P03", "the database system is starting up", database.ErrConnectionLost,
			"the connection to the server was lost (the database system is starting up)"},
		{"53300", "sorry, too many clients already", database.ErrTooManyConnections,
			"the server accepts no more connections at the moment (sorry, too many clients already)"},
		{"08006", "connection to the remote node me@node:5432 failed with the following error: Connection refused\n" +
			"\tIs the server running?", database.ErrNodeLost,
			"the server cannot reach one of its nodes (connection to the remote node me@node:5432 failed with the " +
				"following error: Connection refused)"},
		{"XX000", "failure on connection marked as essential: node:5432", database.ErrNodeLost,
			"the server cannot reach one of its nodes (failure on connection marked as essential: node:5432)"},
		{"XX000", "cache lookup failed", nil, ": cache lookup failed (SQLSTATE XX000)"},
		{"23505", "duplicate key", nil, ": duplicate key (SQLSTATE 23505)"},
	} {
		err := &pgconn.PgError{Code: tt.code, Message: tt.message}
		got := database.Explain(err)
		if database.IsUnreachable(err) != (tt.cause != nil) || database.IsUnreachable(got) != (tt.cause != nil) {
			t.Errorf("%s %q: unreachable %t, explained %t", tt.code, tt.message, database.IsUnreachable(err),
				database.IsUnreachable(got))
		}
		if got.Error() != tt.want || tt.cause != nil && !errors.Is(got, tt.cause) {
			t.Errorf("%s: %q, want %q", tt.code, got, tt.want)
		}
	}
	if database.IsUnreachable(nil) || database.IsUnreachable(database.ErrLocked) {
		t.Error("no error, or a locked database, means that the server is unreachable")
	}
}
