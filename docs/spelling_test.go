package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	sqlfiles "setdoku/sql"
)

// plainNames are the families whose titles are words of plain English, such as hidden pair. In a sentence they have no
// capitals.
var plainNames = map[string]bool{
	"singles": true, "intersections": true, "subsets": true, "finned_fish": true, "complex_fish": true,
	"uniqueness": true,
	"coloring":   true, "templates": true, "forcing": true, "search": true,
}

// speller knows the names of the field as the catalogue spells them.
type speller struct {
	loose []*regexp.Regexp // a name in any case, with blanks or hyphens
	name  []string
	code  map[string]bool // the names in statements, which lists and outputs show
}

func newSpeller(t *testing.T) (s speller) {
	t.Helper()
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	s.code = make(map[string]bool)
	names := []string{"AIC"}
	for _, x := range all {
		s.code[x.Name] = true
		title, _, _ := strings.Cut(x.Title, ",")
		if !plainNames[x.Family] && (strings.ContainsAny(title, "- ") || x.Family == "single_digit") {
			names = append(names, title)
		}
	}
	for _, name := range names {
		parts := regexp.MustCompile(`[- ]`).Split(name, -1)
		s.loose = append(s.loose, regexp.MustCompile(`(?i)(?:^|[^\w.*/-])(`+strings.Join(parts, `[- ]?`)+
			`)(?:s\b|\.?(?:$|\s)|[^\w.(/-])`))
		s.name = append(s.name, name)
	}
	return s
}

// wrong returns the spellings in a text that are not those of the catalogue. Code and the targets of links are left
// out.
func (s speller) wrong(text string) (list []string) {
	text = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`|\\]\\([^)]*\\)").ReplaceAllString(text, "")
	for k, loose := range s.loose {
		for _, m := range loose.FindAllStringSubmatch(text, -1) {
			if m[1] != s.name[k] && !s.code[m[1]] {
				list = append(list, m[1]+" for "+s.name[k])
			}
		}
	}
	return list
}

// TestSpelling checks that the names of the field have the spelling of the catalogue in the headers, in the pages of
// docs/, and in the words about all techniques.
func TestSpelling(t *testing.T) {
	s := newSpeller(t)
	for _, text := range []string{"an xy chain", "an X-wing", "XY Chain", "a w-wing.", "nice loops",
		"Almost locked sets XZ", "Aic"} {
		if len(s.wrong(text)) == 0 {
			t.Errorf("%q is not caught", text)
		}
	}
	for _, text := range []string{"an XY-Chain", "X-Wings", "xy_chain", "AIC type 1", "Nice Loops",
		"almost locked sets"} {
		if list := s.wrong(text); len(list) > 0 {
			t.Errorf("%q: %v", text, list)
		}
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range all {
		h := sqlfiles.HeaderNamed(x.Name)
		if h == nil {
			continue
		}
		for _, text := range append([]string{h.Idea(x.Name), h.How, h.Source, x.Title}, h.Words(x.BaseName())...) {
			for _, wrong := range s.wrong(text) {
				t.Errorf("sql/%s.sql: %s", x.File, wrong)
			}
		}
	}
	for _, root := range []string{".", "../README.md", "../sql/README.md", "../internal/explain/testdata",
		"../internal/web/templates"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || slices.Contains([]string{".svg", ".go"}, filepath.Ext(path)) {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, wrong := range s.wrong(string(text)) {
				t.Errorf("%s: %s", path, wrong)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
