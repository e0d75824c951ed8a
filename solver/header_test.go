package solver

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	sqlfiles "setdoku/sql"

	"setdoku/internal/dbtest"
	"setdoku/store"
)

const goodHeader = `-- @technique one two
-- @idea The first line of it
--   and the second, with an @ in it.
-- @source Nobody.
-- @reads pass, peer
-- @writes deduction, one row
-- @key cell
-- @cost nothing

SELECT 1;
-- @technique too_late
`

func TestParseHeader(t *testing.T) {
	got, err := ParseHeader(goodHeader)
	if err != nil {
		t.Fatal(err)
	}
	want := Header{
		Techniques: []string{"one", "two"},
		Idea:       "The first line of it and the second, with an @ in it.",
		Source:     "Nobody.", Reads: "pass, peer", Writes: "deduction, one row", Key: "cell", Cost: "nothing",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
}

func TestParseHeaderRefuses(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"missing", "-- @source Nobody.\n", "", "header: @source is missing"},
		{"empty", "-- @source Nobody.\n", "-- @source\n", "header: @source is missing"},
		{"cut off by an empty line", "-- @key", "\n-- @key", "header: @key is missing"},
		{"unknown", "-- @cost", "-- @costs a lot\n-- @cost", "header: @costs is unknown"},
		{"twice", "-- @cost", "-- @idea Another.\n-- @cost", "header line 8: @idea twice"},
		{"text before the first field", "-- @technique", "--   Hello.\n-- @technique", "header line 1: want '-- @field text' or '--   more text'"},
		{"line that is not indented", "--   and", "-- and", "header line 3: want '-- @field text' or '--   more text'"},
		{"no header", goodHeader, "SELECT 1;\n", "header: @technique is missing"},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(goodHeader, c.from, c.to, 1)
			if _, err := ParseHeader(text); err == nil || err.Error() != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		})
	}
}

// otherFiles are the files in sql/ that find no technique.
var otherFiles = []string{"apply", "cte", "cte_singles", "fill_candidates"}

// techniqueFiles returns the names of the files in sql/ that find a technique.
func techniqueFiles(t *testing.T) []string {
	t.Helper()
	list, err := fs.Glob(sqlfiles.FS, "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range list {
		if name := strings.TrimSuffix(f, ".sql"); !slices.Contains(otherFiles, name) {
			names = append(names, name)
		}
	}
	return names
}

