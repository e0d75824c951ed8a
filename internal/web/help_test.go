package web_test

import (
	"html"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHelp looks for each word of the glossary and each heading of the texts on the page of help, and follows all its
// links. It also looks for the parts of the page to which other pages have links.
func TestHelp(t *testing.T) {
	t.Parallel()
	server := readOnlyServer(t)
	page := fetch(t, server+"/help", http.StatusOK)
	words := 0
	for _, file := range []string{"glossary", "notation", "rating"} {
		text, err := os.ReadFile(filepath.Join("..", "..", "docs", file+".md"))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^#+ (.+)$`).FindAllStringSubmatch(string(text), -1) {
			if !regexp.MustCompile(`<h[23] id="[a-z-]+">` + regexp.QuoteMeta(m[1]) + "</h").MatchString(page) {
				t.Errorf("the page lacks the heading %q", m[1])
			}
		}
		if file != "glossary" {
			continue
		}
		for _, m := range regexp.MustCompile(`(?m)^\| ([^|-]+) \| (.+) \|$`).FindAllStringSubmatch(string(text), -1) {
			if words++; !strings.Contains(page, ">"+m[1]+"</td>") && m[1] != "term" {
				t.Errorf("the page lacks the word %q", m[1])
			}
		}
	}
	if words < 50 {
		t.Errorf("the glossary has %d words", words)
	}
	if strings.Contains(page, "&amp;#") || strings.Contains(page, "<p>|") {
		t.Error("the page shows Markdown")
	}
	has := func(id string) bool { return strings.Contains(page, ` id="`+id+`"`) }
	for _, m := range regexp.MustCompile(`href="([^"]+)"`).FindAllStringSubmatch(page, -1) {
		if id, here := strings.CutPrefix(m[1], "#"); here && !has(id) {
			t.Errorf("nothing has the id %s", id)
		} else if !here {
			fetch(t, server+html.UnescapeString(strings.TrimPrefix(m[1], server)), http.StatusOK)
		}
	}
	linked := 0
	err := fs.WalkDir(os.DirFS("templates"), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := os.ReadFile(filepath.Join("templates", path))
		for _, m := range regexp.MustCompile(`"/help#([^"]+)"`).FindAllStringSubmatch(string(text), -1) {
			if linked++; !has(m[1]) {
				t.Errorf("%s has a link to %s, which the page of help lacks", path, m[1])
			}
		}
		return err
	})
	if err != nil || linked == 0 {
		t.Errorf("%d links to the help, %v", linked, err)
	}
}
