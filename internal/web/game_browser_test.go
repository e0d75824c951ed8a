package web_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku"
	"setdoku/internal/web"
	"setdoku/solver/solutions"
)

// board is the page of a game in a browser, and the same game by the API.
type board struct {
	tab
	*player
	solution setdoku.Grid
}

// newBoard starts a game of the last puzzle of a small database and opens it.
func newBoard(t *testing.T) *board {
	t.Helper()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	p := newGame(t, server, 4)
	givens, err := setdoku.ParseLine(p.state.Givens)
	if err != nil {
		t.Fatal(err)
	}
	solution, n := solutions.Solve(givens)
	if n != 1 {
		t.Fatalf("%d solutions", n)
	}
	b := &board{tab{t, browser(t), server}, p, solution}
	b.tab.open("/games/" + p.game)
	b.started()
	return b
}

// started waits until the script shows the board.
func (b *board) started() {
	b.tab.t.Helper()
	b.holds("the script runs", `document.querySelector("#board [tabindex='0']") !== null`)
}

// holds waits until an expression of the page is true.
func (b *board) holds(what, expression string) {
	b.tab.t.Helper()
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if yes, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression)); err == nil && yes {
			return
		}
	}
	text, _ := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS("main")))
	b.tab.t.Fatalf("%s: %s does not hold on\n%.2000s", what, expression, text)
}

// right returns the digit of the solution, and wrong another one that no peer has as a given.
func (b *board) right(cell int) int { return int(b.solution[setdoku.CellIndex(cell)]) }

func (b *board) wrong(cell int) int {
	for d := 1; d <= 9; d++ {
		clash := d == b.right(cell)
		for _, p := range setdoku.Peers[setdoku.CellIndex(cell)] {
			clash = clash || b.state.Cells[p].Digit == d
		}
		if !clash {
			return d
		}
	}
	b.tab.t.Fatalf("no wrong digit fits in %d", cell)
	return 0
}

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
	b.holds("label of "+strconv.Itoa(cell), fmt.Sprintf(`document.querySelector('%s').getAttribute("aria-label") === %q`, at(cell), want))
}

// stored waits until the server has a digit, marks and a color in a cell.
func (b *board) stored(cell, digit int, marks []int, color int) {
	b.tab.t.Helper()
	var d, c int
	var m []int
	for deadline := time.Now().Add(10 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if d, m, c = b.read().at(cell); d == digit && c == color && fmt.Sprint(m) == fmt.Sprint(marks) {
			return
		}
	}
	b.tab.t.Fatalf("the server has %d %v %d in %d, want %d %v %d", d, m, c, cell, digit, marks, color)
}

// selected returns the selected cells.
func (b *board) selected() string {
	return b.value(`[...document.querySelectorAll("#board [aria-selected=true]")].map(e => e.dataset.cell).join(" ")`)
}

func cellName(cell int) string { return setdoku.CellName(setdoku.CellIndex(cell)) }

