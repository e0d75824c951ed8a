package explain

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
)

var update = flag.Bool("update", false, "write the golden files of testdata")

// find is a deduction and the state in which it was found.
type find struct {
	state setdoku.State
	setdoku.Deduction
}

// examples runs only each technique of the catalogue on its line of testdata/examples.txt.
func examples(t *testing.T) (catalogue.Catalogue, map[string][]find) {
	t.Helper()
	all, found := solvertest.Catalogue(t), make(map[string][]find)
	for name, s := range solvertest.ExampleStates(t) {
		technique, ok := all.Find(name)
		if !ok {
			t.Fatalf("example of %s, which is not in the catalogue", name)
		}
		found[name] = finds(firstStep(t, technique, s), slices.Clone[[]setdoku.Deduction])
	}
	return all, found
}

// wordsFor explains a deduction in a state.
func wordsFor(s setdoku.State, d setdoku.Deduction, by *catalogue.Technique) []string {
	return Explain(setdoku.Position{State: s, Known: true}, d, by).all()
}

// finds returns deductions of a path with the states in which they were found. of takes them from those of a step.
func finds(path *setdoku.Path, of func([]setdoku.Deduction) []setdoku.Deduction) (list []find) {
	for i, before := range path.Positions()[:len(path.Steps)] {
		for _, d := range of(path.Steps[i].Deductions) {
			list = append(list, find{before.State, d})
		}
	}
	return list
}

// sentences returns the words of a deduction without its line of notation.
func sentences(f find) []string {
	return newExplainer(f.state, f.Deduction).explain(true, nil).Words
}

var leftover = regexp.MustCompile(`%!|<nil>|\?|-1|\{\}|  |shows no pattern|it is a single| [,.]|, ?\.|and and|\(\)| in  `)

// check checks the words of a deduction: punctuation, and that they name all parts.
func check(t *testing.T, f find) {
	t.Helper()
	words := sentences(f)
	text := strings.Join(words, "\n")
	fail := func(why string) { t.Errorf("%s\n%s\n%s", why, format.Short(f.state), text) }
	if bad := leftover.FindString(text); bad != "" {
		fail(fmt.Sprintf("leftover %q", bad))
	}
	checkPremises(t, f)
	if forces(f.Technique) {
		checkForcing(t, f)
		return
	}
	for _, line := range words {
		if !strings.HasSuffix(line, ".") || line == "" {
			fail("no full stop: " + line)
		}
	}
	for _, list := range [][]setdoku.Candidate{f.Placements, f.Eliminations} {
		for _, c := range list {
			if last := words[len(words)-1]; !strings.Contains(last, c.Cell.String()) ||
				!strings.Contains(last, fmt.Sprint(c.Digit)) {
				fail("the end does not name " + c.Elimination())
			}
		}
	}
	for _, e := range f.Evidence {
		if e.Cell != 0 && !strings.Contains(text, e.Cell.String()) {
			fail("does not name " + e.Cell.String())
		}
		if e.Digit != 0 && !strings.Contains(text, fmt.Sprint(e.Digit)) {
			fail(fmt.Sprintf("does not name digit %d", e.Digit))
		}
		if e.Unit != 0 && !namesUnit(text, setdoku.UnitType(e.Unit), setdoku.UnitIndex(e.Unit)) {
			fail("does not name " + setdoku.UnitName(e.Unit))
		}
	}
	checkTruth(t, f, words)
	if where := Where(f.state, f.Deduction, nil); leftover.MatchString(where) || len(where) < len("Look at row 1.") {
		fail("where: " + where)
	}
}

// sample returns at most 12 deductions of a step, from the first to the last. A step of forcing may have a thousand.
func sample(list []setdoku.Deduction) (some []setdoku.Deduction) {
	const most = 12
	for k := range min(most, len(list)) {
		some = append(some, list[k*len(list)/min(most, len(list))])
	}
	return some
}

