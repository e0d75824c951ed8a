package migrations

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/testing/gridtest"
)

// TestMarks checks that the first line of each file lists what is not plain SQL of its database.
func TestMarks(t *testing.T) {
	names, err := fs.Glob(files, "*.sql")
	gridtest.Must(t, err)
	mark := regexp.MustCompile(`-- (@\w+)|\b(BIGINT|SMALLINT)\b`)
	for _, name := range names {
		text, err := files.ReadFile(name)
		gridtest.Must(t, err)
		first, rest, _ := strings.Cut(string(text), "\n")
		list, _, _ := strings.Cut(strings.TrimPrefix(first, marks), ".")
		got := strings.Split(list, ", ")
		slices.Sort(got)
		var want []string
		for _, m := range mark.FindAllStringSubmatch(rest, -1) {
			if w := m[1] + m[2]; m[1] != "" || !strings.HasSuffix(name, ".postgres.sql") {
				want = append(want, w)
			}
		}
		slices.Sort(want)
		if want = slices.Compact(want); !slices.Equal(got, want) {
			t.Errorf("%s begins with %q, want the marks %s", name, first, strings.Join(want, ", "))
		}
	}
}

// TestScriptIsPlain checks that the printed text has no marks, and for SQLite none of the types that it does not know.
func TestScriptIsPlain(t *testing.T) {
	for _, dialect := range []string{"sqlite", "postgres"} {
		text, err := Script(dialect)
		gridtest.Must(t, err)
		for _, m := range []string{"-- @", "-- Marks", "+goose", "BIGINT,"} {
			if i := strings.Index(text, m); i >= 0 && (m != "BIGINT," || dialect == "sqlite") {
				t.Errorf("%s: the script has %.40q", dialect, text[i:])
			}
		}
	}
}

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
