package store

import (
	"path/filepath"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// TestChecksOf finds every CHECK of a new file, whole.
func TestChecksOf(t *testing.T) {
	db, err := Create(t.Context(), filepath.Join(t.TempDir(), "test.db"))
	gridtest.Must(t, err)
	defer db.Close()
	var tables []string
	gridtest.Must(t, db.Select(&tables,
		`SELECT sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'goose%'`))
	total := 0
	for _, text := range tables {
		checks := parseChecks(text)
		if n := strings.Count(text, "CHECK"); n != len(checks) {
			t.Errorf("%d checks, want %d: %q\n%s", len(checks), n, checks, text)
		}
		for _, check := range checks {
			if !strings.Contains(text, " CHECK ("+check+")") || strings.Count(check, "(") != strings.Count(check, ")") {
				t.Errorf("check %q\n%s", check, text)
			}
		}
		total += len(checks)
	}
	if total < 30 {
		t.Errorf("%d checks, want more", total)
	}
	if err := db.Snapshot(t.Context(), func(s *Snapshot) error { return s.CheckConstraints(t.Context()) }); err != nil {
		t.Errorf("a new file: %v", err)
	}
	if got := parseChecks(`CREATE TABLE t (a TEXT CHECK (a <> ')'), CONSTRAINT b CHECK ((a IN ('x', '(')) = 1))`); len(got) != 2 || got[0] != "a <> ')'" || got[1] != "(a IN ('x', '(')) = 1" {
		t.Errorf("%q", got)
	}
}
