package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/memory"
	"setdoku/internal/web"
)

// TestProofFiles follows the links of a page to the files of its proof.
func TestProofFiles(t *testing.T) {
	server := newServer(t, newDatabase(t, 6), web.Options{})
	page := fetch(t, server.URL+"/puzzles/1", http.StatusOK)
	for kind, want := range map[string]string{"cnf": "\np cnf 729 ", "lrat": " 0\n", "tsv": "\tone solution\n"} {
		link := "/puzzles/1/proof." + kind
		if !strings.Contains(page, `href="`+link+`"`) {
			t.Errorf("the page has no link %s", link)
		}
		if file := fetch(t, server.URL+link, http.StatusOK); !strings.Contains(file, want) {
			t.Errorf("%s lacks %q: %.500s", link, want, file)
		}
		fetch(t, fmt.Sprintf("%s/puzzles/99/proof.%s", server.URL, kind), http.StatusNotFound)
	}
	if page := fetch(t, server.URL+"/puzzles/1?path=needed", http.StatusOK); strings.Contains(page, "proof.lrat") {
		t.Error("the shortened path has a proof of the whole one")
	}
}

// TestProofNotStored asks for the proof of a puzzle whose run stored no eliminations.
func TestProofNotStored(t *testing.T) {
	path, _ := auditDatabase(t, memory.EngineAuto, setdoku.AuditSteps)
	page := fetch(t, newServer(t, path, web.Options{}).URL+"/puzzles/1/proof.lrat", http.StatusConflict)
	if !strings.Contains(page, "there is no proof") {
		t.Errorf("the page does not say why:\n%s", page)
	}
}
