package explain

import (
	"bytes"
	"errors"
	"regexp"
	"slices"
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

// storyOf returns the path of a puzzle with the techniques of a catalogue.
func storyOf(t *testing.T, c catalogue.Catalogue, s setdoku.State) *Story {
	t.Helper()
	return &Story{Name: "Puzzle", Path: solvertest.FindPath(t, c, memory.Options{Techniques: c}, s), Techniques: c}
}

// withoutNested returns the catalogue without the family forcing, of which a path has thousands of rows.
func withoutNested(t *testing.T) catalogue.Catalogue {
	t.Helper()
	selected, err := solvertest.Catalogue(t).Select(nil, []string{"forcing"})
	gridtest.Must(t, err)
	return selected
}

// effects returns what a text says to be placed and eliminated, such as r4c5=7 and r4c5<>7, in the order of the text.
func effects(text string) (list []string) {
	text = strings.Join(strings.Fields(text), " ")
	for _, m := range isPlaced.FindAllStringSubmatch(text, -1) {
		list = append(list, m[1]+"="+m[2])
	}
	for _, m := range isLost.FindAllStringSubmatch(text, -1) {
		for _, cell := range cellsNamed.FindAllString(m[1], -1) {
			for _, d := range regexp.MustCompile(`[1-9]`).FindAllString(m[2], -1) {
				list = append(list, cell+"<>"+d)
			}
		}
	}
	return list
}

var (
	cellsNamed = regexp.MustCompile(`r[1-9]c[1-9]`)
	isPlaced   = regexp.MustCompile(`(r[1-9]c[1-9]) is ([1-9])`)
	isLost     = regexp.MustCompile(`((?:r[1-9]c[1-9](?:, | and )?)+) loses? ((?:[1-9](?:, | and )?)+)`)
)

// TestNeededIsDescribed checks that the text of a path names everything that a stored step places and eliminates, in
// the section of the step, for whole and for shortened paths.
func TestNeededIsDescribed(t *testing.T) {
	known := withoutNested(t)
	shorter, changes := 0, 0
	for _, p := range solvertest.SampleLists(t, 6) {
		whole := storyOf(t, known, p.State)
		short, err := whole.Needed(t.Context())
		gridtest.Must(t, err)
		if len(short.Steps) > 0 && short.End().State.Filled() != whole.End().State.Filled() &&
			short.Contradiction == nil {
			t.Errorf("%s: the shortened path ends in %s, want %s", format.Short(p.State), short.End().State.Filled(),
				whole.End().State.Filled())
		}
		if eliminations(short) < eliminations(whole) {
			shorter++
		}
		for _, path := range []*Story{whole, short} {
			sections := path.sections()
			for i := range path.Steps {
				step := &path.Steps[i]
				if step.Rule == setdoku.RuleSearch {
					continue
				}
				at := slices.IndexFunc(sections, func(s section) bool { return s.Number > i+1 })
				if at < 0 {
					at = len(sections)
				}
				var text []string
				for _, item := range sections[at-1].Explanations {
					text = append(text, item.all()...)
				}
				said := effects(strings.Join(text, " "))
				for _, d := range step.Deductions {
					for _, one := range d.Names() {
						if changes++; !slices.Contains(said, one) {
							t.Errorf("%s step %d %s: %s is missing in\n%s", format.Short(p.State), i+1, step.Rule, one, strings.Join(text, "\n"))
						}
					}
				}
			}
		}
	}
	if shorter < 5 || changes < 1000 {
		t.Errorf("%d paths became shorter and %d changes were described", shorter, changes)
	}
}

func eliminations(s *Story) (n int) {
	for i := range s.Steps {
		for _, d := range s.Steps[i].Deductions {
			n += len(d.Eliminations)
		}
	}
	return n
}

// TestNeededStates checks that each step of a shortened path shows the state that the steps before it leave, and names
// its step in the whole path.
func TestNeededStates(t *testing.T) {
	known := solvertest.Catalogue(t)
	whole := storyOf(t, known, solvertest.FirstOfLists(t, 1)[0].State)
	short, err := whole.Needed(t.Context())
	gridtest.Must(t, err)
	at := short.Start
	for i, s := range short.steps() {
		if s.before.State != at || !s.before.Known || s.Number != i+1 || s.by == nil {
			t.Errorf("step %d: number %d, %s, or it begins elsewhere", i+1, s.Number, s.title())
		}
		if n := s.made.Number; n > 0 && whole.Steps[n-1].Rule != s.Rule {
			t.Errorf("step %d is %s, step %d of the whole path is %s", i+1, s.Rule, n, whole.Steps[n-1].Rule)
		}
		for _, d := range s.made.Deductions {
			at = at.Apply(d)
		}
	}
}

// TestNeededNotStored checks that a path with steps that were not stored cannot be shortened.
func TestNeededNotStored(t *testing.T) {
	known := solvertest.Catalogue(t)
	for name, change := range map[string]func(*setdoku.Step){
		"nothing stored":  func(s *setdoku.Step) { *s = setdoku.Step{} },
		"not all stored":  func(s *setdoku.Step) { s.Missing++ },
		"without pattern": func(s *setdoku.Step) { s.Deductions[0].Pattern, s.Deductions[0].Evidence = 0, nil },
	} {
		story := storyOf(t, known, setdoku.State{Givens: gridtest.Minimal(gridtest.New(3))})
		change(&story.Steps[2])
		if _, err := story.Needed(t.Context()); !errors.Is(err, setdoku.ErrPathIncomplete) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestSimplestFirst checks that the patterns of a step are described in the order of their number of parts, and that
// what is described again is shorter.
func TestSimplestFirst(t *testing.T) {
	known := withoutNested(t)
	again := 0
	for _, p := range solvertest.SampleLists(t, 4) {
		for _, s := range storyOf(t, known, p.State).steps() {
			list := InOrder(s.made.Deductions)
			if !slices.IsSortedFunc(list, func(a, b setdoku.Deduction) int { return parts(a) - parts(b) }) ||
				len(list) != s.Patterns() {
				t.Errorf("%s: the patterns of %s have other parts", format.Short(p.State), s.Rule)
			}
			for _, d := range list {
				e, ok := newExplainer(s.before.State, d).again(s.by)
				if !ok {
					continue
				}
				again++
				whole, short := strings.Join(wordsFor(s.before.State, d, s.by), " "), strings.Join(e.all(), " ")
				if len(short) >= len(whole) || strings.Contains(short, "  ") {
					t.Errorf("%q is described again as %q", whole, short)
				}
			}
		}
	}
	if again < 100 {
		t.Errorf("%d patterns have short words", again)
	}
}

// TestSinglesTogether checks that steps of singles that follow each other are one section of the text.
func TestSinglesTogether(t *testing.T) {
	known := solvertest.Catalogue(t)
	story := storyOf(t, known, solvertest.FirstOfLists(t, 1)[0].State)
	sections := story.sections()
	for i, s := range sections[1:] {
		if s.Singles && sections[i].Singles {
			t.Errorf("%s follows %s", s.Heading, sections[i].Heading)
		}
	}
	var text bytes.Buffer
	gridtest.Must(t, story.WriteText(t.Context(), &text, picture.Screen{}))
	if !strings.Contains(text.String(), ": singles\n") {
		t.Errorf("no steps are described together in\n%s", text.String())
	}
}