// fresh returns a new database, its catalogue, and the names of its tables and views.
func fresh(t *testing.T) (*store.DB, Catalogue, []string) {
	t.Helper()
	db := dbtest.Open(t)
	c, err := LoadCatalogue(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	if err := db.SelectContext(t.Context(), &names, `SELECT name FROM sqlite_master WHERE type IN ('table', 'view')`); err != nil {
		t.Fatal(err)
	}
	return db, c, names
}

func text(t *testing.T, file string) string {
	t.Helper()
	s, err := Text(file)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCatalogueAndFilesAgree checks that every technique has its file, that the file's
// header names it, and that no file or header names anything else.
func TestCatalogueAndFilesAgree(t *testing.T) {
	_, catalogue, _ := fresh(t)
	files := techniqueFiles(t)
	served := make(map[string][]string)
	for _, c := range catalogue {
		served[c.File] = append(served[c.File], c.Name)
		if !slices.Contains(files, c.File) {
			t.Errorf("technique %s: there is no sql/%s.sql", c.Name, c.File)
		}
	}
	for _, f := range files {
		h, err := ParseHeader(text(t, f))
		if err != nil {
			t.Errorf("sql/%s.sql: %v", f, err)
			continue
		}
		want := served[f]
		if slices.ContainsFunc(h.Sizes, func(s Sized) bool { return s.Name == f }) {
			want = append(want, f)
		}
		if len(want) == 0 {
			t.Errorf("sql/%s.sql: no technique of the catalogue uses it", f)
		}
		if len(want) == 1 && want[0] != f {
			t.Errorf("sql/%s.sql serves %s alone and should have its name", f, want[0])
		}
		if diff := cmp.Diff(want, h.Techniques); diff != "" {
			t.Errorf("sql/%s.sql: @technique differs from the catalogue (-want +got):\n%s", f, diff)
		}
	}
}

// TestHeadersNameTheTables checks that @reads and @writes are the tables and views that
// the statements use.
func TestHeadersNameTheTables(t *testing.T) {
	_, _, known := fresh(t)
	for _, f := range techniqueFiles(t) {
		h, err := ParseHeader(text(t, f))
		if err != nil {
			t.Errorf("sql/%s.sql: %v", f, err)
			continue
		}
		reads, writes := tablesOf(strings.Join(split(text(t, f)), ";"), known)
		told := strings.Split(h.Reads, ", ")
		slices.Sort(told)
		if diff := cmp.Diff(reads, told); diff != "" {
			t.Errorf("sql/%s.sql: @reads (-statements +header):\n%s", f, diff)
		}
		for _, table := range writes {
			if !regexp.MustCompile(`\b` + table + `\b`).MatchString(h.Writes) {
				t.Errorf("sql/%s.sql: @writes does not name %s", f, table)
			}
		}
	}
}

var (
	readTable  = regexp.MustCompile(`\b(?:FROM|JOIN)\s+(\w+)`)
	writeTable = regexp.MustCompile(`\b(?:INTO|UPDATE|DELETE FROM)\s+(\w+)`)
	comma      = regexp.MustCompile(`\b(?:FROM|JOIN)\s+\w+(?:\s+AS\s+\w+)?\s*,`)
)

// tablesOf returns the known names that statements read and write, each once, in order.
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

func TestTablesOf(t *testing.T) {
	known := []string{"peer", "pass", "cell", "deduction"}
	reads, writes := tablesOf(`WITH x AS (SELECT cell FROM pass AS p CROSS JOIN peer AS q) INSERT INTO deduction SELECT * FROM x; DELETE FROM cell`, known)
	if diff := cmp.Diff([][]string{{"pass", "peer"}, {"cell", "deduction"}}, [][]string{reads, writes}); diff != "" {
		t.Errorf("tables (-want +got):\n%s", diff)
	}
}

// TestStatementStyle checks what split and the other database rely on, and the house style,
// in the files that people read first.
func TestStatementStyle(t *testing.T) {
	db, _, _ := fresh(t)
	for _, f := range append(techniqueFiles(t), otherFiles...) {
		statement := text(t, f)
		n := 0
		for line := range strings.Lines(statement) {
			n++
			comment := strings.HasPrefix(strings.TrimSpace(line), "--")
			switch {
			case comment && strings.ContainsAny(line, ":?;"):
				t.Errorf("sql/%s.sql line %d: a comment with ':', '?' or ';'", f, n)
			case !comment && strings.Contains(line, "--"):
				t.Errorf("sql/%s.sql line %d: a comment behind code", f, n)
			case !comment && strings.Contains(line, "?"):
				t.Errorf("sql/%s.sql line %d: a parameter", f, n)
			case !comment && lowerKeyword.MatchString(literal.ReplaceAllString(line, "")):
				t.Errorf("sql/%s.sql line %d: keyword %q, want capitals", f, n, lowerKeyword.FindString(literal.ReplaceAllString(line, "")))
			}
		}
		list := split(statement)
		if len(list) == 0 {
			t.Errorf("sql/%s.sql has no statement", f)
		}
		for i, s := range list {
			if m := comma.FindString(s); m != "" {
				t.Errorf("sql/%s.sql, statement %d: %q, want an explicit join", f, i+1, m)
			}
			stmt, err := db.PrepareContext(t.Context(), s)
			if err != nil {
				t.Errorf("sql/%s.sql, statement %d: %v", f, i+1, err)
				continue
			}
			stmt.Close()
		}
	}
}

// literal matches a literal without a quote in it, such as the role of a row.
var literal = regexp.MustCompile(`'[^']*'`)

// lowerKeyword matches a keyword that is not in capitals. No column has one as its name.
var lowerKeyword = regexp.MustCompile(`\b(select|from|where|and|or|not|in|as|insert|into|with|recursive|group|by|having|cross|` +
	`inner|left|join|on|case|when|then|else|end|min|max|sum|count|exists|cast|distinct|union|all|order|limit|is|null|between|` +
	`update|set|delete|values|over|partition|coalesce|group_concat|bigint|integer)\b`)
