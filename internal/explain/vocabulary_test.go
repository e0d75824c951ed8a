package explain

import (
	"fmt"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/roles"
	sqlfiles "setdoku/sql"
)

// TestVocabulary checks that the template functions are those that headers are checked against, and that the page
// about techniques lists them.
func TestVocabulary(t *testing.T) {
	var listed []string
	var table strings.Builder
	for _, f := range sqlfiles.WordFunctions {
		listed = append(listed, f.Name)
		fmt.Fprintf(&table, "| `%s` | %s |\n", strings.TrimSpace(f.Name+" "+f.Takes), f.Gives)
	}
	slices.Sort(listed)
	if have := slices.Sorted(maps.Keys(new(explainer).functions())); !slices.Equal(have, listed) {
		t.Errorf("functions %v, and sqlfiles.WordFunctions has %v", have, listed)
	}
	page, err := os.ReadFile("../../docs/template-functions.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/template-functions.md has another table of functions, want\n%s", table.String())
	}
}

var roleInQuotes = regexp.MustCompile(`"(\w+)"`)

// notRoles are quoted words in the templates that are not roles.
var notRoles = []string{"fin", "fins", "sees", "see", "has", "have", "was", "were", "shares", "share"}

// TestWordsNameRoles checks that every technique of sql/ has words, and that they name existing roles.
func TestWordsNameRoles(t *testing.T) {
	catalogue, _ := examples(t)
	for _, technique := range catalogue {
		h := sqlfiles.HeaderNamed(technique.Name)
		lines := h.Words(technique.Name)
		if len(lines) == 0 {
			t.Errorf("%s has no @words", technique.Name)
		}
		for _, line := range append(lines, h.Where(technique.Name)) {
			for _, m := range roleInQuotes.FindAllStringSubmatch(line, -1) {
				if _, known := roles.ClassOf(m[1]); !known && !slices.Contains(notRoles, m[1]) {
					t.Errorf("%s: %q is not a role in %q", technique.Name, m[1], line)
				}
			}
		}
	}
}
