//go:build browser

package web_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/solver/solutions"
)

// TestLookAtSteps filters the collection on a phone, and goes through the steps of a puzzle by keys, links, the slider
// and the list, through the patterns of a step, to the rows of a step, to the steps that were needed, and to a game of
// the puzzle.
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

	id, several := severalPatterns(t, b.server)
	b.open(fmt.Sprintf("/puzzles/%d?step=%d", id, several))
	pattern := func(n int) {
		t.Helper()
		b.shows(".pager", fmt.Sprintf("Pattern %d of", n))
		b.equals("marked pattern", `document.querySelector(".patterns [aria-current]").dataset.pattern`, fmt.Sprint(n))
	}
	b.click(`.pager [data-key="pattern-on"]`)
	pattern(2)
	b.press(kb.ArrowDown) // the focus is in the bar of patterns
	pattern(3)
	b.click(`.patterns a[data-pattern="1"]`)
	pattern(1)
	b.do("shift and right", chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
	pattern(2)
	b.do("load again", chromedp.Reload())
	pattern(2)

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

// board is the page of a game in a browser, and the same game by the API.
type board struct {
	tab
	*player
	solution setdoku.Grid
}

// boardOf opens a game.
func boardOf(t *testing.T, p *player, browser tab) *board {
	t.Helper()
	puzzle := solvertest.Puzzles(t, "made.txt", strings.TrimSpace(p.state.Variant+" "+p.state.Givens))[0].State
	solution, n, err := solutions.SolveState(t.Context(), puzzle)
	if err != nil || n != 1 {
		t.Fatalf("%d solutions", n)
	}
	b := &board{browser, p, solution}
	b.tab.open("/games/" + p.game)
	b.started()
	return b
}

// started waits until the script shows the board.
func (b *board) started() {
	b.tab.t.Helper()
	b.holds("the script runs", `document.querySelector("#board [tabindex='0']") !== null`)
}

// pageWaits waits for a timer of the page. Timers of the page that are due before it have run then, however slow the
// machine is.
func (b *board) pageWaits(ms int) {
	b.tab.t.Helper()
	_, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](fmt.Sprintf(
		`new Promise(done => setTimeout(() => done(true), %d))`, ms), chromedp.EvalAwaitPromise))
	if err != nil {
		b.tab.t.Fatal("a timer of the page: ", err)
	}
}

// right returns the digit of the solution.
func (b *board) right(cell int) int { return int(b.solution[setdoku.Cell(cell).Index()]) }

func at(cell int) string { return fmt.Sprintf(`#board [data-cell="%d"]`, cell) }

// choose clicks a cell.
func (b *board) choose(cell int) { b.tab.t.Helper(); b.click(at(cell)) }

// keys presses keys one after the other.
func (b *board) keys(keys string, modifiers ...chromedp.Modifier) {
	b.tab.t.Helper()
	b.do("press "+strconv.Quote(keys), chromedp.KeyEvent(keys, chromedp.KeyModifiers(modifiers...)))
}

// label requires the label of a cell.
func (b *board) label(cell int, want string) {
	b.tab.t.Helper()
	b.holds("label of "+strconv.Itoa(cell),
		fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-label") === %q`, at(cell), want))
}

// stored waits until the server has a digit, marks and a color in a cell.
func (b *board) stored(cell, digit int, marks []int, color int) {
	b.tab.t.Helper()
	var got string
	defer func() {
		if b.tab.t.Failed() {
			b.tab.t.Logf("the server has %s in %d", got, cell)
		}
	}()
	want := fmt.Sprint(digit, marks, color)
	gridtest.Until(b.tab.t, fmt.Sprintf("the server has %s in %d", want, cell), func() bool {
		d, m, c := b.read().at(cell)
		got = fmt.Sprint(d, m, c)
		return got == want
	})
}

// cellPlace returns what screen readers call a cell.
func cellPlace(cell int) string { return web.SpokenPlace(setdoku.Cell(cell)) }

// touch puts a finger on an element for some milliseconds.
func (b *board) touch(selector string, ms int) {
	b.tab.t.Helper()
	place := b.value(fmt.Sprintf(`((e) => {
		let r = e.getBoundingClientRect();
		if (r.top < 0 || r.bottom > innerHeight) e.scrollIntoView({block: "center"});
		r = e.getBoundingClientRect();
		const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
		const there = document.elementFromPoint(x, y);
		return e.contains(there) || there?.contains(e) ? x + " " + y : "covered by " + there?.outerHTML.slice(0, 200);
	})(document.querySelector(%q))`, selector))
	xy := strings.Fields(place)
	x, err := strconv.ParseFloat(xy[0], 64)
	if err != nil {
		b.tab.t.Fatalf("%s is %s", selector, place)
	}
	y, _ := strconv.ParseFloat(xy[1], 64)
	finger := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
		return emulate(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	b.do("touch "+selector, finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y}))
	b.pageWaits(ms)
	b.do("end of the touch of "+selector, finger(input.DispatchTouchEventTypeTouchEnd))
}