// TestGameKeys plays with mouse and keys: digits, marks, colors, erase, undo and redo. Each move shows at once, is announced and
// comes to the server.
func TestGameKeys(t *testing.T) {
	b := newBoard(t)
	e := b.player.open(3)
	name := cellName(e[0])
	b.choose(e[0])
	b.keys("5")
	b.label(e[0], name+", 5"+b.clash(e[0], 5))
	b.shows("#say", name+", 5")
	b.stored(e[0], 5, []int{}, 0)
	b.keys("5") // the same digit takes it away
	b.label(e[0], name+", empty")

	b.keys(" ")
	b.shows(`[data-mode="mark"][aria-pressed="true"]`, "Mark")
	b.keys("31")
	b.label(e[0], name+", marks 1 3")
	b.stored(e[0], 0, []int{1, 3}, 0)
	b.keys("3")
	b.label(e[0], name+", marks 1")
	b.keys(" 2")
	b.label(e[0], name+", 2"+b.clash(e[0], 2))
	b.keys(kb.Backspace)
	b.label(e[0], name+", marks 1") // the mark below the digit shows again
	b.keys("!", chromedp.ModifierShift)
	b.label(e[0], name+", empty")
	b.keys("c4")
	b.label(e[0], name+", empty, color 4")
	b.stored(e[0], 0, []int{}, 4)

	moves := b.state.Position
	for range moves {
		b.keys("z", chromedp.ModifierCtrl)
	}
	b.label(e[0], name+", empty")
	b.holds("nothing to undo", `document.getElementById("undo").disabled`)
	for range moves {
		b.keys("y", chromedp.ModifierCtrl)
	}
	b.label(e[0], name+", empty, color 4")
	b.stored(e[0], 0, []int{}, 4)
	if s := b.read(); s.Position != moves || s.Moves != moves {
		t.Errorf("position %d of %d, want %d", s.Position, s.Moves, moves)
	}
	b.do("reload", chromedp.Reload())
	b.started()
	b.label(e[0], name+", empty, color 4")
	b.click("#undo") // a move of an earlier visit
	b.label(e[0], name+", empty")
	b.click("#redo")
	b.label(e[0], name+", empty, color 4")
	if given := b.given(); given != 0 {
		b.choose(given)
		b.keys("z5")
		b.shows("#say", cellName(given)+" is given.")
	}
}

// clash returns what the label of a cell adds if a peer has a digit.
func (b *board) clash(cell, digit int) string {
	for _, p := range setdoku.Peers[setdoku.CellIndex(cell)] {
		if b.state.Cells[p].Digit == digit {
			return ", conflict"
		}
	}
	return ""
}

// given returns the first given cell.
func (b *board) given() int {
	for _, c := range b.state.Cells {
		if c.Given {
			return c.Cell
		}
	}
	return 0
}

// TestGameSelection selects several cells: by a drag, by Ctrl and Shift, by a double click and by all keys.
func TestGameSelection(t *testing.T) {
	b := newBoard(t)
	b.choose(11)
	b.keys(kb.ArrowRight + kb.ArrowDown)
	if got := b.selected(); got != "22" {
		t.Errorf("selected after two arrows: %s", got)
	}
	if at := b.value(`document.activeElement.dataset.cell`); at != "22" {
		t.Errorf("the focus is at %s", at)
	}
	b.keys(kb.ArrowRight, chromedp.ModifierShift)
	if got := b.selected(); got != "22 23" {
		t.Errorf("selected with Shift: %s", got)
	}
	b.keys(kb.Home)
	if got := b.selected(); got != "21" {
		t.Errorf("selected after Home: %s", got)
	}
	b.keys(kb.ArrowLeft)
	if got := b.selected(); got != "29" {
		t.Errorf("selected after an arrow over the edge: %s", got)
	}
	b.mouse(input.DispatchMouseEventTypeMousePressed, 55)
	for _, cell := range []int{56, 66, 67} {
		b.mouse(input.DispatchMouseEventTypeMouseMoved, cell)
	}
	b.mouse(input.DispatchMouseEventTypeMouseReleased, 67)
	if got := b.selected(); got != "55 56 66 67" {
		t.Errorf("selected by a drag: %s", got)
	}
	for _, cell := range []int{99, 56} {
		b.mouse(input.DispatchMouseEventTypeMousePressed, cell, chromedp.ButtonModifiers(chromedp.ModifierCtrl))
		b.mouse(input.DispatchMouseEventTypeMouseReleased, cell, chromedp.ButtonModifiers(chromedp.ModifierCtrl))
	}
	if got := b.selected(); got != "55 66 67 99" {
		t.Errorf("selected with Ctrl: %s", got)
	}
	b.keys("x7")
	for _, cell := range []int{55, 66, 67, 99} {
		if digit, _, _ := b.state.at(cell); digit == 0 {
			b.stored(cell, 0, []int{7}, 0)
		}
	}
	given := b.given()
	digit, _, _ := b.state.at(given)
	var same []string
	for _, c := range b.state.Cells {
		if c.Digit == digit {
			same = append(same, strconv.Itoa(c.Cell))
		}
	}
	b.do("double click", chromedp.DoubleClick(chromedp.CSS(at(given))))
	if got, want := b.selected(), strings.Join(same, " "); got != want {
		t.Errorf("selected by a double click: %s, want %s", got, want)
	}
	b.keys("a", chromedp.ModifierCtrl)
	if got := len(strings.Fields(b.selected())); got != 81 {
		t.Errorf("%d cells selected by Ctrl and A", got)
	}
	b.keys(kb.Escape)
	if got := b.selected(); got != "" {
		t.Errorf("selected after Escape: %s", got)
	}
	b.keys("5")
	b.shows("#say", "Select a cell first.")
}

