package database_test

import (
	"os"
	"path/filepath"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
)

// TestCopy checks that a copy equals the result of the migrations, has no pending journal file, and is independent
// of other copies.
func TestCopy(t *testing.T) {
	db, other := dbtest.Open(t), dbtest.Open(t)
	migrations := func(db *database.DB) (n int) {
		t.Helper()
		gridtest.Must(t, db.GetContext(t.Context(), &n, `SELECT COUNT(*) FROM goose_db_version`))
		return n
	}
	made, err := database.Open(t.Context(), filepath.Join(t.TempDir(), "made.db"))
	gridtest.Must(t, err)
	defer made.Close()
	if got, want := migrations(db), migrations(made); got != want || want < 2 {
		t.Errorf("%d migrations in a copy, want %d", got, want)
	}
	if err := db.Snapshot(t.Context(), func(s *database.Snapshot) error {
		return s.CheckReference(
			t.Context())
	}); err != nil {
		t.Error(err)
	}
	if _, err := db.ExecContext(t.Context(), `DELETE FROM technique`); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := other.GetContext(t.Context(), &n, `SELECT COUNT(*) FROM technique`); err != nil || n == 0 {
		t.Errorf("%d techniques in another copy, error %v", n, err)
	}
	files, err := os.ReadDir(filepath.Dir(dbtest.File(t)))
	if err != nil || len(files) != 1 {
		t.Errorf("a copy is %v, error %v, want one file", files, err)
	}
}
