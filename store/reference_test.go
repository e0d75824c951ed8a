package store

import (
	"slices"
	"testing"
)

// TestReferenceTables demands of every table that a new database has rows in that verify looks at it.
func TestReferenceTables(t *testing.T) {
	db, err := OpenTemp(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var tables, filled []string
	err = db.SelectContext(t.Context(), &tables, `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'goose%' AND name NOT LIKE 'sqlite%'`)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		if table == "column_comment" || table == "catalogue_version" {
			continue // no proof needs them: people may add comments, and another fingerprint only fills the catalogue again
		}
		var some bool
		if err := db.GetContext(t.Context(), &some, `SELECT EXISTS (SELECT 1 FROM `+table+`)`); err != nil {
			t.Fatal(err)
		}
		if some {
			filled = append(filled, table)
		}
	}
	slices.Sort(filled)
	if want := slices.Sorted(slices.Values(referenceTables)); !slices.Equal(filled, want) {
		t.Errorf("a new database has rows in %v, verify looks at %v", filled, want)
	}
}