func (b *board) tap(selector string) { b.tab.t.Helper(); b.touch(selector, 0) }

// filled returns the number of digits that the page shows.
func (b *board) filled() int {
	b.tab.t.Helper()
	n, _ := strconv.Atoi(b.value(`String(document.querySelectorAll("#board .digit").length)`))
	return n
}

// TestPlayByKeys plays a game on a desk: digits, marks and colors by keys, undo over a reload, hints, a check, a pause,
// a game in two windows, and the win. Each move shows at once and comes to the server.
func TestPlayByKeys(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	b := boardOf(t, newGame(t, server, 4), auditor(t, server))
	e := b.player.open(81)
	name := cellPlace(e[0])
	b.choose(e[0])
	b.keys("c13")
	b.label(e[0], name+", marks 1 3")
	b.keys("!", chromedp.ModifierShift)
	b.label(e[0], name+", marks 1 3, corner marks 1")
	b.keys("!", chromedp.ModifierShift)
	b.keys("v24")
	b.label(e[0], name+", marks 1 3, color 2, color 4")
	b.stored(e[0], 0, []int{1, 3}, 24)
	b.keys("z" + strconv.Itoa(b.right(e[0])))
	b.label(e[0], fmt.Sprintf("%s, %d, color 2, color 4", name, b.right(e[0])))
	b.keys(kb.Backspace)
	b.label(e[0], name+", marks 1 3, color 2, color 4") // the marks below the digit show again
	b.do("reload", chromedp.Reload())
	b.started()
	b.keys("z", chromedp.ModifierCtrl) // a move of an earlier visit
	b.label(e[0], fmt.Sprintf("%s, %d, color 2, color 4", name, b.right(e[0])))
	b.keys("y", chromedp.ModifierCtrl)
	b.stored(e[0], 0, []int{1, 3}, 24)

	given := b.player.givenCell()
	digit, _, _ := b.state.at(given)
	b.choose(given)
	b.equals("peers", `document.querySelectorAll("#board .peer").length`, "20")
	peer := 0
	for _, p := range setdoku.Classic().Peers[setdoku.Cell(given).Index()] {
		if b.state.Cells[p].Digit == 0 {
			peer = int(setdoku.CellAt(p))
		}
	}
	b.choose(peer)
	b.keys("z" + strconv.Itoa(digit))
	b.holds("both are in conflict", fmt.Sprintf(`[%q, %q].every(s => document.querySelector(s).ariaLabel.includes("conflict"))`, at(given), at(peer)))
	b.click(`button[value="check"]`)
	b.shows("#say", setdoku.Cell(peer).String())
	b.auditState("game-wrong", func() {})
	b.do("force colors", emulate(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}}))
	b.holds("a pressed mode differs in forced colors", `getComputedStyle(document.querySelector('[data-mode="digit"]')).backgroundColor !==
		getComputedStyle(document.querySelector('[data-mode="mark"]')).backgroundColor`)
	b.window(1280, "light")
	b.keys(kb.Backspace)

	for _, level := range []string{"where", "what", "why"} {
		b.keys("h")
		b.holds("the level "+level, fmt.Sprintf(`document.querySelector("#drawing").dataset.level === %q`, level))
		b.equals("a drawing", `document.querySelectorAll("#drawing rect").length > 0`, "true")
	}
	b.auditState("game-why", func() {})
	before := b.filled()
	b.click(`button[value="apply"]`)
	b.holds("the hint is done and removed", fmt.Sprintf(`document.querySelectorAll("#drawing *").length === 0 &&
		document.querySelectorAll("#board .digit").length === %d`, before+1))
	b.auditState("game-settings", func() { b.click(".more summary"); b.click(`[data-mode="color"]`) })
	b.click(`[data-mode="digit"]`)
	b.click("#pause")
	b.holds("the curtain", `document.querySelector("#resume").checkVisibility()`)
	gridtest.Until(t, "the server pauses", func() bool { return b.read().Paused })
	b.auditState("game-paused", func() {})
	b.window(1280, "light")
	b.click("#resume")
	b.holds("the board", `!document.querySelector("#resume").checkVisibility()`)

	other := &board{tab{t, browser(t), server}, b.player, b.solution}
	other.tab.open("/games/" + b.game)
	other.started()
	open := b.player.open(81)
	slices.Reverse(open) // the last cells have neither marks nor colors
	other.choose(open[0])
	other.keys(strconv.Itoa(b.right(open[0])))
	b.stored(open[0], b.right(open[0]), []int{}, 0)
	var moves []string
	for _, cell := range open[2:] {
		moves = append(moves, move("digit", b.right(cell), cell))
	}
	b.play(moves...)
	b.do("reload", chromedp.Reload())
	b.started()
	b.choose(open[1])
	b.keys(strconv.Itoa(b.right(open[1])))
	b.shows("#finish", "Solved in")
	gridtest.Until(t, "the server knows that the game is finished", func() bool { return b.read().Finished })
}

