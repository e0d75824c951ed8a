//go:build browser

package web_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestVariantBoards plays a 6x6 to its win by keys and by touch, types one into the form of /solve, and audits the
// pages of a jigsaw with its game, of a windoku and of the diagonals.
func TestVariantBoards(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, variantDatabase(t), web.Options{}).URL
	b := boardOf(t, newGame(t, server, 4), auditor(t, server))
	b.choose(11)
	b.keys(kb.ArrowLeft)
	b.holds("the arrow goes round the board", `document.activeElement.dataset.cell === "16"`)
	b.keys(kb.ArrowUp)
	b.holds("the arrow goes round the board", `document.activeElement.dataset.cell === "66"`)
	b.keys("7")
	b.label(66, "row 6, column 6, empty")
	open := b.player.open(36)
	for _, cell := range open[:len(open)/2] {
		b.choose(cell)
		b.keys(strconv.Itoa(b.right(cell)))
		b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), b.right(cell)))
	}
	b.do("become a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.do("reload", chromedp.Reload())
	b.started()
	if n := b.value(`String(document.querySelectorAll("div.keys [data-digit]").length)`); n != "6" {
		t.Errorf("the pad has %s digits", n)
	}
	for _, cell := range open[len(open)/2:] {
		b.tap(at(cell))
		b.tap(fmt.Sprintf(`div.keys [data-digit="%d"]`, b.right(cell)))
		b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), b.right(cell)))
	}
	b.shows("#finish", "Solved in")

	tab := tab{t, browser(t), server}
	for k, name := range map[int]string{1: "diagonals", 2: "windoku", 5: "jigsaw"} {
		p := newGame(t, server, k)
		p.play(move("fill", 0))
		tab.audit("game-"+name, "/games/"+p.game+"?cell=45&hint=why")
	}
	tab.audit("puzzle-jigsaw", "/puzzles/5?step=12")
	tab.audit("puzzle-4x4", "/puzzles/6?step=2")
	tab.audit("collection-variants", "/?variant=Jigsaw+9x9")
	tab.audit("solutions-6x6", "/puzzles/7/solutions")
	_, cells, _ := strings.Cut(variantPuzzles[3], " ")
	tab.auditState("solve-6x6", func() {
		tab.open("/solve")
		tab.value(`((e) => { e.value = "6x6"; e.dispatchEvent(new Event("change", {bubbles: true})); return ""; })(document.querySelector("[name=variant]"))`)
		tab.paste(".entry input", cells)
		tab.shows("#said", "This puzzle has one solution.")
		if got := tab.entered(); got != cells {
			t.Errorf("the grid has %s", got)
		}
	})
	tab.click(".entry input")
	tab.do("type", chromedp.KeyEvent("7"))
	tab.do("type", chromedp.KeyEvent("."))
	if got := tab.entered(); got != "."+cells[1:] {
		t.Errorf("the grid has %s", got)
	}
}
