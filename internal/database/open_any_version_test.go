package database_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/database"
)

// alter creates or changes a database file with a statement, as another program would.
func alter(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sqlx.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(t.Context(), statement); err != nil {
		t.Fatal(err)
	}
}

// create creates an empty setdoku database and returns its path.
func create(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "test.db")
	db, err := database.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestOpenAnyVersionRefuses(t *testing.T) {
	newer := create(t)
	alter(t, newer, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`)
	foreign := filepath.Join(t.TempDir(), "foreign.db")
	alter(t, foreign, `CREATE TABLE song (title TEXT)`)
	words := filepath.Join(t.TempDir(), "words.txt")
	if err := os.WriteFile(words, bytes.Repeat([]byte("no database "), 100), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		want       error
	}{
		{"newer", newer, database.ErrNewer},
		{"another program's", foreign, database.ErrNotSetdoku},
		{"no database", words, database.ErrNotSetdoku},
		{"missing", filepath.Join(t.TempDir(), "none.db"), os.ErrNotExist},
	} {
		t.Run(c.name, func(t *testing.T) {
			before, _ := os.ReadFile(c.path)
			if db, err := database.OpenAnyVersion(t.Context(), c.path, false); !errors.Is(err, c.want) {
				t.Errorf("OpenAnyVersion: %v, error %v, want %v", db, err, c.want)
			}
			if db, err := database.OpenAnyVersion(t.Context(), c.path, true); !errors.Is(err, c.want) {
				t.Errorf("OpenAnyVersion to read: %v, error %v, want %v", db, err, c.want)
			}
			after, _ := os.ReadFile(c.path)
			if !bytes.Equal(before, after) {
				t.Error("the file was changed")
			}
		})
	}
}

// TestMigrateDownAndUp undoes all versions one by one and applies them again.
func TestMigrateDownAndUp(t *testing.T) {
	path := create(t)
	db, err := database.OpenAnyVersion(t.Context(), path, false)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	versions, err := db.SchemaVersions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	add(t, db, []setdoku.State{numbered(1), numbered(2)})
	if n, err := db.CountPuzzles(t.Context()); n != 2 || err != nil {
		t.Errorf("%d puzzles, error %v, want 2", n, err)
	}
	for _, m := range slices.Backward(versions) {
		v := m.Version
		newest, err := db.NewestVersion(t.Context())
		if err != nil || newest.Version != v {
			t.Fatalf("newest version %d, error %v, want %d", newest.Version, err, v)
		}
		if got, err := db.MigrateDown(t.Context()); got != v || err != nil {
			t.Fatalf("took back %d, error %v, want %d", got, err, v)
		}
	}
	if n, err := db.CountPuzzles(t.Context()); n != 0 || err != nil {
		t.Errorf("%d puzzles without a schema, error %v, want 0", n, err)
	}
	if _, err := db.NewestVersion(t.Context()); !errors.Is(err, database.ErrNoVersion) {
		t.Errorf("newest version: error %v, want ErrNoVersion", err)
	}
	var left []string
	err = db.SelectContext(t.Context(), &left,
		`SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%' AND name <> 'goose_db_version'`)
	if err != nil || len(left) > 0 {
		t.Errorf("left after the last version: %v, error %v", left, err)
	}
	added, err := db.MigrateUp(t.Context())
	if err != nil || len(added) != len(versions) {
		t.Errorf("%d versions added, error %v, want %d", len(added), err, len(versions))
	}
	if added, err = db.MigrateUp(t.Context()); err != nil || len(added) != 0 {
		t.Errorf("%d versions added to a schema up to date, error %v", len(added), err)
	}
	check := func(s *database.Snapshot) error { return s.CheckReference(t.Context()) }
	if err := db.Snapshot(t.Context(), check); err != nil {
		t.Error(err)
	}
}

// TestOpenAnyVersionEmptyFile reads the versions of a file that has no table yet.
func TestOpenAnyVersionEmptyFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "empty.db")
	if err := os.WriteFile(path, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	db, err := database.OpenAnyVersion(t.Context(), path, true)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	versions, err := db.SchemaVersions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	latest, err := database.LatestVersion()
	if err != nil {
		t.Fatal(err)
	}
	if len(versions) == 0 || versions[len(versions)-1].Version != latest {
		t.Errorf("versions %v, want them up to %d", versions, latest)
	}
	before := int64(0)
	for _, m := range versions {
		if m.Version <= before || m.Name == "" || !m.Applied.IsZero() {
			t.Errorf("version %+v, want one above %d with its name and pending", m, before)
		}
		before = m.Version
	}
}
