package dbtest

import (
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/store"
)

// Scratch returns a connection to a scratch database. The end of the test closes both.
func Scratch(t testing.TB) *store.Conn {
	t.Helper()
	db, err := store.OpenScratch(t.Context())
	gridtest.Must(t, err)
	t.Cleanup(func() { db.Close() })
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	t.Cleanup(func() { conn.Close() })
	return conn
}
