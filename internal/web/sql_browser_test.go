//go:build browser

package web_test

import (
	"encoding/xml"
	"errors"
	"io"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

const usage = "SELECT technique, steps FROM technique_usage WHERE steps > 0 ORDER BY steps DESC"

// TestSQLInBrowser writes statements with suggestions, sorts, draws, keeps and finds statements, and goes from a cell
// to its board.
func TestSQLInBrowser(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	for _, width := range []int64{390, 1280} {
		b.do("set the window", chromedp.EmulateViewport(width, 900))
		b.do("forget", chromedp.Navigate(b.server+"/sql"))
		b.value(`(localStorage.clear(), "")`)
		b.suggestions()
	}
	b.window(390, "light")
	b.sorting()
	b.chart()
	b.editor()
	b.statements()
	b.cells()
}

// write replaces the statement. It types the last character.
func (b tab) write(text string) { b.t.Helper(); b.fill("#statement", text) }

// has requires a value of an expression.
func (b tab) has(expression, want string) {
	b.t.Helper()
	if got := b.value(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

const (
	statementText  = `document.getElementById("statement").value`
	suggestedText  = `[...document.querySelectorAll(".suggestions:not([hidden]) li")].map(e => e.firstChild.textContent).join(" ")`
	suggestedFirst = `document.querySelector(".suggestions:not([hidden]) li")?.firstChild.textContent ?? ""`
)

func (b tab) suggestions() {
	b.t.Helper()
	b.open("/sql")
	b.shows(".relation summary", "puzzle")
	b.write("SELECT * FROM techn")
	b.shows(".suggestions li", "technique")
	b.has(suggestedText, "technique_usage technique")
	b.has(`document.querySelector(".suggestions [aria-selected=true]").id`, "suggestion-0")
	b.has(`document.activeElement.getAttribute("aria-activedescendant")`, "suggestion-0")
	b.do("choose the next", chromedp.KeyEvent("\u0301"))
	b.has(`document.activeElement.getAttribute("aria-activedescendant")`, "suggestion-1")
	b.do("and go back", chromedp.KeyEvent("\u0304"))
	b.do("take it", chromedp.KeyEvent("\t"))
	b.has(statementText, "SELECT * FROM technique_usage")
	b.has(`document.activeElement.id`, "statement")

	b.write("SELECT u. FROM technique_usage AS u")
	b.value(`((e) => { e.setSelectionRange(9, 9); return ""; })(document.getElementById("statement"))`)
	b.do("ask for names", chromedp.SendKeys(chromedp.CSS("#statement"), "t"), chromedp.KeyEvent("\b"))
	b.write("SELECT * FROM technique_usage AS u WHERE u.")
	b.has(suggestedFirst, "technique")
	b.do("close the list", chromedp.KeyEvent("\u001b"))
	b.has(suggestedFirst, "")
	b.write("SELECT * FROM puzzle WHERE gi")
	b.has(suggestedFirst, "givens")
	b.do("take it by a click", chromedp.Click(chromedp.CSS(".suggestions li")))
	b.has(statementText, "SELECT * FROM puzzle WHERE givens")
	b.write("SELECT 'puz")
	b.has(suggestedFirst, "")
	if b.value(`String(matchMedia("(width > 1000px)").matches)`) == "true" {
		b.write("SELECT 1\nFROM puz")
		b.has(`(() => {
			const list = document.querySelector(".suggestions").getBoundingClientRect(), text = document.getElementById("statement").getBoundingClientRect();
			return String(list.left > text.left + 20 && list.top > text.top + 30 && list.top < text.top + 80);
		})()`, "true")
		b.write("SELECT 1 AS a_column_with_a_name_that_is_so_long_that_its_end_is_far_to_the_right FROM puz")
		b.window(390, "light") // the list moves with the text
		b.fits("narrowed with an open list")
		b.has(suggestedFirst, "puzzle")
	}
}

func (b tab) sorting() {
	b.t.Helper()
	b.open("/sql?q=" + url.QueryEscape("SELECT puzzle_id, level FROM puzzle ORDER BY puzzle_id"))
	b.click(".rows th a")
	b.shows(".rows th[aria-sort=ascending]", "puzzle_id")
	b.click(".rows th a")
	b.shows(".rows th[aria-sort=descending]", "puzzle_id")
	b.has(`document.querySelector(".rows td").textContent`, "12")
	b.has(`new URLSearchParams(location.search).get("sort")`, "-1")
	b.has(`new URL(document.querySelector(".downloads a").href).searchParams.get("sort")`, "-1")
	b.has(`String(document.querySelector(".downloads a").hasAttribute("download"))`, "true")
}

func (b tab) chart() {
	b.t.Helper()
	b.open("/sql?q=" + url.QueryEscape(usage))
	b.click(".chart summary")
	b.shows(".chart li .bar", "")
	b.has(`String(document.querySelectorAll(".chart li").length === document.querySelectorAll(".rows tbody tr").length)`, "true")
	b.has(`document.querySelector(".chart li .label").textContent`,
		b.value(`document.querySelector(".rows td").textContent`))
	b.has(`document.querySelector(".chart rect").getAttribute("width")`, "100")
	b.has(`new URLSearchParams(location.search).get("chart")`, "0-1")
	rows, _ := strconv.Atoi(b.value(`String(document.querySelectorAll(".rows tbody tr").length)`))
	b.saved("rect", rows+1) // and the paper
	b.do("load it again", chromedp.Reload())
	b.shows(".chart[open] li .bar", "")
	b.open("/sql?q=" + url.QueryEscape("SELECT step, COUNT(*) + 500 AS puzzles FROM step GROUP BY step ORDER BY step"))
	b.click(".chart summary")
	b.shows(".chart li .label", "1") // a histogram has the labels in its first column
	b.has(`document.querySelector(".chart li .label").textContent + new URLSearchParams(location.search).get("chart")`,
		"10-1")
	b.open("/sql?chart=0-1-line&q=" + url.QueryEscape("SELECT step, COUNT(*) AS puzzles FROM step GROUP BY step "+
		"ORDER BY step"))
	b.shows(".chart figcaption", "From 1: ")
	b.has(`String(document.querySelector(".chart polyline").getAttribute("points").split(" ").length === document.querySelectorAll(".rows tbody tr").length)`, "true")
	b.saved("polyline", 1)
}

// saved saves the chart as SVG, which must be XML with so many elements of a name.
func (b tab) saved(element string, want int) {
	b.t.Helper()
	b.value(`(document.addEventListener("click", (e) => e.preventDefault(), {once: true}), document.querySelector("[download='chart.svg']").click(), "")`)
	file, err := url.PathUnescape(strings.TrimPrefix(b.value(`document.querySelector("[download='chart.svg']").href`),
		"data:image/svg+xml,"))
	if err != nil {
		b.t.Fatal(err)
	}
	n, reader := 0, xml.NewDecoder(strings.NewReader(file))
	for {
		token, err := reader.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			b.t.Fatalf("%v: %s", err, file)
		}
		if start, is := token.(xml.StartElement); is && start.Name.Local == element &&
			start.Name.Space == "http://www.w3.org/2000/svg" {
			n++
		}
	}
	if n != want {
		b.t.Errorf("the saved chart has %d of %s, want %d: %s", n, element, want, file)
	}
}

// editor sees the statement in colors in the same place as its text, inserts names by clicks, and goes to the place of
// an error.
func (b tab) editor() {
	b.t.Helper()
	b.open("/sql?q=" + url.QueryEscape("SELECT 'a' AS b -- c\nFROM puzle"))
	b.shows(".paint .k", "SELECT")
	b.has(`getComputedStyle(document.getElementById("statement")).color`, "rgba(0, 0, 0, 0)")
	b.has(`(() => {
		const text = document.getElementById("statement"), behind = document.querySelector(".paint");
		const box = text.getBoundingClientRect(), other = behind.getBoundingClientRect(), a = getComputedStyle(text), c = getComputedStyle(behind.firstChild);
		return [a.fontSize === c.fontSize, a.fontFamily === c.fontFamily, a.lineHeight === c.lineHeight, Math.abs(box.left - other.left) < 1, Math.abs(box.top - other.top) < 1].join(" ");
	})()`, "true true true true true")
	b.has(`((t) => t.value.slice(t.selectionStart, t.selectionEnd))(document.getElementById("statement"))`, "puzle")
	b.shows(".fault mark", "puzle")
	b.click(".failure a")
	b.shows("[role=status]", "row")
	b.open("/sql?q=" + url.QueryEscape("SELECT "))
	b.do("unfold a table", chromedp.Click(chromedp.CSS(`.relation[data-name="puzzle"] summary`)))
	b.click(`.relation[data-name="puzzle"] li .insert`)
	b.has(statementText, "SELECT puzzle_id")
}

func (b tab) statements() {
	b.t.Helper()
	b.open("/sql?q=" + url.QueryEscape("SELECT 7 AS seven"))
	b.shows("[role=status]", "1 row")
	b.do("name it", chromedp.SendKeys(chromedp.CSS(".save input"), "my <b>seven</b>"))
	b.click(".save button")
	b.shows(".saved a", "my <b>seven</b>")
	b.open("/sql?q=" + url.QueryEscape("SELECT wrong"))
	b.open("/sql")
	b.click(".history summary")
	b.shows(".history a", "SELECT 7 AS seven")
	if kept := b.value(`document.querySelector(".history").textContent`); strings.Contains(kept, "wrong") {
		b.t.Error("the history keeps a statement that did not run")
	}
	b.click(".saved a")
	b.shows("[role=status]", "1 row")
	b.click(".saved button")
	b.has(`String(document.querySelectorAll(".saved li").length)`, "0")
	b.click(".history summary")
	b.click(".forget")
	b.has(`String(document.querySelectorAll(".history li").length)`, "0")
}

func (b tab) cells() {
	b.t.Helper()
	b.open("/sql?q=" + url.QueryEscape("SELECT puzzle_id, step, cell FROM placement WHERE puzzle_id = 1 AND step = 2 "+
		"LIMIT 1"))
	b.click(".rows td:nth-child(3) a")
	b.shows("h1", "Puzzle 1")
	b.has(`String(/step=2/.test(location.search) && /cell=\d\d/.test(location.search))`, "true")
}

// TestAuditSQL audits the states of the console that scripts make.
func TestAuditSQL(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 40), web.Options{}).URL)
	b.auditState("sql-suggestions", func() {
		b.open("/sql")
		b.write("SELECT * FROM techn")
		b.shows(".suggestions li", "technique_usage")
	})
	b.auditState("sql-chart", func() {
		b.open("/sql?chart=0-1&sort=2&q=" + url.QueryEscape(usage))
		b.shows(".chart[open] li .bar", "")
	})
	b.auditState("sql-history", func() {
		b.open("/sql?q=" + url.QueryEscape("SELECT * FROM puzzle_rating LIMIT 5"))
		b.value(`(localStorage.clear(), "")`)
		b.do("name it", chromedp.SendKeys(chromedp.CSS(".save input"), "ratings"))
		b.click(".save button")
		b.do("load it again", chromedp.Reload())
		b.click(".history summary")
		b.shows(".saved a", "ratings")
	})
	b.audit("sql-large", "/sql?q="+url.QueryEscape("SELECT zeroblob(1000000000)"))
	b.audit("sql-query", "/sql?query=hardest_puzzles")
}
