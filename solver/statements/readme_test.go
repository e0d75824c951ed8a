package statements

import (
	"flag"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	"setdoku/store"
)

var update = flag.Bool("update", false, "write the rows of relations in sql/README.md, and scripts of sql/shell")

// readmeRow is a row of a table of relations in sql/README.md.
var readmeRow = regexp.MustCompile("(?m)^\\| `(\\w+)` \\|.*\\|$")

// TestREADMEHasTheRelations checks that sql/README.md has exactly the relations that the technique files and the files
// in sql/relation read, with the columns and the comments of a new database. With -update it writes the rows of the
// relations that the page names.
func TestREADMEHasTheRelations(t *testing.T) {
	db, known := fresh(t)
	want := relationsRead(t, known)
	conn, err := db.Acquire(t.Context())
	gridtest.Must(t, err)
	defer conn.Close()
	s := newSession(conn)
	gridtest.Must(t, s.script(t.Context(), "driver/work_tables"))
	for _, r := range relations() {
		gridtest.Must(t, s.makeTables(t.Context(), relationFile(r)))
	}

	page, err := os.ReadFile("../../sql/README.md")
	gridtest.Must(t, err)
	before, rest, _ := strings.Cut(string(page), "## What a statement reads\n")
	section, after, ok := strings.Cut(rest, "\n## ")
	if !ok {
		t.Fatal("sql/README.md has no section What a statement reads with another behind it")
	}
	var named []string
	mended := readmeRow.ReplaceAllStringFunc(section, func(line string) string {
		name := readmeRow.FindStringSubmatch(line)[1]
		named = append(named, name)
		if !slices.Contains(want, name) {
			return line
		}
		return relationRow(t, conn, name)
	})
	slices.Sort(named)
	if diff := cmp.Diff(want, named); diff != "" {
		t.Errorf("relations of sql/README.md (-files +page):\n%s", diff)
	}
	if *update {
		page := before + "## What a statement reads\n" + mended + "\n## " + after
		gridtest.Must(t, os.WriteFile("../../sql/README.md", []byte(page), 0o644))
		return
	}
	if diff := cmp.Diff(strings.Split(mended, "\n"), strings.Split(section, "\n")); diff != "" {
		t.Errorf("sql/README.md is stale: go test ./solver/statements -run TestREADMEHasTheRelations -update (-database "+
			"+page)\n%s", diff)
	}
}

// relationsRead returns the tables and views of a new database that the files of techniques and of relations read,
// sorted.
func relationsRead(t *testing.T, known []string) []string {
	t.Helper()
	list := relations()
	for _, f := range techniqueFiles(t) {
		h, err := catalogue.ParseHeader(text(t, f))
		gridtest.Must(t, err)
		list = append(list, strings.Split(h.Reads, ", ")...)
	}
	for _, r := range relations() {
		reads, _ := tablesOf(text(t, relationFile(r)), known)
		list = append(list, reads...)
	}
	// work tables that one file creates
	list = slices.DeleteFunc(list, func(name string) bool { return !slices.Contains(known, name) })
	slices.Sort(list)
	return slices.Compact(list)
}

// relationRow returns the row of a relation in sql/README.md. It has the columns that both the database and the
// temporary table of the driver have, if there is one.
func relationRow(t *testing.T, conn *store.Conn, name string) string {
	t.Helper()
	var columns []struct {
		Column  string `db:"column_name"`
		Comment string
	}
	err := conn.SelectContext(t.Context(), &columns, `
		SELECT p.name AS column_name, COALESCE(c.comment, '') AS comment
		FROM pragma_table_info(?, 'main') AS p
		LEFT JOIN column_comment AS c ON c.table_name = ? AND c.column_name = p.name
		WHERE p.name IN (SELECT w.name FROM pragma_table_info(?, 'temp') AS w)
			OR NOT EXISTS (SELECT 1 FROM pragma_table_info(?, 'temp'))
		ORDER BY p.cid`, name, name, name, name)
	gridtest.Must(t, err)
	var holds string
	gridtest.Must(t, conn.GetContext(t.Context(), &holds,
		`SELECT comment FROM column_comment WHERE table_name = ? AND column_name = ''`, name))
	holds = whatFor.ReplaceAllString(holds, "")
	holds = strings.ToUpper(holds[:1]) + holds[1:]
	row := "| `" + name + "` | " + holds + " | "
	for i, c := range columns {
		if c.Comment == "" {
			t.Errorf("column_comment has no comment of %s.%s, which techniques may read", name, c.Column)
		}
		if i > 0 {
			row += "<br>"
		}
		row += "`" + c.Column + "` " + c.Comment
	}
	return row + " |"
}

// whatFor matches the beginning of a comment that says who needs the table.
var whatFor = regexp.MustCompile(`^(?:For techniques|Reference|Work table)[^:]*: `)
