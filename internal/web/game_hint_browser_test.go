//go:build browser

package web_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/internal/web"
)

// TestGameHints asks for the three stages of a hint by one key.
func TestGameHints(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	count := func(selector string) int {
		n, _ := strconv.Atoi(b.value(`String(document.querySelectorAll("#drawing ` + selector + `").length)`))
		return n
	}
	b.keys("h")
	b.shows("#hint", "Look at")
	if count("rect") == 0 || count("text") != 0 {
		t.Errorf("where: %d cells, %d candidates", count("rect"), count("text"))
	}
	b.keys("h")
	b.holds("the second level", `document.querySelector("#drawing").dataset.level === "what"`)
	b.shows("#hint", "Naked Single")
	if count("rect") == 0 || count("text") != 0 {
		t.Errorf("what: %d cells, %d candidates", count("rect"), count("text"))
	}
	b.keys("h")
	b.holds("blockers of the single", `document.querySelectorAll('#drawing rect[stroke-dasharray="4 4"]').length > 0`)
	b.holds("effect", `document.querySelectorAll("#drawing text").length > 0`)
	b.holds("button of the level", `document.querySelector('[value="hint-why"]').getAttribute("aria-pressed") === "true"`)
	digits, done := b.filled(), `button[value="apply"]`
	b.click(done)
	b.holds("the hint is done and removed", `document.querySelectorAll("#drawing *").length === 0`)
	if n := b.filled(); n != digits+1 {
		t.Errorf("%d digits after the hint was done, want %d", n, digits+1)
	}
	b.keys("h")
	b.shows("#hint", "Look at")
	b.keys(kb.Escape)
	if count("*") != 0 {
		t.Error("Escape leaves the drawing")
	}
}

// filled returns the number of digits that the page shows.
func (b *board) filled() int {
	b.tab.t.Helper()
	n, _ := strconv.Atoi(b.value(`String(document.querySelectorAll("#board .digit").length)`))
	return n
}

// hintAnswer is the part of a hint that is drawn.
type hintAnswer struct {
	Technique                 string
	Links                     []any
	Pattern, Place, Eliminate []digitInCell
}

// TestGameHintDrawings compares the drawings of patterns, chains and rectangles with the answers of the API.
func TestGameHintDrawings(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	names := []string{"x_wing", "w_wing", "xy_chain", "simple_colors", "unique_rectangle_1", "grouped_aic"}
	states := solvertest.ExampleStates(t)
	path := filepath.Join(t.TempDir(), "hints.db")
	var list []format.Puzzle
	for i, name := range names {
		list = append(list, format.Puzzle{State: states[name], Name: name, Line: i + 1})
	}
	importPuzzles(t, path, list)
	server := newServer(t, path, web.Options{}).URL
	b := tab{t, browser(t), server}
	links := 0
	for i, name := range names {
		p := newGame(t, server, i+1)
		status, body := get(t, server+"/api/games/"+p.game+"/hint?level=why")
		if status != 200 {
			t.Fatalf("%s: %d %s", name, status, body)
		}
		h := decode[hintAnswer](t, body)
		links += len(h.Links)
		t.Logf("%s: %s, %d links", name, h.Technique, len(h.Links))
		b.do("set the window", chromedp.EmulateViewport(1280, 900))
		b.open("/games/" + p.game + "?hint=why")
		b.screenshot("game-hint-" + name + ".jpg")
		got := b.value(`['path[d*="Q"]', 'path[stroke-width="2.6"]', 'circle[stroke-width="2"]'].map(s => document.querySelectorAll("#drawing " + s).length).join(" ")`)
		if want := fmt.Sprint(len(h.Links), len(h.Eliminate), len(h.Place)); got != want {
			t.Errorf("%s: links, eliminations and placements drawn: %s, want %s", name, got, want)
		}
		cells := map[int]bool{}
		for _, c := range slices.Concat(h.Pattern, h.Place, h.Eliminate) {
			cells[c.Cell] = true
		}
		want := strings.Trim(fmt.Sprint(slices.Sorted(maps.Keys(cells))), "[]")
		if got := b.value(`document.querySelector("#drawing").dataset.cells`); got != want {
			t.Errorf("%s: candidates are drawn in %s, want %s", name, got, want)
		}
	}
	if links == 0 {
		t.Error("no hint has a link")
	}
}
