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
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
)

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColor checks that colors replace letters: without escape sequences the grid contains only the candidates, in
// columns.
func TestColor(t *testing.T) {
	_, found := examples(t)
	for name, list := range found {
		f := list[0]
		text := picture.Text(picture.Diagram{State: f.state, Deduction: f.Deduction}, picture.Screen{Color: true})
		if !strings.Contains(text, "\x1b["+picture.Goes.Color+"mgoes") &&
			!strings.Contains(text, "\x1b["+picture.Placed.Color+"mplaced") {
			t.Errorf("%s: no legend in\n%s", name, text)
		}
		got := strings.Split(escape.ReplaceAllString(text, ""), "\n")
		want := strings.Split(picture.Text(picture.Diagram{State: f.state}, picture.Screen{}), "\n")
		for k := range 12 { // the lines of the grid
			if got[k] != want[k] {
				t.Errorf("%s: line %q, want %q", name, got[k], want[k])
			}
		}
	}
}

// TestFigures checks that every section of random puzzles has pictures, but not too many. No picture may show the
// evidence of two patterns, and no deduction may be in two pictures. A pattern without a picture is described in short,
// or the section says that it has none.
func TestFigures(t *testing.T) {
	known := solvertest.Catalogue(t)
	rng := gridtest.New(8)
	most := 0
	for range 30 {
		path := storyOf(t, known, setdoku.State{Givens: gridtest.Minimal(rng)})
		for _, s := range path.sections() {
			most = max(most, len(s.Figures))
			if len(s.Figures) == 0 || len(s.Figures) > mostPictures || s.Singles && len(s.Figures) > 1 {
				t.Errorf("%d pictures for %d deductions of %s", len(s.Figures), s.of, s.Heading)
			}
			seen := make(map[int]bool)
			for _, f := range s.Figures {
				if f.Caption == "" && len(s.Figures) > 1 {
					t.Errorf("a picture of %v has no caption", f.shows)
				}
				if len(f.shows) > 1 && f.Deduction.Evidence != nil {
					t.Errorf("a picture of %v has evidence", f.shows)
				}
				for _, k := range f.shows {
					if seen[k] {
						t.Errorf("deduction %d of %s is in two pictures", k, s.Heading)
					}
					seen[k] = true
				}
			}
		}
	}
	if most < 2 {
		t.Error("no step has several pictures")
	}
}

// TestNamesAreNoMarkup checks that text from a file or a database stays text on a page.
func TestNamesAreNoMarkup(t *testing.T) {
	role := `<i>role</i> [x](y)`
	path := Story{
		Name: "A <script>alert(1)</script> & *b* [c](d)\n# e",
		Techniques: catalogue.Catalogue{{
			Technique: setdoku.Technique{Name: "<u>", Title: "<b>own</b> ![f](g)", Level: "hard"}}},
		Path: &setdoku.Path{Steps: []setdoku.Step{setdoku.Step{Number: 1, Rule: "<u>", Deductions: []setdoku.Deduction{{
			Technique: "<u>", Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 1}},
			Evidence: []setdoku.Evidence{{Role: role}},
		}}}}},
	}
	markup := regexp.MustCompile("(?i)<(script|b|i|u)>|(^|[^\\\\])\\]\\(|\n# e")
	for name, write := range map[string]func(*bytes.Buffer) error{
		"html": func(b *bytes.Buffer) error {
			p := NewPage(b, "")
			return errors.Join(p.AddStory(t.Context(), &path), p.Close())
		},
		"markdown": func(b *bytes.Buffer) error { return path.WriteMarkdown(t.Context(), b, nil) },
		"markdown, images": func(b *bytes.Buffer) error {
			return path.WriteMarkdown(t.Context(), b, func(picture.Diagram, string) (string, error) { return "p", nil })
		},
	} {
		var page bytes.Buffer
		gridtest.Must(t, write(&page))
		text := strings.ReplaceAll(page.String(), "](<p>)\n", "\n")
		if name == "html" {
			text = strings.NewReplacer("](", "", "\n#", "").Replace(text) // these have no meaning there
		}
		if found := markup.FindString(text); found != "" {
			t.Errorf("%s: %q is in\n%s", name, found, text)
		}
	}
}

