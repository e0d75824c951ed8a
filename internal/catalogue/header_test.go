package catalogue

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"setdoku"
	"setdoku/internal/testing/gridtest"
)

const goodHeader = `-- @technique one | One Thing | tier 7 | hard | weight 30 | size 2 | places
-- @technique two | weight 40 |
--   library 0100 0101 | size 6 | solves with 4
-- @technique thing | tier 9 | easy | weight 3 | size 5 | on request
-- @family things
-- @unique yes
-- @idea The first line of it
--   and the second, with an @ in it.
-- @idea two | Two of them.
-- @how It joins
--   and groups.
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
	gridtest.Must(t, err)
	want := Header{
		Techniques: []Technique{
			{Technique: setdoku.Technique{Name: "one", Title: "One Thing", Tier: 7, Level: "hard", Weight: 30,
				Family: "things", AssumesUnique: true}, LevelNo: 3, Size: 2, SolveSize: 2, Places: true},
			{Technique: setdoku.Technique{Name: "two", Weight: 40, Family: "things", AssumesUnique: true}, Size: 6,
				SolveSize: 4, LibraryCodes: "0100 0101"},
			{Technique: setdoku.Technique{Name: "thing:5", Title: "Thing of size 5", Tier: 9, Level: "easy", Weight: 3,
				Family: "things", AssumesUnique: true}, LevelNo: 1, Size: 5, SolveSize: 5, OnRequest: true},
		},
		How:    "It joins and groups.",
		Source: "Nobody.", Reads: "pass, peer", Writes: "deduction, one row", Cost: "nothing",
	}
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Header{})); diff != "" {
		t.Errorf("header (-want +got):\n%s", diff)
	}
	for technique, want := range map[string]string{
		"one": "The first line of it and the second, with an @ in it.", "two": "Two of them.",
	} {
		if got := got.Idea(technique); got != want {
			t.Errorf("idea of %s: %q, want %q", technique, got, want)
		}
	}
}

func TestParseHeaderRefuses(t *testing.T) {
	for _, c := range []struct{ name, from, to, want string }{
		{"missing", "-- @source Nobody.\n", "", "@source is missing"},
		{"empty", "-- @source Nobody.\n", "-- @source\n", "@source is missing"},
		{"cut off by an empty line", "-- @key", "\n-- @key", "@key is missing"},
		{"unknown", "-- @cost", "-- @costs a lot\n-- @cost", "@costs is unknown"},
		{"twice", "-- @cost", "-- @how Another.\n-- @cost", "header line 16: @how twice"},
		{"text before the first field", "-- @technique", "--   Hello.\n-- @technique", "header line 1: want '-- @field text'"},
		{"line that is not indented", "--   and", "-- and", "header line 8: want '-- @field text' or '--   more text'"},
		{"bad words", "-- @cost", "-- @words {{cells \"single\"\n-- @cost", "unclosed action"},
		{"words with an unknown function", "-- @cost", "-- @words {{sells}}\n-- @cost", `function "sells" not defined`},
		{"words with a long loop", "-- @cost", "-- @words {{range 2000000000}}x{{end}}\n-- @cost", "expected range each LIST"},
		{"words with a loop over a sum", "-- @cost", "-- @words {{if true}}{{range each 1 | add 9}}{{end}}{{end}}\n-- @cost",
			"range each 1 | add 9: expected range each LIST"},
		{"words with a loop over a variable", "-- @cost", "-- @words {{$n := 9}}{{range $n}}{{end}}\n-- @cost",
			"range $n: expected range each LIST"},
		{"words with nested loops", "-- @cost",
			"-- @words {{range each \"a\"}}{{with 1}}{{else}}{{range each \"a\"}}{{end}}{{end}}{{end}}\n-- @cost",
			`range each "a": it is inside another range`},
		{"words that call a template", "-- @cost", "-- @words {{template \"a\"}}\n-- @cost", "cannot call templates"},
		{"words that define a template", "-- @cost", "-- @words {{define \"a\"}}{{end}}\n-- @cost", "cannot define templates"},
		{"words for another technique", "-- @cost", "-- @where three | Here.\n-- @cost",
			`is for the technique "three", which the header does not name`},
		{"bad name", "one |", "One |", `@technique "One", want a name of small letters, digits and _`},
		{"bad tier", "tier 7", "tier seven", `@technique one: "tier seven", want tier and a number from 1`},
		{"two titles", "weight 30", "Another", `@technique one: "Another", want one title`},
		{"bad level", "hard", "dreadful", `@technique one: "dreadful", want one title`},
		{"bad unique", "@unique yes", "@unique maybe", `@unique "maybe", want yes or no`},
		{"no header", goodHeader, "SELECT 1;\n", "@technique is missing"},
	} {
		text := strings.Replace(goodHeader, c.from, c.to, 1)
		if _, err := ParseHeader(text); err == nil || !strings.HasPrefix(err.Error(), "header") ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}

// TestGeneralizes checks that every technique has its texts, that @generalizes names other techniques, and that no
// technique generalizes one that generalizes it.
func TestGeneralizes(t *testing.T) {
	all, err := BuiltIn()
	gridtest.Must(t, err)
	of := make(map[string][]string)
	for _, technique := range all {
		h := HeaderNamed(technique.Name)
		if h.How == "" || h.Idea(technique.Name) == "" || h.Spot(technique.Name) == "" {
			t.Errorf("%s: @how, @idea or @spot is missing", technique.Name)
		}
		of[technique.Name] = HeaderNamed(technique.Name).Generalizes(technique.Name)
	}
	var within func(name, sought string) bool
	within = func(name, sought string) bool {
		return slices.ContainsFunc(of[name],
			func(special string) bool { return special == sought || within(special, sought) })
	}
	for name, list := range of {
		for _, special := range list {
			if _, known := of[special]; !known {
				t.Errorf("%s: @generalizes names %q, which is not a technique", name, special)
			}
		}
		if within(name, name) {
			t.Errorf("%s generalizes itself", name)
		}
	}
}
