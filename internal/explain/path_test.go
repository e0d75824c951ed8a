package explain

import (
	"bytes"
	"errors"
	"regexp"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain/pattern"
	"setdoku/internal/explain/picture"
	"setdoku/internal/gridtest"
)

var escape = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColor checks that colors replace letters: without escape sequences the grid contains only the candidates, in
// columns.
func TestColor(t *testing.T) {
	_, found := examples(t)
	for name, list := range found {
		f := list[0]
		text := picture.Text(picture.Diagram{State: f.state, Deduction: f.Deduction}, picture.Screen{Color: true})
		if !strings.Contains(text, "\x1b["+pattern.Goes.Color+"mgoes") &&
			!strings.Contains(text, "\x1b["+pattern.Placed.Color+"mplaced") {
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
	known, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(8)
	most := 0
	for range 30 {
		path := storyOf(t, known, setdoku.State{Givens: gridtest.Minimal(rng)})
		for _, s := range path.sections() {
			most = max(most, len(s.Figures))
			if len(s.Figures) == 0 || len(s.Figures) > mostPictures || s.singles && len(s.Figures) > 1 {
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
		if err := write(&page); err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(page.String(), "](<p>)\n", "\n")
		if name == "html" {
			text = strings.NewReplacer("](", "", "\n#", "").Replace(text) // these have no meaning there
		}
		if found := markup.FindString(text); found != "" {
			t.Errorf("%s: %q is in\n%s", name, found, text)
		}
	}
}