// TestWing compares the names of chains with three strong links, in both directions. Two nodes in a row are in one cell
// or have one digit.
func TestWing(t *testing.T) {
	type nodes = []picture.Node
	at := func(digit uint8, cell int) picture.Node { return picture.Node{Digit: digit, Cells: []int{cell}} }
	for _, tt := range []struct {
		nodes nodes
		want  string
	}{
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(2, 12), at(2, 30), at(1, 30)}, "a W-Wing"},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(2, 12), at(1, 12), at(1, 30)}, "an M-Wing"},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(2, 12), at(3, 12), at(3, 30)}, "a Hybrid Wing (H-Wing)"},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(3, 9), at(3, 12), at(3, 30)}, "a Hybrid Wing (H-Wing)"},
		{nodes{at(1, 0), at(1, 5), at(1, 8), at(2, 8), at(2, 9), at(2, 30)}, "a Split Wing (S-Wing)"},
		{nodes{at(1, 0), at(1, 5), at(2, 5), at(2, 8), at(3, 8), at(3, 30)}, "a Local Wing (L-Wing)"},
		{nodes{at(1, 0), at(1, 5), at(1, 8), at(1, 9), at(1, 12), at(1, 30)}, ""},
		{nodes{at(1, 0), at(2, 0), at(2, 9), at(3, 9), at(3, 12), at(1, 12)}, ""},
		{nodes{at(1, 0), at(1, 5), at(2, 5), at(2, 8)}, ""},
	} {
		for range 2 {
			c := picture.Chain{Nodes: tt.nodes, Links: make([]picture.Link, len(tt.nodes)-1)}
			if got := wing(&c); got != tt.want {
				t.Errorf("%v is called %q, want %q", tt.nodes, got, tt.want)
			}
			slices.Reverse(tt.nodes)
		}
	}
}

// TestAroundLoop walks around a loop of three strong links in the rows 1, 4 and 7. Each of its weak links, in columns
// 4, 7 and 1, eliminates a candidate of row 9.
func TestAroundLoop(t *testing.T) {
	c := picture.Chain{Kind: catalogue.ContinuousLoop, Links: make([]picture.Link, 5)}
	for _, cell := range []setdoku.Cell{11, 14, 44, 47, 77, 71} {
		c.Nodes = append(c.Nodes, picture.Node{Digit: 1, Cells: []int{cell.Index()}})
	}
	var lost []setdoku.Candidate
	for _, cell := range []setdoku.Cell{94, 97, 91} {
		lost = append(lost, setdoku.Candidate{Cell: cell, Digit: 1})
	}
	around, own := newExplainer(setdoku.State{}, setdoku.Deduction{Eliminations: slices.Clone(lost)}).aroundLoop(&c)
	if len(around) != 2 || !slices.Equal(slices.Concat(around[0].lost, around[1].lost, own), lost) {
		t.Errorf("weak links %v, and %v at the last", around, own)
	}
}

// TestChains replays the links of what the techniques of chains find by themselves. Each kind must occur. Every
// elimination at a weak link of a continuous loop must be in the pattern of the loop, unless a pattern with a smaller
// key proves it.
func TestChains(t *testing.T) {
	all := solvertest.Catalogue(t)
	rng := gridtest.New(7)
	kinds, around := make(map[string]int), make(map[string]int)
	loops := []string{"x_chain", "xy_chain", "nice_loop", "grouped_nice_loop", "als_nice_loop"}
	for range gridtest.Size(12, 60) {
		s := afterSingles(t, rng)
		for _, name := range append(loops, "aic", "grouped_aic", "als_aic") {
			technique, _ := all.Find(name)
			for _, step := range firstStep(t, technique, s).Steps {
				for _, d := range step.Deductions {
					checkPremises(t, find{s, d})
					kinds[newExplainer(s, d).Chain().Kind]++
					if slices.Contains(loops, name) {
						around[name] += checkLoop(t, find{s, d}, step.Deductions)
					}
				}
			}
		}
	}
	if kinds[catalogue.OpenChain]*kinds[catalogue.ContinuousLoop]*kinds[catalogue.DiscontinuousLoop] == 0 {
		t.Errorf("no chain of a kind: %v", kinds)
	}
	for _, name := range loops {
		if around[name] == 0 {
			t.Errorf("no loop of %s eliminates at several links: %v", name, around)
		}
	}
}

// checkLoop compares a continuous loop with the other patterns of its step. It returns the number of links inside it
// that eliminate something.
func checkLoop(t *testing.T, f find, list []setdoku.Deduction) int {
	t.Helper()
	c := newExplainer(f.state, f.Deduction).Chain()
	if c.Kind != catalogue.ContinuousLoop {
		return 0
	}
	g := gridOf(f.state)
	for _, d := range list {
		for _, x := range d.Eliminations {
			for k := 1; k < len(c.Links) && d.Pattern > f.Pattern; k += 2 {
				v := picture.Node{Digit: x.Digit, Cells: []int{x.Cell.Index()}}
				if g.excludes(c.Nodes[k], v) && g.excludes(c.Nodes[k+1], v) {
					t.Errorf("%s: %s is in pattern %d, but pattern %d is a loop that proves it", f.Technique,
						x.Elimination(), d.Pattern, f.Pattern)
				}
			}
		}
	}
	around, _ := newExplainer(f.state, f.Deduction).aroundLoop(&c)
	return len(around)
}

