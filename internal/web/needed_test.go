package web_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/web"
)

// TestNeededPath walks through the path that has only what was needed: its step list is the shorter one, all links keep
// it, each step has words and a picture, and a link leads to the whole path. The steps of four puzzles are
// enough, in the short part those of one.
func TestNeededPath(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{})
	shorter := 0
	for id := 1; id <= 9; id++ {
		whole := fetch(t, server.URL+fmt.Sprintf("/puzzles/%d?step=0", id), http.StatusOK)
		if link := fmt.Sprintf(`href="/puzzles/%d?path=needed&amp;from=0"`, id); !strings.Contains(whole, link) {
			t.Errorf("puzzle %d: no link %s", id, link)
		}
		page := fetch(t, server.URL+fmt.Sprintf("/puzzles/%d?path=needed", id), http.StatusOK)
		steps := listed.FindAllString(page, -1)
		if n := len(listed.FindAllString(whole, -1)); len(steps) < n {
			shorter++
		}
		for n := 0; n <= len(steps) && id <= gridtest.Size(1, 4); n++ {
			address := fmt.Sprintf("%s/puzzles/%d?path=needed&step=%d", server.URL, id, n)
			page := fetch(t, address, http.StatusOK)
			for _, link := range ofPuzzle.FindAllStringSubmatch(page, -1) {
				if strings.Contains(link[1], "step=") && !strings.Contains(link[1], "path=needed") &&
					!strings.Contains(link[2], "Whole path") {
					t.Errorf("%s: the link %s leaves the path", address, link[0])
				}
			}
			if n > 0 && !strings.Contains(page, `<p class="effect"><b`) {
				t.Errorf("%s: no patterns", address)
			}
			if strings.Contains(page, `class="failure"`) || strings.Contains(page, "Let the solver") {
				t.Errorf("%s: the page shows a failure or takes moves", address)
			}
			fetch(t, fmt.Sprintf("%s/puzzles/%d/picture.svg?path=needed&step=%d", server.URL, id, n), http.StatusOK)
		}
		fetch(t, fmt.Sprintf("%s/puzzles/%d?path=needed&step=%d", server.URL, id, len(steps)+1), http.StatusNotFound)
	}
	if shorter < 3 {
		t.Errorf("%d of 9 paths became shorter", shorter)
	}
	fetch(t, server.URL+"/puzzles/1?path=other", http.StatusBadRequest)
	fetch(t, server.URL+"/puzzles/99?path=needed", http.StatusNotFound)
}

var (
	listed   = regexp.MustCompile(`data-key="step-[1-9]\d*"`)
	ofPuzzle = regexp.MustCompile(`href="(/puzzles/\d+\?[^"]*)"[^>]*>([^<]*)`)
)

// TestNeededNotStored asks for what was needed of a puzzle whose run stored no eliminations.
func TestNeededNotStored(t *testing.T) {
	path, _ := auditDatabase(t, memory.EngineAuto, setdoku.AuditSteps)
	page := fetch(t, newServer(t, path, web.Options{}).URL+"/puzzles/1?path=needed", http.StatusConflict)
	if !strings.Contains(page, "what was needed is unknown") {
		t.Errorf("the page does not say why:\n%s", page)
	}
}

// fetch returns the body of a page, and fails the test if it has another status.
func fetch(t *testing.T, address string, want int) string {
	t.Helper()
	status, body := get(t, address)
	if status != want {
		t.Errorf("%s: status %d, want %d", address, status, want)
	}
	return body
}