func num(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// namesUnit reports whether a text contains "row 3" or "rows 2, 3 and 5".
func namesUnit(text, kind string, n int) bool {
	return regexp.MustCompile(fmt.Sprintf(`(?i)\b%s(e?s)? ((\d, )*\d and )?(\d, )*%d\b`, kind, n)).MatchString(text)
}

// TestWords checks the words of every deduction of every example.
func TestWords(t *testing.T) {
	all, found := examples(t)
	texts := make(map[string]string)
	for _, technique := range all {
		t.Run(technique.Name, func(t *testing.T) {
			list := found[technique.Name]
			if len(list) == 0 {
				t.Fatal("finds nothing in its example")
			}
			for _, f := range list {
				check(t, f)
				text := strings.Join(wordsFor(f.state, f.Deduction, nil), "\n")
				if other := texts[text]; other != "" && other != technique.Name {
					t.Errorf("has the same words as %s:\n%s", other, text)
				}
				texts[text] = technique.Name
			}
			if len(findWording(technique.Name, nil).lines) == 0 {
				t.Error("has no words of its own")
			}
		})
	}
}

// TestWordsOfPaths checks the words of all steps of random puzzles.
func TestWordsOfPaths(t *testing.T) {
	all := solvertest.Catalogue(t)
	rng := gridtest.New(6)
	seen := make(map[string]int)
	for range 25 {
		path := solvertest.FindPath(t, all, memory.Options{Techniques: all},
			setdoku.State{Givens: gridtest.Minimal(rng)})
		for _, f := range finds(path, sample) {
			seen[f.Technique]++
			check(t, f)
		}
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
}

// TestWordsOfVariants checks the words of the steps of every thirtieth puzzle of the lists of variants, and what each
// technique finds by itself in the first one of each after the singles.
func TestWordsOfVariants(t *testing.T) {
	gridtest.Nightly(t, "whole paths on every variant")
	all := solvertest.Catalogue(t)
	files, err := filepath.Glob(filepath.Join(gridtest.SharedDir(t), "data", "variants_*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatalf("lists %v, error %v", files, err)
	}
	for _, name := range files {
		t.Run(filepath.Base(name), func(t *testing.T) {
			text, err := os.ReadFile(name)
			gridtest.Must(t, err)
			r, seen := format.NewReader(bytes.NewReader(text), name), make(map[string]int)
			for k := 0; ; k++ {
				p, err := r.Read()
				if errors.Is(err, io.EOF) {
					break
				} else if err != nil {
					t.Fatal(err)
				} else if k%30 > 0 {
					continue
				}
				whole := solvertest.FindPath(t, all, memory.Options{Techniques: all}, p.State)
				list := finds(whole, sample)
				for _, technique := range all {
					if k == 0 && !catalogue.IsSingle(technique.Name) {
						s := solvertest.FindPath(t, all, memory.Options{Techniques: all[:3]}, p.State).End().State
						list = append(list,
							finds(firstStep(t, technique, s), sample)...)
					}
				}
				for _, f := range list {
					seen[f.Technique]++
					check(t, f)
				}
				if t.Failed() {
					return
				}
			}
			t.Log(seen)
		})
	}
}

// afterSingles returns a minimal puzzle in which the singles find nothing more.
func afterSingles(t *testing.T, rng *rand.Rand) setdoku.State {
	t.Helper()
	all := solvertest.Catalogue(t)
	singles, err := all.Select([]string{"singles"}, nil)
	gridtest.Must(t, err)
	return solvertest.FindPath(t, all, memory.Options{Techniques: singles},
		setdoku.State{Givens: gridtest.Minimal(rng)}).End().State
}

// firstStep returns the path with what a technique by itself finds in a state.
func firstStep(t *testing.T, technique catalogue.Technique, s setdoku.State) *setdoku.Path {
	t.Helper()
	return solvertest.FindPath(t, solvertest.Catalogue(t),
		memory.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}, s)
}

// TestGolden compares the words of one deduction of each technique with the reviewed golden file.
func TestGolden(t *testing.T) {
	all, found := examples(t)
	var b strings.Builder
	for _, technique := range all {
		f := found[technique.Name][0]
		fmt.Fprintf(&b, "== %s\n%s\n\n", technique.Name, Where(f.state, f.Deduction, nil))
		for _, line := range wordsFor(f.state, f.Deduction, nil) {
			fmt.Fprintln(&b, line)
		}
		fmt.Fprintln(&b)
	}
	golden(t, "techniques.golden", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		gridtest.Must(t, os.WriteFile(path, []byte(got), 0o666))
	}
	want, err := os.ReadFile(path)
	gridtest.Must(t, err)
	if got != string(want) {
		t.Errorf("%s is not what is written now; read the difference, then: go test ./internal/explain -update", path)
	}
}

// TestVocabulary checks that the template functions are those that headers are checked against, that the page of them
// lists them, and that a file of sql/ uses each.
func TestVocabulary(t *testing.T) {
	var listed []string
	var table strings.Builder
	for _, f := range catalogue.WordFunctions {
		listed = append(listed, f.Name)
		fmt.Fprintf(&table, "| `%s` | %s |\n", strings.TrimSpace(f.Name+" "+f.Takes), f.Gives)
	}
	slices.Sort(listed)
	if have := slices.Sorted(maps.Keys(new(explainer).functions())); !slices.Equal(have, listed) {
		t.Errorf("functions %v, and catalogue.WordFunctions has %v", have, listed)
	}
	used := functionsUsed(t)
	for _, name := range listed {
		if !used[name] {
			t.Errorf("no technique of sql/ uses the function %s", name)
		}
	}
	page, err := os.ReadFile("../../docs/template-functions.md")
	gridtest.Must(t, err)
	if !strings.Contains(string(page), table.String()) {
		t.Errorf("docs/template-functions.md has another table of functions, want\n%s", table.String())
	}
}

// functionsUsed returns the words in the expressions of all templates of sql/ that are not in quotes.
func functionsUsed(t *testing.T) map[string]bool {
	t.Helper()
	used := map[string]bool{}
	names, err := filepath.Glob("../../sql/technique/*.sql")
	gridtest.Must(t, err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		gridtest.Must(t, err)
		for _, expression := range regexp.MustCompile(`(?s)\{\{.*?\}\}`).FindAllString(string(text), -1) {
			for _, word := range regexp.MustCompile(`"[^"]*"|\w+`).FindAllString(expression, -1) {
				used[word] = true
			}
		}
	}
	return used
}

// TestDamagedPattern checks that words, marks and pictures never panic, whatever rows of a pattern are missing or
// swapped, and for any state. A user may have edited the database.
func TestDamagedPattern(t *testing.T) {
	gridtest.Nightly(t, "thousands of patterns")
	catalogue, found := examples(t)
	var states []setdoku.State
	for _, technique := range catalogue {
		states = append(states, found[technique.Name][0].state)
	}
	try := func(technique string, s setdoku.State, d setdoku.Deduction, what string) {
		t.Helper()
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("%s, %s: %v", technique, what, p)
			}
		}()
		for _, line := range append(wordsFor(s, d, nil), Where(s, d, nil)) {
			if line == "" {
				t.Errorf("%s, %s: an empty sentence", technique, what)
			}
		}
		_ = picture.Text(picture.Diagram{State: s, Deduction: d}, picture.Screen{})
		made := setdoku.Step{Number: 1, Rule: technique, Deductions: []setdoku.Deduction{d}}
		for _, known := range []bool{true, false} {
			step := NewStep(1, 1, &made, setdoku.Position{State: s, Known: known}, nil)
			step.figures(made.Deductions, []int{0})
			step.Explain()
		}
		if err := picture.SVG(io.Discard, picture.Diagram{State: s, Deduction: d}, picture.Options{}); err != nil {
			t.Errorf("%s, %s: %v", technique, what, err)
		}
	}
	for k, technique := range catalogue {
		f := found[technique.Name][0]
		for i := 0; i < len(f.Evidence); i += 1 + len(f.Evidence)/8 { // not every row of a long refutation
			d := f.Deduction
			d.Evidence = slices.Delete(slices.Clone(f.Evidence), i, i+1)
			try(technique.Name, f.state, d, fmt.Sprintf("without row %d", i+1))
			d.Evidence = f.Evidence[:i]
			try(technique.Name, f.state, d, fmt.Sprintf("with %d rows", i))
			d.Evidence = f.Evidence[i:]
			try(technique.Name, f.state, d, fmt.Sprintf("from row %d on", i+1))
			d.Evidence = slices.Clone(f.Evidence)
			d.Evidence[i] = f.Evidence[(i+1)%len(f.Evidence)]
			try(technique.Name, f.state, d, fmt.Sprintf("with row %d twice", i+2))
			e := f.Evidence[i]
			e.Cell, e.Digit, e.Unit = 0, 0, 0
			d.Evidence[i] = e
			try(technique.Name, f.state, d, fmt.Sprintf("with an empty row %d", i+1))
		}
		d := f.Deduction
		d.Placements, d.Eliminations = nil, nil
		try(technique.Name, f.state, d, "deducing nothing")
		d = f.Deduction
		d.Pattern, d.Evidence = 0, nil
		try(technique.Name, f.state, d, "without a pattern")
		for _, s := range states[:8] {
			try(technique.Name, s, f.Deduction, "in another state")
		}
		other := f.Deduction
		other.Technique = catalogue[(k+1)%len(catalogue)].Name
		try(other.Technique, f.state, other, "with the pattern of another technique")
	}
}