// own returns a technique of a file with these words.
func own(words ...string) *catalogue.Technique {
	return &catalogue.Technique{Technique: setdoku.Technique{Name: "mine", Title: "Mine", Family: "user"}, Text: `-- @technique mine | Mine
-- @idea None.
-- @source None.
-- @reads pass
-- @writes deduction
-- @key none
-- @cost none
-- @words ` + strings.Join(words, "\n-- @words ") + "\n"}
}

// ownChain is a deduction of such a technique, whose rows are a chain from one digit to another.
func ownChain(victim setdoku.Cell) setdoku.Deduction {
	return setdoku.Deduction{
		Technique: "mine", Pattern: int64(victim), Eliminations: []setdoku.Candidate{{Cell: victim, Digit: 7}},
		Evidence: []setdoku.Evidence{
			{Role: "start", Cell: 11, Digit: 7}, {Role: "strong", Cell: 11}, {Role: "link", Cell: 11, Digit: 2},
			{Role: "weak", Digit: 2, Unit: 1}, {Role: "link", Cell: 15, Digit: 2}, {Role: "strong", Cell: 15},
			{Role: "end", Cell: 15, Digit: 7},
		},
	}
}

// TestOwnWordsAreRepeated wants the argument of a technique without @again at each of its patterns, although there is a
// line of notation.
func TestOwnWordsAreRepeated(t *testing.T) {
	path := Story{
		Techniques: catalogue.Catalogue{*own("This is the argument.", "{{effect}}.")},
		Path: &setdoku.Path{Steps: []setdoku.Step{{Number: 1, Rule: "mine",
			Deductions: []setdoku.Deduction{ownChain(12), ownChain(13)}}}},
	}
	var text strings.Builder
	gridtest.Must(t, path.WriteText(t.Context(), &text, picture.Screen{}))
	for _, want := range []string{"This is the argument.", "(7=2)r1c1 - (2=7)r1c5 => r1c"} {
		if n := strings.Count(text.String(), want); n != 2 {
			t.Errorf("%q comes %d times, want 2\n%s", want, n, &text)
		}
	}
}

// TestOrderOfDigits wants the digits of a role in the order of the pattern.
func TestOrderOfDigits(t *testing.T) {
	for words, want := range map[string]string{
		`{{digits "link" "start"}}`:                            "7 and 2",
		`{{first (digits "start" "weak")}}`:                    "7",
		`{{last (digits "start" "link")}}`:                     "2",
		`{{anyof (digits "start" "link")}}`:                    "7 or 2",
		`{{both "start" "link"}}`:                              "2 and 7",
		`{{less (digits "start" "link") (digits "weak")}}`:     "7",
		`{{range each (digits "start" "weak")}}<{{.}}>{{end}}`: "<7><2>",
	} {
		if got := wordsFor(setdoku.State{}, ownChain(12), own(words)); got[len(got)-1] != want {
			t.Errorf("%s gives %q, want %q", words, got[len(got)-1], want)
		}
	}
}

// TestOwnWordsAreLimited executes templates that call too many functions or write too much. Their pattern is described
// by its rows.
func TestOwnWordsAreLimited(t *testing.T) {
	d := setdoku.Deduction{Technique: "mine", Pattern: 1, Eliminations: []setdoku.Candidate{{Cell: 11, Digit: 7}}}
	for i := range setdoku.CellCount {
		d.Evidence = append(d.Evidence, setdoku.Evidence{Role: "link", Cell: setdoku.CellAt(i)})
	}
	for words, limited := range map[string]bool{
		`{{range each "link"}}` + strings.Repeat(`{{has "link"}}`, 5) + `{{end}}`:              false,
		`{{range each "link"}}` + strings.Repeat(`{{has "link"}}`, mostCalls/81+1) + `{{end}}`: true,
		`{{range each "link"}}` + strings.Repeat("word ", mostText/81/5+1) + `{{end}}`:         true,
	} {
		text := strings.Join(wordsFor(setdoku.State{}, d, own(words)), " ")
		if strings.Contains(text, "The words of this technique are too long.") != limited {
			t.Errorf("%.50s: %.100s", words, text)
		}
	}
}
