package web_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/catalogue"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestTechniqueExamples requires that the page of every technique says how to spot it and explains its three examples,
// with a picture of each, before anything else, and folds the statement.
func TestTechniqueExamples(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	all, err := catalogue.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	explained := regexp.MustCompile(`(?s)<h2 data-print>How to spot it</h2>\s*<p class="idea" data-print>[^<]{40,}.*<div class="words" data-print>.*<p>[^<]{10,}</p>`)
	for i, technique := range all {
		n := i%3 + 1
		status, page := get(t, fmt.Sprintf("%s/techniques/%s?example=%d", server, technique.Name, n))
		if status != 200 || !explained.MatchString(page) {
			t.Errorf("%s: %d, no explanation: %.3000s", technique.Name, status, page)
		}
		if words, fold := strings.Index(page, `class="words"`),
			strings.Index(page, `<details class="how"`); fold < words || strings.Index(page, "INSERT") < fold {
			t.Errorf("%s: the statement is not folded below the explanation", technique.Name)
		}
		if i > 0 && !strings.Contains(page, `href="/techniques/`+all[i-1].Name+`" rel="prev"`) {
			t.Errorf("%s: no link to %s", technique.Name, all[i-1].Name)
		}
		effect := regexp.MustCompile(`alt="An example of [^"]*: (r[^", ]*)`).FindStringSubmatch(page)
		status, picture := get(t, fmt.Sprintf("%s/techniques/%s/picture.svg?example=%d", server, technique.Name, n))
		if status != 200 || effect == nil || !strings.Contains(picture, effect[1]) {
			t.Errorf("%s: %d, effect %q is not in the picture: %.400s", technique.Name, status, effect, picture)
		}
	}
	status, list := get(t, server+"/techniques")
	if n := strings.Count(list, `class="name"`); status != 200 || n != len(all) ||
		strings.Count(list, "<section") != 5 {
		t.Errorf("%d, %d techniques of %d", status, n, len(all))
	}
	if status, _ := get(t, server+"/techniques/none/picture.svg"); status != 404 {
		t.Errorf("picture of an unknown technique: %d", status)
	}
}
