package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/cli"
	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// TestJSONPage compares docs/json.md with what the commands print. A field that the page does not have, a missing field
// that the page does not call absent, a value of another type, and a field that no call prints are errors.
func TestJSONPage(t *testing.T) {
	text, err := os.ReadFile(clitest.InRepository("docs", "json.md"))
	gridtest.Must(t, err)
	page := readJSONPage(t, string(text))
	sample := clitest.InRepository("testdata", "sample.sdm")
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		if cmd.Flags().Lookup("json") != nil && page[strings.ToLower(cmd.Name())] == nil {
			t.Errorf("docs/json.md has no command %s", cmd.Name())
		}
	})
	t.Chdir(t.TempDir())
	turned := []byte(clitest.GoodPuzzle)
	slices.Reverse(turned) // half a turn is an isomorph
	clitest.WriteLines(t, ".", "turned.sdm", []string{clitest.GoodPuzzle, string(turned)})
	several := "1" + strings.Repeat(".", 79) + "2"
	noCandidate := "12345678.........9" + strings.Repeat(".", 63)
	for _, args := range [][]string{
		{"solve", sample, "--db", "all.db"},
		{"solve", clitest.GoodPuzzle, "--audit", "steps", "--db", "steps.db"},
		{"solve", clitest.InvalidPuzzle, noCandidate, "--db", "invalid.db"},
		{"solve", "--technique-file", clitest.InRepository("testdata", "three_pincers.sql"), clitest.GoodPuzzle, "--db", "own.db"},
		{"rate", clitest.GoodPuzzle, "--properties"}, {"rate", clitest.GoodPuzzle, "--technique", "full_house"},
		{"rate", "--variant", "windoku+x+anti-knight", strings.Repeat(".", 81)},
		{"generate", "--seed", "7"}, {"generate", "--seed", "7", "--variant", "x"},
		{"show", "24", "all.db", "--at", "5", "--candidates"}, {"show", "1-2", "invalid.db"}, {"show", "all.db", "15"},
		{"count", clitest.GoodPuzzle},
		{"same", clitest.GoodPuzzle, clitest.GoodPuzzle}, {"same", clitest.GoodPuzzle, clitest.OtherPuzzle},
		{"find", "--technique", "x_wing,uniqueness", several}, {"find", "--technique", "singles", clitest.GoodPuzzle},
		{"hint", "24", "all.db", "--at", "4"}, {"hint", "24", "all.db", "--at", "4", "--level", "what"},
		{"hint", "--technique", "chains", "--any", clitest.StuckPuzzle},
		{"history", "24", "all.db", "--evidence"}, {"history", "24", "all.db", "--needed"},
		{"history", "1", "steps.db"},
		{"explain", "24", "all.db"}, {"explain", "24", "all.db", "--full"},
		{"explain", clitest.StuckPuzzle, "--full", "--technique", "singles,chains"},
		{"stats", "all.db"},
		{"verify", "all.db"}, {"verify", "own.db"}, {"verify", "all.db", "--no-replay"},
		{"prove", "24", "all.db", "-o", "proofs"},
		{"import", sample, "--db", "new.db", "--dedupe=isomorphs"},
		{"import", "turned.sdm", "--db", "turned.db", "--dedupe=isomorphs"},
		{"techniques"}, {"version"},
	} {
		r := clitest.Call(t.Context(), nil, append(args, "--json")...)
		if r.Code != 0 && r.Code != 3 || r.Stdout == "" {
			t.Errorf("%v: exit code %d, %s", args, r.Code, r.Stderr)
		}
		page.check(t, args, r)
	}
	for name, s := range page {
		for _, f := range s.fields {
			if !f.seen {
				t.Errorf("no call prints a value of %s in %s", f.name, name)
			}
		}
	}
}

// jsonPage has the sections of docs/json.md by their names in small letters.
type jsonPage map[string]*jsonSection

// jsonSection is an object of docs/json.md.
type jsonSection struct {
	fields []*jsonField
	all    string // the section that has more fields, "" for none
}

// jsonField is a row of a section.
type jsonField struct {
	name, kind string
	optional   bool // it may be absent
	seen       bool // with a value
}

// readJSONPage reads the sections.
func readJSONPage(t *testing.T, text string) jsonPage {
	page := make(jsonPage)
	var s *jsonSection
	row := regexp.MustCompile("^\\| `([a-z_]+)` \\| ([^|]+) \\| (.+) \\|$")
	all := regexp.MustCompile(`All fields of \[\w+\]\(#(\w+)\)`)
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if name, is := strings.CutPrefix(line, "### "); is {
			s = new(jsonSection)
			page[strings.ToLower(name)] = s
		}
		if m := row.FindStringSubmatch(line); m != nil {
			s.fields = append(s.fields, &jsonField{name: m[1], kind: m[2], optional: strings.Contains(m[3], "absent")})
		} else if strings.HasPrefix(line, "| `") {
			t.Errorf("docs/json.md: %s is no row", line)
		}
		if m := all.FindStringSubmatch(line); m != nil {
			s.all = m[1]
		}
	}
	return page
}

// fieldsOf returns the fields of a section and of that which it joins.
func (page jsonPage) fieldsOf(name string) []*jsonField {
	s := page[name]
	if s == nil {
		return nil
	}
	return append(page.fieldsOf(s.all), s.fields...)
}

