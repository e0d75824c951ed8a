package explain

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

var update = flag.Bool("update", false, "write the golden files of testdata")

// find is a deduction and the state in which it was found.
type find struct {
	state setdoku.State
	setdoku.Deduction
}

// examples runs each technique of the catalogue alone on its line of testdata/examples.txt.
func examples(t *testing.T) (catalogue.Catalogue, map[string][]find) {
	t.Helper()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../testdata/examples.txt")
	if err != nil {
		t.Fatal(err)
	}
	found := make(map[string][]find)
	for line := range strings.Lines(string(text)) {
		name, state, _ := strings.Cut(strings.TrimSpace(line), " ")
		read, err := format.NewReader(strings.NewReader(state+"\n"), name).Read()
		if err != nil {
			t.Fatal(err)
		}
		technique, ok := all.Find(name)
		if !ok {
			t.Fatalf("example of %s, which is not in the catalogue", name)
		}
		path := pathOf(t, all, driver.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}, read.State)
		for _, s := range path.Steps {
			for _, d := range s.Deductions {
				found[name] = append(found[name], find{s.Before, d})
			}
		}
	}
	return all, found
}

func pathOf(t *testing.T, c catalogue.Catalogue, opts driver.Options, s setdoku.State) *batch.Path {
	t.Helper()
	f, err := batch.NewPathfinder(c, opts)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	path, err := f.Find(t.Context(), s, 0)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// sentences returns the words of a deduction without its line of notation.
func sentences(f find) []string {
	words := Words(f.state, f.Deduction, nil)
	if line := Notation(f.state, f.Deduction); line != "" && words[0] == line {
		return words[1:]
	}
	return words
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
	for _, line := range words {
		if !strings.HasSuffix(line, ".") || line == "" {
			fail("no full stop: " + line)
		}
	}
	for _, list := range [][]setdoku.Candidate{f.Placements, f.Eliminations} {
		for _, c := range list {
			if last := words[len(words)-1]; !strings.Contains(last, setdoku.CellName(setdoku.CellIndex(c.Cell))) || !strings.Contains(last, fmt.Sprint(c.Digit)) {
				fail("the end does not name " + c.Elimination())
			}
		}
	}
	for _, e := range f.Evidence {
		if e.Role == "place" {
			continue // the words only mention what the contradiction needs, see checkForcing
		}
		if e.Cell != 0 && !strings.Contains(text, setdoku.CellName(setdoku.CellIndex(e.Cell))) {
			fail("does not name " + setdoku.CellName(setdoku.CellIndex(e.Cell)))
		}
		if e.Digit != 0 && !strings.Contains(text, fmt.Sprint(e.Digit)) {
			fail(fmt.Sprintf("does not name digit %d", e.Digit))
		}
		if e.Unit != 0 && !namesUnit(text, setdoku.UnitType(e.Unit), setdoku.UnitIndex(e.Unit)) {
			fail("does not name " + setdoku.UnitName(e.Unit))
		}
	}
	checkTruth(t, f, words)
	if f.Technique == "forcing" {
		checkForcing(t, f, words)
	}
	if where := Where(f.state, f.Deduction, nil); leftover.MatchString(where) || len(where) < len("Look at row 1.") {
		fail("where: " + where)
	}
}

var (
	assumes = regexp.MustCompile(`^Assume that r(\d)c(\d) is (\d)\.$`)
	thus    = regexp.MustCompile(`^Then r(\d)c(\d) is (\d): (no other candidate is left there|(row|column|box) (\d) has no other place for it)\.$`)
	ends    = regexp.MustCompile(`^Now (r(\d)c(\d) has no candidate left|(row|column|box) (\d) has no place left for (\d)|(row|column|box) (\d) must hold the (\d) twice, .*|r(\d)c(\d) must hold (\d) and (\d) at once, .*), which cannot be\.$`)
)

// checkForcing replays the sentences one by one on a separate grid.
func checkForcing(t *testing.T, f find, words []string) {
	t.Helper()
	s := f.state
	places := func(kind string, n, digit int) (list []int) {
		live := s.Candidates()
		for _, i := range setdoku.Units[slices.Index(setdoku.UnitTypes[:], kind)*9+n-1] {
			if live[i].Has(uint8(digit)) {
				list = append(list, i)
			}
		}
		return list
	}
	single := func(cell, digit int) bool { // the candidate is the only one in its cell or in a unit
		if s.Candidates()[cell] == setdoku.SetOf(uint8(digit)) {
			return true
		}
		for _, u := range commonUnits([]int{cell}) {
			if slices.Equal(places(setdoku.UnitTypes[u/9], u%9+1, digit), []int{cell}) {
				return true
			}
		}
		return false
	}
	for k, line := range words[:len(words)-1] {
		ok := false
		if m := assumes.FindStringSubmatch(line); m != nil && k == 0 {
			i := setdoku.CellIndex(num(m[1])*10 + num(m[2]))
			ok = s.Candidates()[i].Has(uint8(num(m[3])))
			s.Placed[i] = uint8(num(m[3]))
		} else if m := thus.FindStringSubmatch(line); m != nil && k > 0 {
			i, d := setdoku.CellIndex(num(m[1])*10+num(m[2])), num(m[3])
			if m[5] == "" {
				ok = s.Candidates()[i] == setdoku.SetOf(uint8(d))
			} else {
				ok = slices.Equal(places(m[5], num(m[6]), d), []int{i})
			}
			s.Placed[i] = uint8(d)
		} else if m := ends.FindStringSubmatch(line); m != nil && k == len(words)-2 {
			switch {
			case m[2] != "":
				i := setdoku.CellIndex(num(m[2])*10 + num(m[3]))
				ok = s.Filled()[i] == 0 && s.Candidates()[i] == 0
			case m[4] != "":
				ok = len(places(m[4], num(m[5]), num(m[6]))) == 0
			case m[7] != "":
				n := 0
				for _, i := range places(m[7], num(m[8]), num(m[9])) {
					if single(i, num(m[9])) && strings.Contains(line, setdoku.CellName(i)) {
						n++
					}
				}
				ok = n > 1
			default:
				i := setdoku.CellIndex(num(m[10])*10 + num(m[11]))
				ok = m[12] != m[13] && single(i, num(m[12])) && single(i, num(m[13]))
			}
		}
		if !ok {
			t.Errorf("does not hold: %s\n%s\n%s", line, format.Short(f.state), strings.Join(words, "\n"))
		}
	}
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
				text := strings.Join(Words(f.state, f.Deduction, nil), "\n")
				if other := texts[text]; other != "" && other != technique.Name {
					t.Errorf("is told in the same words as %s:\n%s", other, text)
				}
				texts[text] = technique.Name
			}
			if len(wordingOf(technique.Name, nil).lines) == 0 {
				t.Error("has no words of its own")
			}
		})
	}
}

