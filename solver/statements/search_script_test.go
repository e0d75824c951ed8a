package statements

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/testing/gridtest"
	sqlfiles "setdoku/sql"
)

// TestSearchScripts checks that sql/shell/search.sql runs the statement of each technique that works in a shell, in the
// order of the catalogue, and before it the relations that the statement reads, and that sql/shell/end_search.sql drops
// them. With -update it writes the files below their first comments.
func TestSearchScripts(t *testing.T) {
	for name, want := range map[string]string{"search": searchScript(t), "end_search": endOfSearch()} {
		path := "../../sql/shell/" + name + ".sql"
		page, err := os.ReadFile(path)
		gridtest.Must(t, err)
		comment, _, ok := strings.Cut(string(page), "\n\n")
		if !ok {
			t.Fatalf("%s has no comment at its begin", path)
		}
		want = comment + "\n\n" + want
		if *update {
			gridtest.Must(t, os.WriteFile(path, []byte(want), 0o644))
			continue
		}
		if diff := cmp.Diff(want, string(page)); diff != "" {
			t.Errorf("%s is stale: go test ./solver/statements -run TestSearchScripts -update (-catalogue +file)\n%s", path,
				diff)
		}
	}
}

// endOfSearch returns the lines of sql/shell/end_search.sql. sqlite3 drops one table in a statement.
func endOfSearch() string {
	tables := append([]string{"pass", "work_cell", "candidate_mask", "unit_state", "place_mask"}, relations()...)
	text := "/* /* */\nDROP TABLE temp." + strings.Join(tables, ";\nDROP TABLE temp.") + ";\n"
	return text + "-- */ DROP TABLE IF EXISTS pg_temp." + strings.Join(tables, ", pg_temp.") + ";\n"
}

// searchScript returns the lines of sql/shell/search.sql, for each technique those for sqlite3 and one for psql.
func searchScript(t *testing.T) string {
	t.Helper()
	list, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	var out strings.Builder
	out.WriteString("/* /* */\n.read sql/shell/begin_search.sql\n-- */ \\ir begin_search.sql \\set open 1 \\\\ /*\n")
	built := make(map[string]bool)
	for i, x := range list {
		if x.Family == "forcing" || x.Family == "search" {
			continue
		}
		reads, err := listRelations(x)
		gridtest.Must(t, err)
		next, end := " \\ir next_technique.sql \\if :open", " \\endif"
		if i == 0 {
			next, end = "", ""
		} else {
			out.WriteString(".read sql/shell/next_technique.sql\n")
		}
		psql := ""
		for _, r := range append(reads, "") {
			file := x.File
			if r != "" {
				file = relationFile(r)
			}
			if built[r] {
				continue
			}
			built[r] = r != ""
			out.WriteString(".read sql/" + sqlfiles.Path(file) + "\n")
			psql += " \\ir ../" + sqlfiles.Path(file)
		}
		out.WriteString("-- */ \\if :open" + next + psql + " \\endif" + end + " \\\\ /*\n")
	}
	out.WriteString(".read sql/shell/end_search.sql\n-- */ \\ir end_search.sql\n")
	return out.String()
}