// mouse sends an event of the mouse at the middle of a cell.
func (b *board) mouse(kind input.DispatchMouseEventType, cell int, options ...chromedp.MouseOption) {
	b.tab.t.Helper()
	r := strings.Fields(b.value(fmt.Sprintf(`(() => { const r = document.querySelector('%s').getBoundingClientRect(); return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`, at(cell))))
	x, _ := strconv.ParseFloat(r[0], 64)
	y, _ := strconv.ParseFloat(r[1], 64)
	options = append(options, chromedp.ButtonLeft, chromedp.ClickCount(1))
	b.do("mouse", chromedp.MouseEvent(kind, math.Round(x), math.Round(y), options...))
}

// TestGameMarking highlights peers and equal digits, marks conflicts at once and names wrong entries on demand.
func TestGameMarking(t *testing.T) {
	b := newBoard(t)
	given := b.given()
	digit, _, _ := b.state.at(given)
	b.choose(given)
	if n := b.value(`String(document.querySelectorAll("#board .peer").length)`); n != "20" {
		t.Errorf("%s peers are highlighted", n)
	}
	same := 0
	for _, c := range b.state.Cells {
		if c.Digit == digit {
			same++
		}
	}
	if n := b.value(`String(document.querySelectorAll("#board .same").length)`); n != strconv.Itoa(same) {
		t.Errorf("%s cells have the digit, want %d", n, same)
	}
	beside := 0
	for _, p := range setdoku.Peers[setdoku.CellIndex(given)] {
		if b.state.Cells[p].Digit == 0 {
			beside = setdoku.CellNumber(p)
		}
	}
	b.choose(beside)
	b.keys(strconv.Itoa(digit))
	b.label(beside, fmt.Sprintf("%s, %d, conflict", cellName(beside), digit))
	b.label(given, fmt.Sprintf("%s, %d, given, conflict", cellName(given), digit))
	b.keys(kb.Backspace)
	b.label(given, fmt.Sprintf("%s, %d, given", cellName(given), digit))

	b.click(`button[value="check"]`)
	b.shows("#say", "Nothing is wrong")
	cell := b.player.open(1)[0]
	wrong := b.wrong(cell)
	b.choose(cell)
	b.keys(strconv.Itoa(wrong))
	b.click(`button[value="check"]`)
	b.shows("#say", cellName(cell)+" is wrong.")
	b.label(cell, fmt.Sprintf("%s, %d, wrong", cellName(cell), wrong))
	b.keys("h") // a hint names the wrong entry and nothing else
	b.shows("#hint", cellName(cell)+" is wrong:")
	if n := b.value(`document.querySelectorAll("#drawing .wrong").length + " " + document.querySelectorAll("#drawing g, #drawing line").length`); n != "1 0" {
		t.Errorf("wrong cells and other parts of the drawing: %s", n)
	}
	b.keys(strconv.Itoa(b.right(cell)))
	b.label(cell, fmt.Sprintf("%s, %d", cellName(cell), b.right(cell)))
	if n := b.value(`String(document.querySelectorAll("#drawing *").length)`); n != "0" {
		t.Error("the hint is still drawn after the next move")
	}
	b.click(".more summary")
	b.click(`input[name="check"]`)
	b.choose(cell)
	b.keys(strconv.Itoa(wrong))
	b.shows("#say", cellName(cell)+" is wrong.") // without asking, as the setting says
}

