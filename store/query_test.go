package store

import (
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/testing/gridtest"
)

func TestOnlyStatement(t *testing.T) {
	for _, c := range []struct {
		name, text, word string
		err              error
	}{
		{"plain", "SELECT 1", "SELECT", nil},
		{"with ends", ";;SELECT 1 ; ; \n", "SELECT", nil},
		{"word and bracket", "SELECT(1)", "SELECT", nil},
		{"before a comment without end", "SELECT 1; /* two", "SELECT", nil},
		{"after a byte order mark", "\ufeffVACUUM", "VACUUM", nil},
		{"semicolon in a text", "SELECT 'it''s; so'", "SELECT", nil},
		{"text without end", "SELECT ';", "SELECT", nil},
		{"empty", "", "", ErrNoStatement},
		{"comments only", "-- one\n/* two */;", "", ErrNoStatement},
		{"two", "SELECT 1; SELECT 2", "", ErrStatements},
		{"two with a comment between", "SELECT 1; -- and\nDELETE FROM puzzle", "", ErrStatements},
		{"quoted comment", "SELECT '--'; SELECT 2", "", ErrStatements},
	} {
		t.Run(c.name, func(t *testing.T) {
			word, err := onlyStatement(c.text)
			if word != c.word || !errors.Is(err, c.err) {
				t.Errorf("word %q, error %v, want %q, %v", word, err, c.word, c.err)
			}
		})
	}
}

func TestQuery(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	writing, err := Create(t.Context(), path)
	gridtest.Must(t, err)
	defer writing.Close()
	db, err := OpenReadOnly(t.Context(), path)
	gridtest.Must(t, err)
	defer db.Close()
	rows, err := db.Query(t.Context(), `VALUES (1, 2.5, 'a', NULL), (2, 'b', x'00', 3.0);`, nil)
	gridtest.Must(t, err)
	defer rows.Close()
	gridtest.Equal(t, "columns", rows.Columns, []string{"column1", "column2", "column3", "column4"})
	for i, want := range [][]any{{int64(1), 2.5, "a", nil}, {int64(2), "b", []byte{0}, 3.0}, nil} {
		got, err := rows.Next()
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("row %d, error %v (-want +got):\n%s", i, err, diff)
		}
	}

	// Headings and errors have the names of parameters.
	named, err := db.Query(t.Context(), `SELECT :x, :x + :y AS total`, map[string]any{"x": 1, "y": 2})
	gridtest.Must(t, err)
	defer named.Close()
	gridtest.Equal(t, "columns", named.Columns, []string{":x", "total"})
	if _, err := db.Query(t.Context(), `SELECT :x :y`, map[string]any{"x": 1, "y": 2}); err == nil ||
		!strings.Contains(err.Error(), `near ":y"`) {
		t.Errorf("error %v, want one that names :y", err)
	}

	for _, text := range []string{
		"DELETE FROM puzzle", "WITH x AS (SELECT 1) DELETE FROM puzzle", "PRAGMA user_version = 1",
		"PRAGMA application_id = 1",
		"VACUUM INTO '" + filepath.Join(t.TempDir(), "copy.db") + "'", "attach 'x.db' AS x", "CREATE TEMP TABLE x (y)",
	} {
		t.Run(text, func(t *testing.T) {
			for _, db := range []*DB{db, writing} {
				rows, err := db.Query(t.Context(), text, nil)
				if err == nil {
					_, err = rows.Next()
					err = errors.Join(err, rows.Close())
				}
				if !errors.Is(err, ErrWrites) {
					t.Errorf("error %v, want ErrWrites", err)
				}
			}
		})
	}
}
