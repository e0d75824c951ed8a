package endtoend

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// cookbookFile is the page that TestCookbook makes.
var cookbookFile = clitest.InRepository("docs", "sql-cookbook.md")

// cookbookSetup makes the database of the page. The lines with sqlite3 run a file of sql/.
var cookbookSetup = []string{
	"setdoku import testdata/sample.sdm --db sample.db --tag sample",
	"setdoku solve --db sample.db",
	"setdoku import testdata/doubles.sdm --db sample.db --tag doubles",
	"setdoku solve --db sample.db --technique singles,intersections --properties",
	"sqlite3 sample.db '.read sql/technique/naked_subset.sql'",
	"sqlite3 sample.db '.read sql/technique/hidden_subset.sql'",
}

// cookbookParameters are the parameters of the page for queries whose defaults find nothing.
var cookbookParameters = map[string]map[string]string{
	"exactly_one":       {"technique": "swordfish"},
	"technique_company": {"technique": "naked_pair"},
	"meeting_steps":     {"technique": "pointing"},
	"why_not":           {"puzzle_id": "22", "cell": "11", "digit": "9"},
	"evidence_of_step":  {"puzzle_id": "22", "step": "11"},
	"grid_after_step":   {"puzzle_id": "22", "step": "10"},
	"solution_path":     {"puzzle_id": "22"},
}

// sampleDatabase makes the database of the page at a target. The working folder must have the folder testdata.
func sampleDatabase(t *testing.T, target string) {
	t.Helper()
	for _, line := range cookbookSetup {
		if file, ok := strings.CutPrefix(line, "sqlite3 sample.db '.read sql/"); ok {
			text, err := sqlfiles.Text(strings.TrimSuffix(file, ".sql'"))
			gridtest.Must(t, err)
			db, err := store.Create(t.Context(), target)
			gridtest.Must(t, err)
			if _, err := db.ExecContext(t.Context(), text); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
			db.Close()
			continue
		}
		args := strings.Fields(strings.Replace(line, "sample.db", target, 1))[1:]
		if r := clitest.Call(store.WithPartitions(t.Context(), 2), nil, args...); r.Code != usage.ExitDone &&
			r.Code != usage.ExitUnsolved {
			t.Fatalf("%s: exit code %d\n%s", line, r.Code, r.Stderr)
		}
	}
}

// runNamed runs a named query with the parameters of the page.
func runNamed(t *testing.T, target, name, format string) string {
	t.Helper()
	args := []string{"query", name, "--db", target, "--format", format}
	return clitest.Done(t, append(args, parameterFlags(name)...)...).Stdout
}

// parameterFlags returns the flags that set the parameters of the page.
func parameterFlags(name string) (flags []string) {
	values := cookbookParameters[name]
	for _, p := range slices.Sorted(maps.Keys(values)) {
		flags = append(flags, "--param", p+"="+values[p])
	}
	return flags
}