// TestGameHints asks for the three stages of a hint by one key.
func TestGameHints(t *testing.T) {
	b := newBoard(t)
	count := func(selector string) int {
		n, _ := strconv.Atoi(b.value(`String(document.querySelectorAll("#drawing ` + selector + `").length)`))
		return n
	}
	b.keys("h")
	b.shows("#hint", "Look at")
	if count(".region") == 0 || count("g") != 0 {
		t.Errorf("where: %d cells, %d candidates", count(".region"), count("g"))
	}
	b.keys("h")
	b.shows("#hint", "It is a")
	if count("rect.pattern") == 0 || count("g") != 0 {
		t.Errorf("what: %d cells of the pattern, %d candidates", count("rect.pattern"), count("g"))
	}
	b.keys("h")
	b.holds("effect", `document.querySelectorAll("#drawing .place, #drawing .eliminate").length > 0`)
	b.holds("button of the stage", `document.querySelector('[value="hint-why"]').getAttribute("aria-pressed") === "true"`)
	b.shows("#say", b.value(`document.querySelector("#hint p").textContent`))
	b.keys(kb.Escape)
	if count("*") != 0 {
		t.Error("Escape leaves the drawing")
	}
}

// TestGameFinish solves a puzzle. The last digit stops the clock and says so.
func TestGameFinish(t *testing.T) {
	b := newBoard(t)
	var moves []string
	e := b.player.open(81)
	for _, cell := range e[1:] {
		moves = append(moves, move("digit", b.right(cell), cell))
	}
	b.elapsed = 83_000
	b.play(moves...)
	b.do("reload", chromedp.Reload())
	b.started()
	b.shows("#clock", "1:2")
	b.choose(e[0])
	b.keys(strconv.Itoa(b.right(e[0])))
	b.shows("#finish", "Solved in 1:2")
	b.stored(e[0], b.right(e[0]), []int{}, 0)
	if !b.read().Finished {
		t.Error("the server does not know that the game is finished")
	}
	text := b.value(`document.getElementById("clock").textContent`)
	time.Sleep(1200 * time.Millisecond)
	if now := b.value(`document.getElementById("clock").textContent`); now != text {
		t.Errorf("the clock runs on after the finish: %s, %s", text, now)
	}
	b.keys("z", chromedp.ModifierCtrl)
	b.holds("undo takes the finish back", `document.getElementById("finish").hidden`)
}

// TestGameClock pauses by a button and while the page is hidden. A pause hides the board.
func TestGameClock(t *testing.T) {
	b := newBoard(t)
	b.holds("the clock runs", `document.getElementById("clock").textContent >= "0:01"`)
	b.click("#pause")
	b.do("see the curtain", chromedp.WaitVisible(chromedp.CSS("#resume")))
	stands := func(why string) {
		t.Helper()
		before := b.value(`document.getElementById("clock").textContent`)
		time.Sleep(1300 * time.Millisecond)
		if after := b.value(`document.getElementById("clock").textContent`); after != before {
			t.Errorf("%s: the clock goes from %s to %s", why, before, after)
		}
	}
	stands("pause")
	if !b.read().Paused || b.state.ElapsedMS < 1000 {
		t.Errorf("the server has %d ms, paused %t", b.state.ElapsedMS, b.state.Paused)
	}
	b.do("reload", chromedp.Reload())
	b.started()
	b.do("see the curtain", chromedp.WaitVisible(chromedp.CSS("#resume")))
	b.click("#resume")
	b.holds("the clock runs", `document.getElementById("clock").textContent >= "0:02"`)
	b.value(`(() => { Object.defineProperty(document, "hidden", {value: true, configurable: true}); document.dispatchEvent(new Event("visibilitychange")); return ""; })()`)
	stands("hidden page")
	if ms := b.read().ElapsedMS; ms < 1500 || b.state.Paused {
		t.Errorf("the server has %d ms, paused %t", ms, b.state.Paused)
	}
	b.value(`(() => { delete document.hidden; document.dispatchEvent(new Event("visibilitychange")); return ""; })()`)
	b.holds("the clock runs again", `document.getElementById("clock").textContent >= "0:04"`)
}