// check compares the objects that a call prints with the section of its command.
func (page jsonPage) check(t *testing.T, args []string, r clitest.Result) {
	for _, line := range r.Out() {
		decoder := json.NewDecoder(bytes.NewReader([]byte(line)))
		decoder.UseNumber()
		var object map[string]any
		if err := decoder.Decode(&object); err != nil {
			t.Fatalf("%v prints %.100q: %v", args, line, err)
		}
		if err := page.object(args[0], object); err != nil {
			t.Errorf("%v: %v", args, err)
			return
		}
	}
}

// object returns what is wrong with an object of a section.
func (page jsonPage) object(section string, object map[string]any) error {
	fields := page.fieldsOf(section)
	if len(fields) == 0 {
		return fmt.Errorf("no section %s", section)
	}
	for name := range object {
		if !slices.ContainsFunc(fields, func(f *jsonField) bool { return f.name == name }) {
			return fmt.Errorf("%s has no field %s", section, name)
		}
	}
	for _, f := range fields {
		value, has := object[f.name]
		if !has && !f.optional {
			return fmt.Errorf("%s.%s is absent", section, f.name)
		}
		if has {
			if err := page.value(f.kind, value); err != nil {
				return fmt.Errorf("%s.%s: %w", section, f.name, err)
			}
			f.seen = f.seen || value != nil
		}
	}
	return nil
}

// value returns what is wrong with a value of a type.
func (page jsonPage) value(kind string, value any) error {
	kind, nullable := strings.CutSuffix(kind, " or null")
	right := false
	switch v := value.(type) {
	case nil:
		right = nullable
	case string:
		right = kind == "string"
	case bool:
		right = kind == "boolean"
	case json.Number:
		right = kind == "number" || kind == "integer" && !strings.ContainsAny(v.String(), ".eE")
	case []any:
		var item string
		item, right = strings.CutPrefix(kind, "list of ")
		for _, of := range v {
			if err := page.value(item, of); err != nil {
				return err
			}
		}
	case map[string]any:
		if link, isObject := strings.CutPrefix(kind, "["); isObject {
			return page.object(strings.ToLower(link[:strings.Index(link, "]")]), v)
		}
		var item string
		item, right = strings.CutPrefix(kind, "object of ")
		for _, of := range v {
			if err := page.value(item, of); err != nil {
				return err
			}
		}
	}
	if !right {
		return fmt.Errorf("%v, want %s", value, kind)
	}
	return nil
}

// cookbookFile is the page of which TestCookbook makes all but the head.
var cookbookFile = clitest.InRepository("docs", "sql-cookbook.md")

// cookbookParameters are the parameters of the page for queries whose defaults find nothing.
var cookbookParameters = map[string]map[string]string{
	"puzzles_with_one_hard_step": {"technique": "swordfish"},
	"techniques_used_together":   {"technique": "naked_pair"},
	"steps_on_same_cell":         {"technique": "pointing"},
	"why_not_digit":              {"puzzle_id": "22", "cell": "11", "digit": "9"},
	"evidence_of_step":           {"puzzle_id": "22", "step": "11"},
	"grid_after_step":            {"puzzle_id": "22", "step": "10"},
	"solution_path":              {"puzzle_id": "22"},
}

// sampleDatabase makes the database of the page at a target by the commands of the page. Those with sqlite3 run a file
// of sql/. The working folder must have the folder testdata.
func sampleDatabase(t *testing.T, target string, commands []string) {
	t.Helper()
	for _, line := range commands {
		if file, ok := strings.CutPrefix(line, "sqlite3 sample.db '.read sql/"); ok {
			text, err := sqlfiles.Text(strings.TrimSuffix(file, ".sql'"))
			gridtest.Must(t, err)
			db, err := store.Create(t.Context(), target)
			gridtest.Must(t, err)
			dbtest.Exec(t, db, text)
			db.Close()
			continue
		}
		args := strings.Fields(strings.Replace(line, "sample.db", target, 1))[1:]
		if r := clitest.Call(store.WithPartitions(t.Context(), 2), nil, args...); r.Code != cli.ExitDone &&
			r.Code != cli.ExitUnsolved {
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

// TestCookbook fails when the sections of docs/sql-cookbook.md differ from what the files of sql/query make, or when a
// query of the page returns no row. -update writes them.
func TestCookbook(t *testing.T) {
	page, err := os.ReadFile(cookbookFile)
	gridtest.Must(t, err)
	head, _, _ := strings.Cut(string(page), "\n## ")
	setup := clitest.CodeBlocks(head)[1]
	list, err := catalogue.Queries()
	gridtest.Must(t, err)
	if len(list) < 20 {
		t.Errorf("%d queries, want 20 at least", len(list))
	}
	clitest.InFolderWithTestdata(t)
	sampleDatabase(t, "sample.db", setup)
	var b strings.Builder
	b.WriteString(head)
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
		gridtest.Must(t, os.WriteFile(cookbookFile, []byte(b.String()), 0o666))
	} else if string(page) != b.String() {
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
		sampleDatabase(t, target, setup)
		for _, q := range list {
			if got, want := runNamed(t, target, q.Name, "csv"), runNamed(t, "sample.db", q.Name, "csv"); got != want {
				t.Errorf("%s prints on a server\n%sand of a file\n%s", q.Name, got, want)
			}
		}
		for tag, code := range map[string]int{"": cli.ExitDone, "sample": cli.ExitDone, "none": cli.ExitError} {
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
