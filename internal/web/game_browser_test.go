//go:build browser

package web_test

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solutions"
	"setdoku/internal/solvertest"
	"setdoku/internal/web"
	"setdoku/internal/web/play"
)

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

// selected returns the selected cells.
func (b *board) selected() string {
	return b.value(`[...document.querySelectorAll("#board [aria-selected=true]")].map(e => e.dataset.cell).join(" ")`)
}

// cellPlace returns what screen readers call a cell.
func cellPlace(cell int) string { return play.Place(setdoku.Cell(cell)) }

// mouse sends an event of the mouse at the middle of a cell.
func (b *board) mouse(kind input.DispatchMouseEventType, cell int, options ...chromedp.MouseOption) {
	b.tab.t.Helper()
	r := strings.Fields(b.value(fmt.Sprintf(
		`(() => { const r = document.querySelector('%s').getBoundingClientRect(); return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`, at(cell))))
	x, _ := strconv.ParseFloat(r[0], 64)
	y, _ := strconv.ParseFloat(r[1], 64)
	options = append(options, chromedp.ButtonLeft, chromedp.ClickCount(1))
	b.do("mouse", chromedp.MouseEvent(kind, math.Round(x), math.Round(y), options...))
}

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

// TestPlayByKeys plays a game on a desk: digits, marks and colors by keys, a drag of the mouse, undo over a reload,
// hints, a check, a pause, a game in two windows, and the win. Each move shows at once and comes to the server.
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

	b.mouse(input.DispatchMouseEventTypeMousePressed, 55)
	for _, cell := range []int{56, 66, 67} {
		b.mouse(input.DispatchMouseEventTypeMouseMoved, cell)
	}
	b.mouse(input.DispatchMouseEventTypeMouseReleased, 67)
	if got := b.selected(); got != "55 56 66 67" {
		t.Errorf("selected by a drag: %s", got)
	}
	given := b.player.givenCell()
	digit, _, _ := b.state.at(given)
	same := 0
	for _, c := range b.state.Cells {
		if c.Digit == digit {
			same++
		}
	}
	b.do("double click", chromedp.DoubleClick(chromedp.CSS(at(given))))
	if got := len(strings.Fields(b.selected())); got != same {
		t.Errorf("a double click selects %d cells, want %d", got, same)
	}
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

// TestNewGame goes on a phone from the first page to a new game and wins it, practises a technique from the list, and
// finds both games and the statistics. The pages that it sees are audited.
func TestNewGame(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL
	b := &board{tab: auditor(t, server)}
	b.tab.open("/games?token=" + url.QueryEscape(testToken))
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
