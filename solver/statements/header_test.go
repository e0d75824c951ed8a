package statements

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// techniqueFiles returns the names of the files in sql/technique.
func techniqueFiles(t *testing.T) []string {
	t.Helper()
	list, err := fs.Glob(sqlfiles.FS, "technique/*.sql")
	gridtest.Must(t, err)
	var names []string
	for _, f := range list {
		names = append(names, strings.TrimSuffix(path.Base(f), ".sql"))
	}
	return names
}

// fresh returns a new database and the names of its tables and views.
func fresh(t *testing.T) (*store.DB, []string) {
	t.Helper()
	db := dbtest.Open(t)
	var names []string
	gridtest.Must(t, db.SelectContext(t.Context(), &names,
		`SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`))
	return db, names
}

func text(t *testing.T, file string) string {
	t.Helper()
	s, err := sqlfiles.Text(file)
	gridtest.Must(t, err)
	return s
}

// TestHeadersNameTheTables checks that @reads and @writes list the tables and views that the statements use.
func TestHeadersNameTheTables(t *testing.T) {
	_, known := fresh(t)
	for _, f := range techniqueFiles(t) {
		h, err := catalogue.ParseHeader(text(t, f))
		if err != nil {
			t.Errorf("sql/technique/%s.sql: %v", f, err)
			continue
		}
		list, err := Parse(text(t, f))
		if err != nil {
			t.Errorf("sql/technique/%s.sql: %v", f, err)
			continue
		}
		var code strings.Builder
		tables := slices.Clone(known)
		for _, s := range list {
			code.WriteString(s.Text + ";")
			if m := tempTable.FindStringSubmatch(s.Text); m != nil {
				tables = append(tables, m[1])
			}
		}
		reads, writes := tablesOf(code.String(), tables)
		listed := strings.Split(h.Reads, ", ")
		slices.Sort(listed)
		if diff := cmp.Diff(reads, listed); diff != "" {
			t.Errorf("sql/technique/%s.sql: @reads (-statements +header):\n%s", f, diff)
		}
		for _, table := range writes {
			if !h.WritesTable(table) {
				t.Errorf("sql/technique/%s.sql: @writes does not name %s", f, table)
			}
		}
	}
}

var (
	tempTable  = regexp.MustCompile(`^CREATE TEMP TABLE IF NOT EXISTS (\w+)`)
	readTable  = regexp.MustCompile(`\b(?:FROM|JOIN)\s+(\w+)`)
	writeTable = regexp.MustCompile(`\b(?:INTO|UPDATE|DELETE FROM)\s+(\w+)`)
)

// tablesOf returns the known names that statements read and write, sorted and without duplicates.
func tablesOf(code string, known []string) (reads, writes []string) {
	collect := func(in string, r *regexp.Regexp) []string {
		var names []string
		for _, m := range r.FindAllStringSubmatch(in, -1) {
			if slices.Contains(known, m[1]) {
				names = append(names, m[1])
			}
		}
		slices.Sort(names)
		return slices.Compact(names)
	}
	return collect(strings.ReplaceAll(code, "DELETE FROM", "DELETE"), readTable), collect(code, writeTable)
}
