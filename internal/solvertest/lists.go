package solvertest

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
)

// SampleLists returns n puzzles of every list in the folder shared, evenly from all of it, or all of a shorter list.
func SampleLists(t testing.TB, n int) (puzzles []format.Puzzle) {
	t.Helper()
	folder := filepath.Join(gridtest.SharedDir(t), "data")
	for _, name := range []string{
		"generated_easy", "generated_minimal", "generated_qqwing", "17_clue", "magictour_top1465", "forum_hardest_1905",
		"forum_hardest_1106", "multiple_solutions", "no_solution",
	} {
		text, err := os.ReadFile(filepath.Join(folder, name+".txt"))
		gridtest.Must(t, err)
		lines := bytes.SplitAfter(bytes.TrimSpace(text), []byte("\n"))
		step := max(1, len(lines)/n)
		for i := 0; i < len(lines) && i/step < n; i += step {
			p, err := format.NewReader(bytes.NewReader(lines[i]), name).Read()
			if err != nil {
				t.Fatalf("%s line %d: %v", name, i+1, err)
			}
			puzzles = append(puzzles, p)
		}
	}
	return puzzles
}

// FirstOfLists returns the first n puzzles of each list in the folder shared, and every twentieth case of the library
// of techniques. Most of the cases have pencil marks.
func FirstOfLists(t testing.TB, n int) (list []format.Puzzle) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(gridtest.SharedDir(t), "data", "*.txt"))
	if err != nil || len(files) < 8 {
		t.Fatalf("lists of puzzles: %v, error %v", files, err)
	}
	for _, file := range files {
		if filepath.Base(file) == "technique_cases.txt" {
			continue
		}
		f, err := os.Open(file)
		gridtest.Must(t, err)
		lines := bufio.NewScanner(f)
		for found := 0; found < n && lines.Scan(); {
			if d, err := setdoku.ParseGrid(lines.Text()); err == nil && d.Check() == nil {
				list = append(list, Givens(d)...)
				found++
			}
		}
		gridtest.Must(t, lines.Err())
		f.Close()
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