// cable connects a browser with a server, until it is cut. In the pages behind it a touch is long after two and a half
// seconds: on a busy machine, half a second goes by between the commands that begin and end a short one.
type cable struct {
	http.Handler
	cut atomic.Bool
}

const longTouch = 2500

func (c *cable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.cut.Load() {
		panic(http.ErrAbortHandler) // the browser gets no answer
	}
	if !strings.HasSuffix(r.URL.Path, "/game_keys.js") {
		c.Handler.ServeHTTP(w, r)
		return
	}
	r.Header.Set("Accept-Encoding", "identity")
	answer := httptest.NewRecorder()
	c.Handler.ServeHTTP(answer, r)
	w.Header().Set("Content-Type", "text/javascript")
	fmt.Fprint(w, strings.Replace(answer.Body.String(), "long = 450;", fmt.Sprintf("long = %d;", longTouch), 1))
}

// TestPlayByTouch plays a whole game on a small board by touch only: marks by a long press, the digit first, moves and
// a reload without the server, hints, and the win.
func TestPlayByTouch(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, variantDatabase(t), web.Options{})
	line := &cable{Handler: server.Config.Handler}
	server.Config.Handler = line
	b := boardOf(t, newGame(t, server.URL, 4), tab{t, browser(t), server.URL})
	b.do("become a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.do("reload", chromedp.Reload())
	b.started()
	b.equals("digits of the pad", `document.querySelectorAll("div.keys [data-digit]").length`, "6")
	key := func(digit int) string { return fmt.Sprintf(`div.keys [data-digit="%d"]`, digit) }
	e := b.player.open(36)
	b.tap(at(e[0]))
	b.touch(key(5), longTouch+500)
	b.label(e[0], cellPlace(e[0])+", marks 5")
	b.tap(".more summary")
	b.tap(`input[name="first"]`) // the digit first
	enter := func(cell int) {
		if held := b.value(`document.querySelector("div.keys [aria-pressed=true]")?.dataset.digit ?? ""`); held != strconv.Itoa(b.right(cell)) {
			b.tap(key(b.right(cell)))
		}
		b.tap(at(cell))
		b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), b.right(cell)))
	}
	enter(e[0])
	b.holds("the game is stored", `navigator.serviceWorker.controller !== null`)
	b.do("reload", chromedp.Reload())
	b.started()
	b.holds("the page is stored", `caches.match(location.pathname).then(stored => stored !== undefined)`)
	line.cut.Store(true)
	for _, cell := range e[1:6] {
		enter(cell)
	}
	b.shows("#alarm", "5 moves wait")
	before := b.filled()
	b.do("reload without the server", chromedp.Reload())
	b.started()
	b.equals("digits after a reload without the server", `document.querySelectorAll("#board .digit").length`, strconv.Itoa(before))
	b.shows("#alarm", "5 moves wait")
	b.tap("#undo")
	b.holds("undo without the server", fmt.Sprintf(`document.querySelectorAll("#board .digit").length === %d`, before-1))
	b.tap("#redo")
	line.cut.Store(false)
	b.holds("the page is connected", `document.getElementById("alarm").hidden`)
	b.stored(e[5], b.right(e[5]), []int{}, 0)

	for hints := 0; b.value(`String(document.getElementById("finish").hidden)`) == "true"; hints++ {
		if hints > 60 {
			t.Fatal("the hints do not end")
		}
		now := b.value(`document.getElementById("board").textContent`)
		b.tap(`[value="hint-why"]`)
		b.holds("there is something to do", `document.querySelector('button[value="apply"]') !== null`)
		b.tap(`button[value="apply"]`)
		b.holds("the hint is done", fmt.Sprintf(`document.getElementById("board").textContent !== %q`, now))
	}
	b.shows("#finish", "Solved in")
	gridtest.Until(t, "the server knows that the game is finished", func() bool { return b.read().Finished })
}

