package docs

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
)

var lessonPuzzles = flag.String("lessons", "",
	"choose the lessons of each technique NAME from the puzzles of the file NAME.txt of this `folder` and write "+
		"lessons.txt")

// The techniques that lead to few lessons are reached without these others.
var forcingNames = []string{"forcing", "forcing_verity", "forcing_plus", "nested_forcing", "nested_forcing_2"}

var without = map[string][]string{
	"template_set": {"sue_de_coq", "als_xz", "als_xy_wing", "als_chain", "death_blossom", "als_nice_loop", "als_aic",
		"franken_fish", "mutant_fish"},
	"forcing_verity": forcingNames[:1], "forcing_plus": forcingNames[:2], "nested_forcing": forcingNames[:3],
	"nested_forcing_2": forcingNames[:4],
	"search":           forcingNames,
}

// TestLessons requires three lessons of every technique. In each the technique is the next step, the puzzle has one
// solution, and each lesson is harder than the one before.
func TestLessons(t *testing.T) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	if *lessonPuzzles != "" {
		chooseLessons(t, all)
	}
	for _, technique := range all {
		list := Lessons(technique.Name)
		if len(list) != 3 {
			t.Errorf("%s has %d lessons, want 3", technique.Name, len(list))
		}
		var last difficulty
		for k, l := range list {
			state := lessonState(t, l)
			solution, n := solutions.Solve(state.Givens)
			if n != 1 {
				t.Errorf("%s, lesson %d: %d solutions", technique.Name, k+1, n)
			}
			for i, m := range state.Candidates() {
				if state.Filled()[i] == 0 && !m.Has(solution[i]) {
					t.Errorf("%s, lesson %d: the solution is crossed out in %s", technique.Name, k+1, setdoku.CellAt(i))
				}
			}
			path := pathWithout(t, all, l.Without, state, true)
			if len(path.Steps) == 0 || path.Steps[0].Rule != technique.Name {
				t.Errorf("%s, lesson %d: the next step is another: %v", technique.Name, k+1, path.Steps)
				continue
			}
			d := difficultyOf(state, path.Steps[0])
			if k > 0 && d.compare(last) <= 0 {
				t.Errorf("%s, lesson %d: %v is not harder than %v", technique.Name, k+1, d, last)
			}
			last = d
		}
	}
}

func lessonState(t *testing.T, l Lesson) setdoku.State {
	t.Helper()
	p, err := format.NewReader(strings.NewReader(l.State+"\n"), "lesson").Read()
	if err != nil {
		t.Fatal(err)
	}
	return p.State
}

// pathWithout solves a state with the catalogue but some techniques.
func pathWithout(t *testing.T, all catalogue.Catalogue, names []string, s setdoku.State, first bool) *setdoku.Path {
	t.Helper()
	selected := slices.DeleteFunc(slices.Clone(all),
		func(x setdoku.Technique) bool { return slices.Contains(names, x.Name) })
	f, err := memory.NewPathfinder(all, memory.Options{Techniques: selected, StopAtFirst: first})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close(t.Context())
	path, err := f.Find(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// difficulty says how hard a step is to see.
type difficulty struct {
	rows       int // of the smallest pattern
	candidates int // in the grid
	patterns   int
}

// compare compares the smallest patterns, then the candidates for each pattern.
func (d difficulty) compare(e difficulty) int {
	return cmp.Or(cmp.Compare(d.rows, e.rows), cmp.Compare(d.candidates*e.patterns, e.candidates*d.patterns))
}

func difficultyOf(s setdoku.State, step setdoku.Step) (d difficulty) {
	d.patterns = max(1, len(step.Deductions))
	for k, found := range step.Deductions {
		if n := len(found.Evidence); k == 0 || n < d.rows {
			d.rows = n
		}
	}
	for _, m := range s.Candidates() {
		d.candidates += m.Count()
	}
	return d
}

// chooseLessons chooses the easiest, the middle and the hardest position of each technique and writes lessons.txt.
func chooseLessons(t *testing.T, all catalogue.Catalogue) {
	t.Helper()
	var text strings.Builder
	for _, technique := range all {
		puzzles, err := os.ReadFile(filepath.Join(*lessonPuzzles, technique.Name+".txt"))
		if err != nil {
			t.Error(err)
		}
		type position struct {
			difficulty
			setdoku.State
		}
		var list []position
		for line := range strings.Lines(string(puzzles)) {
			givens, err := setdoku.ParseLine(strings.TrimSpace(line))
			if err != nil {
				t.Fatal(err)
			}
			path := pathWithout(t, all, without[technique.Name], setdoku.State{Givens: givens}, false)
			for i, step := range path.Steps {
				if step.Rule == technique.Name {
					s := path.Positions()[i].State
					list = append(list, position{difficultyOf(s, step), s})
					break
				}
			}
		}
		slices.SortStableFunc(list, func(a, b position) int { return a.compare(b.difficulty) })
		list = slices.CompactFunc(list, func(a, b position) bool { return a.compare(b.difficulty) == 0 })
		if len(list) < 3 {
			t.Errorf("%s: %d positions", technique.Name, len(list))
			continue
		}
		for _, p := range []position{list[0], list[len(list)/2], list[len(list)-1]} {
			text.WriteString(technique.Name + " ")
			if names := without[technique.Name]; names != nil {
				text.WriteString("-" + strings.Join(names, ",") + " ")
			}
			fmt.Fprintln(&text, format.Short(p.State))
		}
	}
	if err := os.WriteFile("lessons.txt", []byte(text.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	lessons = text.String()
}
