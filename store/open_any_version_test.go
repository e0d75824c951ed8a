package store_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

// TestOpenRefuses opens, in every way, files that are not databases of setdoku, and files that SQLite takes for empty
// although they are not. Each is refused and not touched. A file that has lost only its mark opens.
func TestOpenRefuses(t *testing.T) {
	for _, tt := range []struct {
		name      string
		fresh     bool   // the file is a new database of setdoku
		statement string // of another program
		text      string // the contents, without a statement
		want      error  // nil if the file opens
	}{
		{"newer", true, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (999, 1)`, "", store.ErrNewer},
		{"another mark", true, `PRAGMA application_id = 7`, "", store.ErrNotSetdoku},
		{"no mark", true, `PRAGMA application_id = 0`, "", nil},
		{"another program's", false, `CREATE TABLE song (title TEXT)`, "", store.ErrNotSetdoku},
		{"an empty one with a mark", false, `PRAGMA application_id = 17`, "", store.ErrNotSetdoku},
		{"an empty one with a version", false, `PRAGMA user_version = 17`, "", store.ErrNotSetdoku},
		{"one byte", false, "", "\n", store.ErrNotSetdoku},
		{"a text", false, "", strings.Repeat("no database ", 100), store.ErrNotSetdoku},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "test.db")
			if tt.fresh {
				dbtest.Write(t, path)
			}
			if tt.statement != "" {
				rawExec(t, path, tt.statement)
			} else {
				gridtest.Must(t, os.WriteFile(path, []byte(tt.text), 0o666))
			}
			before, err := os.ReadFile(path)
			gridtest.Must(t, err)
			for name, open := range waysToOpen() {
				db, err := open(t.Context(), path)
				if !errors.Is(err, tt.want) {
					t.Errorf("%s: error %v, want %v", name, err, tt.want)
				}
				if err == nil {
					db.Close()
				}
			}
			if after, err := os.ReadFile(path); err != nil || tt.want != nil && !bytes.Equal(before, after) {
				t.Errorf("the file was changed, or cannot be read: %v", err)
			}
		})
	}
}

// waysToOpen are the functions that open a database, by name.
func waysToOpen() map[string]func(context.Context, string) (*store.DB, error) {
	return map[string]func(context.Context, string) (*store.DB, error){
		"Create": store.Create, "Open": store.Open, "OpenReadOnly": store.OpenReadOnly,
		"OpenAnyVersion": func(ctx context.Context, path string) (*store.DB, error) {
			return store.OpenAnyVersion(ctx, path, false)
		},
		"OpenAnyVersion, to read": func(ctx context.Context, path string) (*store.DB, error) {
			return store.OpenAnyVersion(ctx, path, true)
		},
	}
}

// TestMigrateDownAndUp undoes all versions one by one and applies them again.
func TestMigrateDownAndUp(t *testing.T) {
	path := dbtest.File(t)
	db, err := store.OpenAnyVersion(t.Context(), path, false)
	gridtest.Must(t, err)
	defer db.Close()
	versions, err := db.SchemaVersions(t.Context())
	gridtest.Must(t, err)
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
	if _, err := db.NewestVersion(t.Context()); !errors.Is(err, store.ErrNoVersion) {
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
	check := func(s *store.Snapshot) error { return s.CheckReference(t.Context()) }
	if err := db.Snapshot(t.Context(), check); err != nil {
		t.Error(err)
	}
}
