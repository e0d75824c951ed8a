package store_test

import (
	"errors"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/store"
)

// TestLocatedError runs wrong statements and compares the place of each error.
func TestLocatedError(t *testing.T) {
	t.Parallel()
	db, err := store.OpenTemp(t.Context())
	gridtest.Must(t, err)
	defer db.Close()
	for statement, want := range map[string]int{
		"SELECT * FRM puzzle":                    9,
		"SELECT\n 'ä', giwens\nFROM puzzle":      14,
		"SELECT puzzle_id FROM puzzle WHERE (1,": -1, // SQLite knows no place
		"SELECT 1":                               -1,
	} {
		at := -1
		rows, err := db.Query(t.Context(), statement, nil)
		if located := (*store.LocatedError)(nil); errors.As(err, &located) {
			at = located.At
		}
		if err == nil {
			rows.Close()
		}
		if at != want {
			t.Errorf("%s: place %d of %v, want %d", statement, at, err, want)
		}
	}
}