// TestNewGame signs in, first with a wrong token, goes on a phone from the first page to a new game and wins it,
// practises a technique from the list, and finds both games and the statistics. The pages that it sees are audited.
func TestNewGame(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL
	b := &board{tab: auditor(t, server)}
	b.auditState("token-wrong", func() {
		b.tab.open("/games?variant=x")
		b.do("type", chromedp.SendKeys(chromedp.CSS("#token"), "wrong"))
		b.click("main button")
		b.shows(".failure", "token")
	})
	b.do("type", chromedp.SendKeys(chromedp.CSS("#token"), testToken))
	b.click("main button")
	b.holds("the page that was asked for", `location.pathname + location.search === "/games?variant=x"`)
	b.tab.open("/games")
	b.do("become a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.holds("new games", `document.querySelector(".newgame") !== null`)
	b.tap(`.newgame [value="easy"]`)
	b.started()
	won := b.value("location.pathname")
	b.tap(`[value="hint-where"]`)
	b.holds("a hint", `document.querySelector("#hint .words")?.innerText.includes("Look at")`)
	b.solve(won)
	b.tab.open(won)
	b.started()
	b.shows("#finished-text", "Solved in 1:01 with 1 hint.")
	b.shows("#finish", "The hardest step was")
	b.tap(`#finish button`)
	b.holds("the next puzzle", fmt.Sprintf(`location.pathname.startsWith("/games/") && location.pathname !== %q`, won))
	b.started()

	b.tab.open("/techniques")
	b.tap(`.catalogue [value="x_wing"]`)
	b.started()
	b.shows("h1", "X-Wing in puzzle")
	b.tap(`[value="hint-what"]`)
	b.holds("the hint", `document.querySelector("#hint .words")?.innerText.includes("X-Wing")`)
	practised := b.value("location.pathname")
	b.tab.open("/games")
	b.holds("my games", `document.querySelector(".games")?.children.length === 2`)
	b.tap(`.games [href="` + practised + `"]`)
	b.started()
	b.tap("h1 a:last-of-type")
	b.shows(".top", "Continue your game")

	b.auditState("my-games", func() { b.tab.open("/games") })
	b.shows("main", "solved in 1:01, 1 hint")
	b.auditState("first-page", func() { b.tab.open("/") })
	b.auditState("statistics", func() { b.tab.open("/games/statistics") })
	for _, text := range []string{"easy", "1:01", "X-Wing"} {
		b.shows("main tbody", text)
	}
	b.auditState("won", func() { b.tab.open(won); b.started() })

	other := tab{t, browser(t), server}
	other.open("/games?token=" + url.QueryEscape(testToken))
	other.shows("main", "There are no games yet.")
}

// solve makes the moves that solve a game, by the API.
func (b *board) solve(game string) {
	b.tab.t.Helper()
	token := []string{"Authorization", "Bearer " + testToken}
	_, body, _ := send(b.tab.t, "GET", b.tab.server+"/api"+game, "", token...)
	givens, err := setdoku.ParseGrid(decode[state](b.tab.t, body).Givens)
	if err != nil {
		b.tab.t.Fatal(err)
	}
	solution, _, _ := solutions.Solve(b.tab.t.Context(), givens)
	var moves []string
	for i, d := range solution {
		if givens[i] == 0 {
			moves = append(moves, fmt.Sprintf(`{"action":"digit","cells":[%d],"value":%d}`, (i/9+1)*10+i%9+1, d))
		}
	}
	form := fmt.Sprintf(`{"position":0,"elapsed_ms":61000,"moves":[%s]}`, strings.Join(moves, ","))
	if status, body, _ := post(b.tab.t, b.tab.server+"/api"+game+"/moves", form, token...); status != http.StatusOK {
		b.tab.t.Fatalf("the moves of the solution: %d %s", status, body)
	}
}
