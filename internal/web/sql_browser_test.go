//go:build browser

package web_test

import (
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestConsole writes a statement with suggestions, cancels another one, sorts rows, draws a chart, keeps and finds
// statements, and goes to the place of an error and from a cell to its board.
func TestConsole(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 12), web.Options{QueryTime: time.Minute, Worker: worker(t)}).URL)
	const (
		statement = `document.getElementById("statement").value`
		suggested = `document.querySelector(".suggestions:not([hidden]) [aria-selected=true]")?.firstChild.textContent ?? ""`
	)
	b.auditState("sql-suggestions", func() {
		b.open("/sql")
		b.fill("#statement", "SELECT * FROM techn")
		b.shows(".suggestions li", "technique")
	})
	b.window(1280, "light")
	b.fill("#statement", "SELECT * FROM techn")
	b.holds("a suggestion", "("+suggested+`) === "technique_usage"`)
	b.press(kb.ArrowDown)
	b.equals("the next", suggested, "technique")
	b.press(kb.ArrowUp, "\t")
	b.equals("what was taken", statement, "SELECT * FROM technique_usage")
	b.fill("#statement", "SELECT * FROM puzzle WHERE gi")
	b.do("take it by a click", chromedp.Click(chromedp.CSS(".suggestions li")))
	b.equals("what was taken", statement, "SELECT * FROM puzzle WHERE givens")
	b.fill("#statement", "SELECT 1\nFROM puz")
	b.holds("the list is at the word", `(() => {
		const list = document.querySelector(".suggestions").getBoundingClientRect(), text = document.getElementById("statement").getBoundingClientRect();
		return list.left > text.left + 20 && list.top > text.top + 30 && list.top < text.top + 80;
	})()`)
	b.press(kb.Escape)
	b.equals("after Escape", suggested, "")

	b.open("/sql?q=" + url.QueryEscape("SELECT 1"))
	b.fill("#statement", strings.Replace(endless, "SELECT i F", "SELECT COUNT(*) F", 1))
	b.press(kb.Escape)
	b.do("run it", chromedp.Click(chromedp.CSS("form.console button")))
	b.do("cancel it", chromedp.Click(chromedp.CSS("button.cancel")), chromedp.WaitNotVisible(chromedp.CSS("button.cancel")))

	b.open("/sql?q=" + url.QueryEscape("SELECT puzzle_id, level FROM puzzle ORDER BY puzzle_id"))
	b.click(".rows th a")
	b.shows(".rows th[aria-sort=ascending]", "puzzle_id")
	b.click(".rows th a")
	b.shows(".rows th[aria-sort=descending]", "puzzle_id")
	b.equals("the first row", `document.querySelector(".rows td").textContent`, "12")
	b.equals("the order of the download", `new URL(document.querySelector(".downloads a").href).searchParams.get("sort")`, "-1")

	const usage = "SELECT technique, steps FROM technique_usage WHERE steps > 0 ORDER BY steps DESC"
	b.open("/sql?q=" + url.QueryEscape(usage))
	b.click(".chart summary")
	b.shows(".chart li .bar", "")
	b.equals("bars", `document.querySelectorAll(".chart li").length - document.querySelectorAll(".rows tbody tr").length`, "0")
	b.equals("the longest bar", `document.querySelector(".chart rect").getAttribute("width")`, "100")
	b.auditState("sql-chart", func() {
		b.do("load it again", chromedp.Reload())
		b.shows(".chart[open] li .bar", "")
	})
	b.open("/sql?chart=0-1-line&q=" + url.QueryEscape("SELECT step, COUNT(*) AS puzzles FROM step GROUP BY step ORDER BY step"))
	b.shows(".chart figcaption", "From 1: ")
	b.equals("points of the line", `document.querySelector(".chart polyline").getAttribute("points").split(" ").length -
		document.querySelectorAll(".rows tbody tr").length`, "0")
	b.value(`(document.addEventListener("click", (e) => e.preventDefault(), {once: true}), document.querySelector("[download='chart.svg']").click(), "")`)
	b.equals("lines in the saved chart", `new DOMParser().parseFromString(decodeURIComponent(document.querySelector("[download='chart.svg']").
		href.slice("data:image/svg+xml,".length)), "image/svg+xml").querySelectorAll("svg > polyline").length`, "1")

	b.open("/sql?q=" + url.QueryEscape("SELECT 'a' AS b -- c\nFROM puzle"))
	b.shows(".paint .k", "SELECT")
	b.holds("the colors lie on the text", `(() => {
		const text = document.getElementById("statement"), behind = document.querySelector(".paint");
		const box = text.getBoundingClientRect(), other = behind.getBoundingClientRect(), a = getComputedStyle(text), c = getComputedStyle(behind.firstChild);
		return a.font === c.font && Math.abs(box.left - other.left) < 1 && Math.abs(box.top - other.top) < 1;
	})()`)
	b.equals("the selected name", `((t) => t.value.slice(t.selectionStart, t.selectionEnd))(document.getElementById("statement"))`, "puzle")
	b.click(".failure a")
	b.shows("[role=status]", "row")

	b.value(`(localStorage.clear(), "")`)
	b.open("/sql?q=" + url.QueryEscape("SELECT 7 AS seven"))
	b.do("name it", chromedp.SendKeys(chromedp.CSS(".save input"), "my <b>seven</b>"))
	b.click(".save button")
	b.shows(".saved a", "my <b>seven</b>")
	b.open("/sql?q=" + url.QueryEscape("SELECT wrong"))
	b.auditState("sql-history", func() {
		b.open("/sql")
		b.click(".history summary")
		b.shows(".history a", "SELECT 7 AS seven")
	})
	if kept := b.value(`document.querySelector(".history").textContent`); strings.Contains(kept, "wrong") {
		t.Error("the history keeps a statement that did not run")
	}
	b.click(".saved a")
	b.shows("[role=status]", "1 row")
	b.click(".saved button")
	b.equals("saved statements", `document.querySelectorAll(".saved li").length`, "0")

	b.open("/sql?q=" + url.QueryEscape("SELECT puzzle_id, step, cell FROM placement WHERE puzzle_id = 1 AND step = 2 LIMIT 1"))
	b.click(".rows td:nth-child(3) a")
	b.shows("h1", "Puzzle 1")
	b.holds("the step and the cell", `/step=2/.test(location.search) && /cell=\d\d/.test(location.search)`)
}

// TestSignIn asks for a page of a server with a token, first with a wrong one.
func TestSignIn(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL)
	b.auditState("token-wrong", func() {
		b.open("/puzzles/1?step=2")
		b.do("type", chromedp.SendKeys(chromedp.CSS("#token"), "wrong"))
		b.click("main button")
		b.shows(".failure", "token")
	})
	b.do("type", chromedp.SendKeys(chromedp.CSS("#token"), testToken))
	b.click("main button")
	b.shows("h1", "Puzzle 1")
	b.equals("the address", "location.pathname + location.search", "/puzzles/1?step=2")
}
