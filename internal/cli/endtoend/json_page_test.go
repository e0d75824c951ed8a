package endtoend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
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
		{"solve", "--technique-file", clitest.InRepository("testdata", "three_pincers.sql"), sample, "--db", "own.db"},
		{"rate", sample, "--properties"}, {"rate", clitest.GoodPuzzle, "--technique", "full_house"},
		{"rate", "--variant", "windoku+x+anti-knight", strings.Repeat(".", 81)},
		{"generate", "--seed", "7"}, {"generate", "--seed", "7", "--variant", "x"},
		{"show", "24", "all.db", "--at", "5", "--candidates"}, {"show", "1-2", "invalid.db"}, {"show", "all.db", "15"},
		{"count", sample},
		{"same", clitest.GoodPuzzle, clitest.GoodPuzzle}, {"same", clitest.GoodPuzzle, clitest.OtherPuzzle},
		{"find", "--technique", "x_wing,uniqueness", several}, {"find", "--technique", "singles", sample},
		{"hint", "24", "all.db", "--at", "4"}, {"hint", "24", "all.db", "--at", "4", "--level", "what"},
		{"hint", "--technique", "chains", "--any", clitest.StuckPuzzle},
		{"history", "24", "all.db", "--evidence"}, {"history", "24", "all.db", "--needed"},
		{"history", "1", "steps.db"},
		{"explain", "24", "all.db"}, {"explain", "24", "all.db", "--full"},
		{"explain", clitest.StuckPuzzle, "--full", "--technique", "singles,chains"},
		{"stats", "all.db"},
		{"verify", "all.db"}, {"verify", "own.db"}, {"verify", "all.db", "--no-remake"},
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
