package dbtest

import (
	"testing"

	"setdoku/internal/gridtest"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// Fill fills in the candidates of all unfinished puzzles, as a user does in a shell.
func Fill(t testing.TB, db *store.DB) {
	t.Helper()
	text, err := sqlfiles.FS.ReadFile("fill_candidates.sql")
	gridtest.Must(t, err)
	if _, err := db.ExecContext(t.Context(), string(text)); err != nil {
		t.Fatalf("fill in the candidates: %v", err)
	}
}
