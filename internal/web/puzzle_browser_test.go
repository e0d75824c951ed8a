//go:build browser

package web_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// severalPatterns returns a step with at least three patterns.
func severalPatterns(t *testing.T, server string) (id, step int) {
	t.Helper()
	rows := ask(t, server, `SELECT puzzle_id, step FROM evidence GROUP BY puzzle_id,
			step HAVING COUNT(DISTINCT pattern) > 2 ORDER BY puzzle_id, step LIMIT 1`)
	if len(rows) == 0 {
		t.Fatal("no step has three patterns")
	}
	return int(rows[0][0].(float64)), int(rows[0][1].(float64))
}

// TestLookAtSteps filters the collection on a phone, and goes through the steps of a puzzle by keys, links, the slider
// and the list, to the rows of a step, to the steps that were needed, and to a game of the puzzle.
func TestLookAtSteps(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 12), web.Options{}).URL)
	b.window(390, "dark")
	b.open("/puzzles")
	b.equals("the filters are folded", `document.querySelector("#filters").open`, "false")
	b.click("#filters > summary")
	b.do("choose a status", chromedp.SetValue(chromedp.CSS("#filter-status"), "solved"))
	b.click("#filter")
	b.shows("h1", "9 selected")
	b.click("#sort-id")
	b.shows(`th[aria-sort="descending"]`, "Puzzle")
	b.equals("the focus stays", "document.activeElement.id", "sort-id")
	b.click(`table.list tbody tr:last-child .number a`)
	b.shows("h1", "Puzzle 1")

	b.window(1280, "light")
	b.open("/puzzles/1?step=0")
	entries := b.value(`String(history.length)`)
	at := func(step int) {
		t.Helper()
		rule := fmt.Sprint(ask(t, b.server, fmt.Sprintf(`SELECT t.title FROM technique AS t INNER JOIN step AS s
			ON s.rule = t.name WHERE s.puzzle_id = 1 AND s.step = %d`, step))[0][0])
		b.shows("h2", fmt.Sprintf("Step %d: %s", step, rule))
		b.holds("the address", fmt.Sprintf(`location.search === "?step=%d"`, step))
		b.holds("the row of the step is marked and visible", fmt.Sprintf(`(link => {
			const box = document.querySelector(".steplist").getBoundingClientRect(), row = link?.closest("tr").getBoundingClientRect();
			return link?.dataset.step === "%d" && row.top >= box.top - 1 && row.bottom <= box.bottom + 1;
		})(document.querySelector('.steps [aria-current="step"]'))`, step))
	}
	b.press(kb.ArrowRight)
	at(1)
	b.shows("#voice", "Step 1 of")
	b.click("#how summary")
	b.press(kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight, kb.ArrowRight)
	at(6)
	b.equals("the statement stays open", `document.querySelector("#how").open`, "true")
	// Clicks on a link of the page that another step is about to replace.
	b.value(`(() => { for (let i = 0; i < 4; i++) document.querySelector('.walk [data-key="ArrowLeft"]').click(); return ""; })()`)
	at(2)
	b.value(`(() => { const s = document.querySelector(".slide input"); s.value = 7; s.dispatchEvent(new Event("input", {bubbles: true})); return ""; })()`)
	at(7)
	b.click(`.steps a[data-step="9"]`)
	at(9)
	b.equals("entries of the history", `history.length`, entries)
	b.value(`(document.querySelector('.walk [data-key="ArrowRight"]').focus(), "")`)
	b.press(kb.Home)
	b.shows("h2", "Before all steps")
	b.equals("the focus stays in the bar", `document.activeElement.closest(".walk") !== null`, "true")

	b.open("/puzzles/4?step=9")
	b.click(".paths a")
	b.shows("h2", "Steps that were needed")
	n := b.value(`document.querySelector(".walk").dataset.step`)
	b.value(`(document.activeElement.blur(), "")`)
	b.press(kb.ArrowLeft, kb.ArrowLeft)
	b.holds("two steps back in the path", `location.search === "?step=" + (`+n+
		` - 2) + "&path=needed" && document.querySelector(".walk").dataset.step == `+n+` - 2`)

	b.auditState("puzzle-opened", func() {
		b.open("/puzzles/1?step=3")
		b.click("#how summary")
		b.click("#text summary")
	})
	b.do("open the rows of the step", chromedp.Click(chromedp.CSS(`#how h4 a[href^="/sql"]`)))
	b.shows("[role=status]", "row")
	b.open("/puzzles/1")
	b.click(".top button.main")
	b.holds("a game", `location.pathname.startsWith("/games/")`)
}

// TestPatterns goes through the patterns of a step by keys, links and the list. The picture and the words are those of
// one pattern.
func TestPatterns(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	id, step := severalPatterns(t, b.server)
	b.open(fmt.Sprintf("/puzzles/%d?step=%d", id, step))
	seen := map[string]bool{}
	one := func(n int) {
		t.Helper()
		b.shows(".pager", fmt.Sprintf("Pattern %d of", n))
		said := b.value(`document.querySelector(".effect").textContent.replace(/<>|=/g, "").trim().split(/\s+/).join(" ")`)
		b.equals(fmt.Sprintf("effect in the picture of pattern %d", n), `document.querySelector(".drawing desc").textContent.
			split(/Placed:|Eliminated:/).slice(1).join(" ").split(".")[0].replace(/<>|=/g, "").trim().split(/\s+/).join(" ")`, said)
		b.equals("marked pattern", `document.querySelector(".patterns [aria-current]").dataset.pattern`, fmt.Sprint(n))
		seen[said] = true
	}
	one(1)
	b.click(`.pager [data-key="pattern-on"]`)
	one(2)
	b.press(kb.ArrowDown) // the focus is in the bar of patterns
	one(3)
	b.press(kb.ArrowUp)
	one(2)
	b.click(`.patterns a[data-pattern="1"]`)
	one(1)
	b.do("shift and right", chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
	one(2)
	b.do("load again", chromedp.Reload())
	one(2)
	if len(seen) != 3 {
		t.Errorf("three patterns have the effects %v", seen)
	}
}
