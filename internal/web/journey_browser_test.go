//go:build browser

package web_test

import (
	"context"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

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

// entered returns the fields of the grid, with a dot for an empty one.
const entered = `[...document.querySelectorAll(".entry input")].map(f => f.value || ".").join("")`

// paste pastes a text into the grid.
func (b tab) paste(text string) {
	b.t.Helper()
	b.value(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text", %q);
		document.querySelector(".entry input").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
		return "";
	})()`, text))
}

// TestSolveMine types and pastes puzzles, mends a fault, and looks at a solved puzzle, at several solutions and at a
// job that it stops.
func TestSolveMine(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 4), web.Options{}).URL)
	puzzle := gridtest.Minimal(gridtest.New(9)).String()
	const text = `document.querySelector("textarea").value`
	b.window(390, "light")
	b.open("/solve")
	b.click(".entry input")
	b.press("5", "3", ".", "0", " ", "7")
	b.equals("typed", entered+".slice(0, 9)", "53...7...")
	b.holds("the text follows", text+`.startsWith("53...7...\n.........\n")`)
	b.press(kb.ArrowDown, kb.ArrowLeft, kb.ArrowUp, kb.ArrowRight) // back to r1c7
	b.press(kb.ArrowLeft, kb.Backspace)
	b.equals("after Backspace", entered+".slice(0, 9)", "53.......")
	b.shows("#said", "several solutions")
	b.click(".clear")
	b.paste(strings.ReplaceAll(puzzle, ".", "0"))
	b.holds("pasted", entered+fmt.Sprintf(" === %q", puzzle))
	b.shows("#said", "one solution")

	b.auditState("solve-faults", func() {
		b.open("/solve")
		b.click(".entry input")
		b.press("5", "5")
		b.shows(".faults", "r1c1 and r1c2")
	})
	b.equals("marked fields", `document.querySelectorAll(".entry input.bad").length`, "2")
	b.click(".clear")
	b.fill("textarea", puzzle[:13]+"q"+puzzle[14:])
	b.shows(".marks mark", "q")
	b.shows(".faults", "line 1, column 14")
	b.holds("the mark is under its character", `(() => {
		const mark = document.querySelector(".marks mark").getBoundingClientRect(), area = document.querySelector("textarea");
		const probe = document.createElement("span"), style = getComputedStyle(area);
		probe.style.font = style.font;
		probe.textContent = "0".repeat(13);
		document.body.append(probe);
		const at = area.getBoundingClientRect().left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) + probe.getBoundingClientRect().width - area.scrollLeft;
		probe.remove();
		return Math.abs(mark.left - at) < 2;
	})()`)
	b.click(".faults button")
	b.equals("the button selects", `((a) => a.value.slice(a.selectionStart, a.selectionEnd))(document.querySelector("textarea"))`, "q")
	b.click(".go")
	b.shows(".failure", "line 1, column 14")
	b.click(".entry input")
	b.press("5")
	b.equals("the locked grid keeps the text", text, puzzle[:13]+"q"+puzzle[14:])
	b.click(".clear")
	b.paste(puzzle)
	b.click(".go")
	b.shows("h1", "Puzzle 5")

	b.open("/solve")
	b.value(`((e) => { e.value = "6x6"; e.dispatchEvent(new Event("change", {bubbles: true})); return ""; })(document.querySelector("[name=variant]"))`)
	_, small, _ := strings.Cut(variantPuzzles[3], " ")
	b.paste(small)
	b.holds("pasted", entered+fmt.Sprintf(" === %q", small))
	b.click(".entry input")
	b.press("7", ".") // a 6x6 has no 7
	b.equals("typed", entered, "."+small[1:])

	b.auditState("solve-solutions", func() {
		b.open("/solve")
		b.paste(severalSolutions(t))
		b.shows("#said", "several solutions")
		b.click(".go")
		b.shows("h1", "solutions")
	})
	b.holds("the solutions are side by side", `(([a, c]) => a.top === c.top && a.right <= c.left)(
		[...document.querySelectorAll(".solutions .board")].map(e => e.getBoundingClientRect()))`)
	b.open("/solve")
	b.do("paste many", chromedp.SetValue(chromedp.CSS("textarea"), isomorphs(3000)))
	b.click(".go")
	b.shows("h1", "Solving")
	b.click(`form[action$="/stop"] button`)
	b.auditState("solve-stopped", func() { b.shows("h1", "Stopped") })
}

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

// TestLearnTechnique finds a technique in the list by a part of its name, reads its page in the dark theme, which holds
// on the next page too, and does its exercise on a phone: it enlarges cells, chooses candidates and checks.
func TestLearnTechnique(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 4), web.Options{}).URL)
	const left = `[...document.querySelectorAll(".catalogue li")].filter(e => e.checkVisibility()).length`
	b.auditState("techniques-found", func() {
		b.open("/techniques")
		b.do("type", chromedp.SendKeys(chromedp.CSS("#find"), "death blossom"))
		b.shows("#found", "1")
		b.equals("techniques", left, "1")
	})
	b.window(1280, "light")
	b.fill("#find", "X wing")
	b.click(`.catalogue li:not([hidden]) a[href="/techniques/x_wing"]`)
	b.shows("h1", "X-Wing")

	const ground = `getComputedStyle(document.body).backgroundColor`
	light := b.value(ground)
	b.do("choose the theme", chromedp.SetValue(chromedp.CSS("#theme"), "dark"))
	b.value(`document.getElementById("theme").dispatchEvent(new Event("change")) && ""`)
	b.holds("the page is dark", ground+" !== "+fmt.Sprintf("%q", light))
	b.open("/techniques/x_wing?example=2")
	b.holds("the next page is dark", ground+" !== "+fmt.Sprintf("%q", light))
	b.value(`dispatchEvent(new StorageEvent("storage", {key: "setdoku theme", newValue: "light"})) && ""`)
	b.equals("after another window has chosen", ground, light)
	var manifest page.GetAppManifestResult
	b.do("read the manifest", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return target.Call(ctx, page.GetAppManifest.Method, page.GetAppManifestParams{}, &manifest)
	}))
	if len(manifest.Errors) > 0 || manifest.Data == "" {
		t.Errorf("manifest: %+v", manifest)
	}

	b.window(390, "light")
	b.open("/techniques/x_wing/exercise?example=1")
	for _, c := range answer(t, b, "/techniques/x_wing/exercise?example=1&do=answer") {
		b.click(fmt.Sprintf(`input[aria-label="Enlarge row %c, column %c"]`, c[1], c[3]))
		b.holds("candidates large enough for a finger", `(r => Math.min(r.width, r.height) > 39)(
			document.querySelector("input[type=radio]:checked + .marks label").getBoundingClientRect())`)
		b.fits("an enlarged cell")
		b.click(fmt.Sprintf(`input[aria-label="%c in row %c, column %c"]`, c[6], c[1], c[3]))
	}
	b.click(`button[value="check"]`)
	b.shows(".verdict", "Right")
}

// answer reads the eliminations that the answer of an exercise names, such as r4c5<>7.
func answer(t *testing.T, b tab, path string) (list []string) {
	t.Helper()
	_, page := get(t, b.server+path)
	for _, m := range regexp.MustCompile(`Eliminated:((?: r\dc\d&lt;&gt;\d)+)`).FindAllStringSubmatch(page, 1) {
		list = append(list, strings.Fields(strings.ReplaceAll(m[1], "&lt;&gt;", "<>"))...)
	}
	if len(list) == 0 {
		t.Fatalf("%s: no answer", path)
	}
	return list
}
