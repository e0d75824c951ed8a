package solvertest

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
)

// lists are the lists of puzzles in the folder shared.
var lists = []string{
	"generated_easy", "generated_minimal", "generated_qqwing", "17_clue", "magictour_top1465", "forum_hardest_1905",
	"forum_hardest_1106", "multiple_solutions", "no_solution",
}

// SampleLists returns n puzzles of every list in the folder shared, evenly from all of it, or all of a shorter list.
func SampleLists(t testing.TB, n int) (puzzles []format.Puzzle) {
	t.Helper()
	for _, name := range lists {
		list := gridtest.List(t, name, 0)
		puzzles = append(puzzles, Every(max(1, len(list)/n), 0, Givens(list...))[:min(n, len(list))]...)
	}
	return puzzles
}

// FirstOfLists returns the first n puzzles of each list in the folder shared, and every twentieth case of the library
// of techniques. Most of the cases have pencil marks.
func FirstOfLists(t testing.TB, n int) (list []format.Puzzle) {
	t.Helper()
	for _, name := range slices.Sorted(slices.Values(lists)) {
		list = append(list, Givens(gridtest.List(t, name, n)...)...)
	}
	cases, _ := LibraryCases(t)
	return append(list, Every(20, 0, cases)...)
}

// LibraryCases returns the cases of the library in the folder shared whose techniques the catalogue has, and the name
// of the technique of each.
func LibraryCases(t testing.TB) (cases []format.Puzzle, techniques []string) {
	t.Helper()
	names, known := libraryNames(t), Catalogue(t)
	for _, p := range readAll(t, filepath.Join(gridtest.SharedDir(t), "data", "technique_cases.txt")) {
		name := names[p.Library.Code]
		if _, ok := known.Find(name); ok {
			cases = append(cases, p)
			techniques = append(techniques, name)
		}
	}
	return cases, techniques
}

// libraryNames returns the technique of each code of the library.
func libraryNames(t testing.TB) map[string]string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(gridtest.SharedDir(t), "techniques.tsv"))
	gridtest.Must(t, err)
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