// TestCookbook fails when docs/sql-cookbook.md differs from the page that the files of sql/query make, or when a
// query of the page returns no row. -update writes the page.
func TestCookbook(t *testing.T) {
	page, err := filepath.Abs(cookbookFile)
	gridtest.Must(t, err)
	list, err := catalogue.Queries()
	gridtest.Must(t, err)
	if len(list) < 20 {
		t.Errorf("%d queries, want 20 at least", len(list))
	}
	clitest.InFolderWithTestdata(t)
	sampleDatabase(t, "sample.db")
	var b strings.Builder
	fmt.Fprintf(&b, cookbookHead, "    "+strings.Join(cookbookSetup, "\n    "))
	for _, q := range list {
		out := runNamed(t, "sample.db", q.Name, "table")
		if strings.Count(out, "\n") < 5 {
			t.Errorf("%s has nothing to show:\n%s", q.Name, out)
		}
		command := strings.Join(append([]string{"setdoku query", q.Name, "--db sample.db"}, parameterFlags(q.Name)...),
			" ")
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n```sql\n%s```\n\n    %s\n\n    %s\n", q.Title, q.Idea, q.SQL(), command,
			strings.Join(firstRows(out), "\n    "))
	}
	if *update {
		gridtest.Must(t, os.WriteFile(page, []byte(b.String()), 0o666))
	}
	got, err := os.ReadFile(page)
	gridtest.Must(t, err)
	if string(got) != b.String() {
		t.Error("docs/sql-cookbook.md is stale: go test ./internal/cli/endtoend -run TestCookbook -update")
	}

	t.Run("stock shell", func(t *testing.T) {
		if _, err := exec.LookPath("sqlite3"); err != nil {
			gridtest.Cannot(t, "no sqlite3 shell on this machine:", err)
		}
		for _, q := range list {
			values, err := q.Values(cookbookParameters[q.Name])
			gridtest.Must(t, err)
			script := ".parameter init\n.mode csv\n.headers on\n"
			for name, value := range values {
				script += fmt.Sprintf(".parameter set :%s %s\n", name, value)
			}
			cmd := exec.Command("sqlite3", "-readonly", "sample.db")
			cmd.Stdin = strings.NewReader(script + q.Text)
			out, err := cmd.CombinedOutput()
			if err != nil {
				t.Errorf("%s: %v\n%s", q.Name, err, out)
			}
			if got, want := plainCSV(string(out)), plainCSV(runNamed(t, "sample.db", q.Name, "csv")); got != want {
				t.Errorf("%s prints in the shell\n%sand as a command\n%s", q.Name, got, want)
			}
		}
	})
	t.Run("server", func(t *testing.T) {
		target := dbtest.Server(t, 0)
		sampleDatabase(t, target)
		for _, q := range list {
			if got, want := runNamed(t, target, q.Name, "csv"), runNamed(t, "sample.db", q.Name, "csv"); got != want {
				t.Errorf("%s prints on a server\n%sand of a file\n%s", q.Name, got, want)
			}
		}
		for tag, code := range map[string]int{"": usage.ExitDone, "sample": usage.ExitDone, "none": usage.ExitError} {
			got := clitest.CallOn(t.Context(), target, "stats", "--json", "--tag", tag).Must(t, code).Stdout
			want := clitest.CallOn(t.Context(), "sample.db", "stats", "--json", "--tag", tag).Must(t, code).Stdout
			if got != want {
				t.Errorf("stats --tag %q prints on a server\n%sand of a file\n%s", tag, got, want)
			}
		}
	})
}

// firstRows returns the lines of a table: all of up to nine rows, which a grid has, and the first five of more.
func firstRows(table string) []string {
	lines := strings.Split(strings.TrimSpace(table), "\n")
	const head, foot = 3, 1
	if len(lines) <= head+9+foot {
		return lines
	}
	return slices.Delete(lines, head+5, len(lines)-foot)
}

// plainCSV removes quotes and carriage returns, which CSV writers use differently.
func plainCSV(text string) string {
	return strings.NewReplacer(`"`, "", "\r", "").Replace(text)
}

// cookbookHead is the beginning of the page, with a place for the commands that make the database.
const cookbookHead = `# SQL cookbook

This page lists questions about a database of puzzles, and the SQL that answers them. Each statement is a file of
[sql/query](../sql/query), which runs on SQLite and PostgreSQL. 'setdoku query NAME' runs the file, and 'setdoku query
--list' lists all queries. A name that begins with a colon is a parameter. It has a default, and --param sets another value.
The files also run unchanged in the shells of the two databases:

    sqlite3 sample.db '.parameter set :technique x_wing' '.parameter set :steps 1' '.read sql/query/exactly_one.sql'
    psql $server -v technique="'x_wing'" -v steps=1 -f sql/query/exactly_one.sql

These commands make the database of this page:

%s

Of a result with more than nine rows this page shows five. The table column_comment describes all tables and columns. A test makes this page from the
files and from what the commands print: ` + "`go test ./internal/cli/endtoend -run TestCookbook -update`" + `.
`
