package solver_test

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
)

// techniqueNames reads which technique each library code stands for.
func techniqueNames(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(gridtest.SharedDir(t), "techniques.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]string{}
	lines := strings.Split(strings.TrimSpace(string(text)), "\n")
	code := slices.Index(strings.Split(lines[0], "\t"), "library_codes")
	name := slices.Index(strings.Split(lines[0], "\t"), "name")
	for _, line := range lines[1:] {
		fields := strings.Split(line, "\t")
		for _, c := range strings.Fields(fields[code]) {
			names[c] = fields[name]
		}
	}
	return names
}

// libraryCases reads the cases of techniques that the catalogue has.
func libraryCases(t *testing.T) (cases []format.Puzzle, queries []query) {
	t.Helper()
	names, known := techniqueNames(t), builtInCatalogue(t)
	path := filepath.Join(gridtest.SharedDir(t), "data", "technique_cases.txt")
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for r := format.NewReader(f, filepath.Base(path)); ; {
		p, err := r.Read()
		if errors.Is(err, io.EOF) {
			return cases, queries
		}
		if err != nil {
			t.Fatal(err)
		}
		name := names[p.Library.Code]
		if _, ok := known.Find(name); ok {
			cases = append(cases, p)
			queries = append(queries, query{name, p.State})
		}
	}
}

// TestLibraryCases applies each technique once to the states of the library: it must
// find all that a case lists, and nothing that goes against the solution.
func TestLibraryCases(t *testing.T) {
	cases, queries := libraryCases(t)
	answers := ask(t, queries)
	passed := map[string]int{}
	for i, c := range cases {
		n, solution := brute.CountState(c.State, 2)
		if n != 1 {
			t.Errorf("%s has %d solutions (2 stands for several), want 1", c.Text, n)
			continue
		}
		found := claims(answers[i])
		missing := slices.DeleteFunc(listed(c.Library), func(x claim) bool { return slices.Contains(found, x) })
		switch wrong := against(solution, found); {
		case c.Library.Variant == "x" && len(found) > 0:
			t.Errorf("%s: %s found %v, want nothing", c.Text, queries[i].technique, found)
		case c.Library.Variant != "x" && len(missing) > 0:
			t.Errorf("%s: %s did not find %v", c.Text, queries[i].technique, missing)
		case len(wrong) > 0:
			t.Errorf("%s: %s found %v against the solution", c.Text, queries[i].technique, wrong)
		default:
			passed[c.Library.Code]++
		}
	}
	for i, c := range cases {
		if passed[c.Library.Code] == 0 {
			t.Errorf("no case of code %s, %s, passed", c.Library.Code, queries[i].technique)
		}
	}
	t.Logf("cases passed by code: %v", passed)
}

// listed is what a case expects.
func listed(l *format.LibraryLine) (list []claim) {
	for _, e := range l.Eliminations {
		list = append(list, claim{false, e.Cell, e.Digit})
	}
	for _, p := range l.Placements {
		list = append(list, claim{true, p.Cell, p.Digit})
	}
	return list
}

// against returns the claims that a solution contradicts.
func against(solution setdoku.Grid, list []claim) (wrong []claim) {
	for _, c := range list {
		if holds := solution[setdoku.CellIndex(c.cell)] == c.digit; holds != c.placement {
			wrong = append(wrong, c)
		}
	}
	return wrong
}