// TestWordsOfPaths checks the words of all steps of random puzzles.
func TestWordsOfPaths(t *testing.T) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(6)
	seen := make(map[string]int)
	for range 60 {
		path := pathOf(t, all, driver.Options{Techniques: all}, setdoku.State{Givens: gridtest.Minimal(rng)})
		for _, s := range path.Steps {
			for _, d := range s.Deductions {
				seen[d.Technique]++
				check(t, find{s.Before, d})
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Log(seen)
}

// TestWordsEverywhere runs every technique alone after the singles, so that it finds patterns of many shapes.
func TestWordsEverywhere(t *testing.T) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	singles, err := all.Select([]string{"singles"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(7)
	seen := make(map[string]int)
	for range 20 {
		s := pathOf(t, all, driver.Options{Techniques: singles}, setdoku.State{Givens: gridtest.Minimal(rng)}).End
		for _, technique := range all {
			path := pathOf(t, all, driver.Options{Techniques: catalogue.Catalogue{technique}, StopAtFirst: true}, s)
			for _, step := range path.Steps {
				for _, d := range step.Deductions {
					seen[d.Technique]++
					check(t, find{step.Before, d})
				}
			}
			if t.Failed() {
				return
			}
		}
	}
	t.Log(seen)
}

// TestGolden compares one deduction of each technique, with its picture, with the reviewed golden file.
func TestGolden(t *testing.T) {
	all, found := examples(t)
	var b strings.Builder
	for _, technique := range all {
		f := found[technique.Name][0]
		fmt.Fprintf(&b, "== %s\n%s\n\n", technique.Name, Where(f.state, f.Deduction, nil))
		for _, line := range Words(f.state, f.Deduction, nil) {
			fmt.Fprintln(&b, line)
		}
		fmt.Fprintf(&b, "\n%s\n", Picture{State: f.state, Deduction: &f.Deduction}.Text(false))
	}
	golden(t, "techniques.golden", b.String())
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is not what is written now; read the difference, then: go test ./internal/explain -update", path)
	}
}
