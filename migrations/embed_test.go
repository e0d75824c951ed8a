package migrations

import (
	"io/fs"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
)

// TestFor checks that both databases have the same schema versions and that no directive is left in the texts.
func TestFor(t *testing.T) {
	names := make(map[string][]string)
	for _, dialect := range []string{"sqlite", "postgres"} {
		files, err := For(dialect)
		gridtest.Must(t, err)
		if names[dialect], err = fs.Glob(files, "*.sql"); err != nil {
			t.Fatal(err)
		}
		for _, name := range names[dialect] {
			text, err := fs.ReadFile(files, name)
			gridtest.Must(t, err)
			if i := strings.Index(string(text), "-- @"); i >= 0 {
				t.Errorf("%s for %s has the mark %.20q", name, dialect, text[i:])
			}
		}
	}
	if a, b := strings.Join(names["sqlite"], " "), strings.Join(names["postgres"], " "); a != b || a == "" {
		t.Errorf("sqlite has %s\npostgres has %s", a, b)
	}
}
