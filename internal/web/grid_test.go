package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"setdoku/internal/web"
)

// TestHintOfGrid sends a puzzle that is stored without steps: the hint is that of its page, a read-only server gives it
// too, and the collection stays as it is. What is not one puzzle is refused.
func TestHintOfGrid(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 40), web.Options{ReadOnly: true}).URL
	hint := func(query, text string) (int, string) {
		status, body, _ := send(t, "POST", server+"/api/puzzles/hint"+query, "text/plain", text)
		return status, body
	}
	const all = "/api/query?q=SELECT+COUNT(*)+FROM+puzzle"
	count := decode[struct{ Rows [][]any }](t, fetch(t, server+all, http.StatusOK)).Rows
	puzzle := decode[struct{ State string }](t, fetch(t, server+"/api/puzzles/39", http.StatusOK))
	for _, level := range []string{"", "?level=where", "?level=what", "?level=why"} {
		status, body := hint(level, puzzle.State)
		if want := fetch(t, server+"/api/puzzles/39/hint"+level, http.StatusOK); status != http.StatusOK ||
			body != want {
			t.Errorf("%s: %d %s, want %s", level, status, body, want)
		}
	}
	if status, body := hint("?level=what&variant=4x4", "1..........2.3.."); status != http.StatusOK {
		t.Errorf("a small board: %d %s", status, body)
	}
	for text, want := range map[string]string{
		"": "no puzzle", "12": "no puzzle yet", puzzle.State + "\n" + puzzle.State: "has 2 puzzles, want one",
	} {
		if status, body := hint("", text); status != http.StatusBadRequest || !strings.Contains(body, want) {
			t.Errorf("%q: %d %s, want %s", text, status, body, want)
		}
	}
	if now := decode[struct{ Rows [][]any }](t, fetch(t, server+all, http.StatusOK)).Rows; fmt.Sprint(now) !=
		fmt.Sprint(count) {
		t.Errorf("%v puzzles after hints, want %v", now, count)
	}
}

// TestElsewhere finds the puzzle of a game as text and as addresses of other sites, with 0 for an empty cell. An
// address of this site fills in the form with a puzzle.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	p := newGame(t, server, 4)
	digits := strings.ReplaceAll(p.state.Givens, ".", "0")
	for _, path := range []string{"/games/" + p.game, "/puzzles/4"} {
		page := fetch(t, server+path, http.StatusOK)
		for _, want := range []string{`id="givens">` + p.state.Givens + "<", `data-copy="givens"`,
			`href="https://www.sudokuwiki.org/sudoku.htm?bd=` + digits + `"`,
			`href="https://sudokuexchange.com/play/?s=` + digits + `"`} {
			if !strings.Contains(page, want) {
				t.Errorf("%s has no %s", path, want)
			}
		}
	}
	const text = "<a puzzle> & 12\n34"
	form := fetch(t, server+"/solve?puzzle="+url.QueryEscape(text), http.StatusOK)
	if !strings.Contains(form, "\n&lt;a puzzle&gt; &amp; 12\n34</textarea>") {
		t.Errorf("the form does not have the puzzle of its address: %s", form)
	}
}