// sizes returns the height of each row of the board.
const sizes = `[...document.querySelectorAll("#board [role=row]")].map(r => r.getBoundingClientRect().height.toFixed(2)).join(" ")`

// TestGameSizes requires targets of 40 pixels in the width of a phone, and rows whose height never changes.
func TestGameSizes(t *testing.T) {
	b := newBoard(t)
	for _, width := range []int64{390, 1280} {
		b.do("set the window", chromedp.EmulateViewport(width, 844))
		small := b.value(`[...document.querySelectorAll("#board [role=gridcell], .game button, .game summary, .game label")].filter(e => e.checkVisibility()).
			map(e => [e.getBoundingClientRect(), e]).filter(([r]) => r.width < 40 || r.height < 40).map(([r, e]) => r.width + "x" + r.height + " " + e.outerHTML.slice(0, 90)).join("\n")`)
		if small != "" {
			t.Errorf("%d pixels: too small:\n%s", width, small)
		}
		before := b.value(sizes)
		cells := b.player.open(4)
		b.choose(cells[0])
		b.keys("x123456789")
		b.choose(cells[1])
		b.keys("z5c3")
		b.choose(cells[2])
		b.keys("x59c2")
		b.keys("hhh")
		b.shows("#hint", "")
		if after := b.value(sizes); after != before {
			t.Errorf("%d pixels: the rows change from\n%s to\n%s", width, before, after)
		}
		for _, row := range strings.Fields(before) {
			if strings.TrimRight(row[:len(row)-1], "0") != strings.TrimRight(before[:len(row)-1], "0") { // a hundredth is rounding
				t.Errorf("%d pixels: the rows differ: %s", width, before)
				break
			}
		}
	}
}

// TestGameAudit examines the page of a game in its states.
func TestGameAudit(t *testing.T) {
	b := newBoard(t)
	b.tab = auditor(t, b.player.server)
	e := b.player.open(9)
	b.play(move("mark", 1, e...), move("mark", 4, e[:5]...), move("mark", 7, e[2:]...), move("digit", b.right(e[0]), e[0]),
		move("digit", b.right(e[1])%9+1, e[1]), move("color", 4, 11, 22, 33), move("color", 6, e[1], 55, 66), move("color", 9, 88, 99))
	path := "/games/" + b.game
	for name, address := range map[string]string{"game": path + "?cell=" + strconv.Itoa(e[1]), "game-check": path + "?check=1"} {
		b.audit(name, address)
	}
	b.play(move("digit", b.right(e[1]), e[1]))
	for _, stage := range hintStages {
		b.audit("game-"+stage, path+"?cell="+strconv.Itoa(e[3])+"&hint="+stage)
	}
	b.auditState("game-settings", func() {
		b.tab.open(path)
		b.started()
		b.click(".more summary")
		b.click(`[data-mode="color"]`)
	})
	b.auditState("game-paused", func() {
		b.tab.open(path)
		b.started()
		b.value(`document.getElementById("pause").click(), ""`)
	})
	b.play(move("color", 0, 11))
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.tab.open(path)
	b.screenshot("game-without-scripts.png")
}

var hintStages = []string{"where", "what", "why"}
