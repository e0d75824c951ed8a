package explain

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/roles"
	sqlfiles "setdoku/sql"
)

// TestVocabulary checks that the template functions are those that headers are checked against, that the page of them
// lists them, and that a file of sql/ uses each.
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
	used := functionsUsed(t)
	for _, name := range listed {
		if !used[name] {
			t.Errorf("no technique of sql/ uses the function %s", name)
		}
	}
	page, err := os.ReadFile("../../docs/template-functions.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/template-functions.md has another table of functions, want\n%s", table.String())
	}
}

// functionsUsed returns the words in the expressions of all templates of sql/ that are not in quotes.
func functionsUsed(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	names, err := filepath.Glob("../../sql/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, expression := range regexp.MustCompile(`(?s)\{\{.*?\}\}`).FindAllString(string(text), -1) {
			for _, word := range regexp.MustCompile(`"[^"]*"|\w+`).FindAllString(expression, -1) {
				used[word] = true
			}
		}
	}
	return used
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
