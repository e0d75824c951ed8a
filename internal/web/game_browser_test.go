//go:build browser

package web_test

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

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

// newBoard starts a game and opens it in a browser.
func newBoard(t *testing.T) *board {
	t.Helper()
	return boardIn(t, func(server string) tab { return tab{t, browser(t), server} })
}

// boardIn starts a game of the last puzzle of a small database and opens it.
func boardIn(t *testing.T, browser func(server string) tab) *board {
	t.Helper()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	return boardOf(t, newGame(t, server, 4), browser(server))
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

// holds waits until an expression of the page is true.
func (b *board) holds(what, expression string) {
	b.tab.t.Helper()
	defer func() {
		if b.tab.t.Failed() {
			text, _ := chromedp.Run(b.ctx, chromedp.Text(chromedp.CSS("main")))
			b.tab.t.Logf("%s on\n%.2000s", expression, text)
		}
	}()
	gridtest.Until(b.tab.t, what, func() bool {
		yes, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression))
		return err == nil && yes
	})
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

// right returns the digit of the solution, and wrong another one that no peer has as a given.
func (b *board) right(cell int) int { return int(b.solution[setdoku.Cell(cell).Index()]) }

func (b *board) wrong(cell int) int {
	d := b.wrongDigit(cell)
	if d == 0 {
		b.tab.t.Fatalf("no wrong digit fits in %d", cell)
	}
	return d
}

// wrongDigit is wrong for any cell, 0 if the digits of the peers leave only the right one.
func (b *board) wrongDigit(cell int) int {
	for d := 1; d <= 9; d++ {
		clash := d == b.right(cell)
		for _, p := range setdoku.Classic().Peers[setdoku.Cell(cell).Index()] {
			clash = clash || b.state.Cells[p].Digit == d
		}
		if !clash {
			return d
		}
	}
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

func cellName(cell int) string { return setdoku.Cell(cell).String() }

// cellPlace returns what screen readers call a cell.
func cellPlace(cell int) string { return play.Place(setdoku.Cell(cell)) }

// TestGameKeys plays with mouse and keys: digits, marks, colors, erase, undo and redo. Each move shows at once, is
// announced and comes to the server.
func TestGameKeys(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	e := b.player.open(3)
	name := cellPlace(e[0])
	b.choose(e[0])
	b.keys("5")
	b.label(e[0], name+", 5"+b.clash(e[0], 5))
	b.shows("#say", "R"+name[1:]+", 5")
	b.stored(e[0], 5, []int{}, 0)
	b.keys("5") // the same digit removes it
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
	b.label(e[0], name+", marks 1")    // the mark below the digit shows again
	b.keys("1", chromedp.ModifierCtrl) // Ctrl is for marks, Shift for corner marks
	b.label(e[0], name+", empty")
	b.keys("!", chromedp.ModifierShift)
	b.label(e[0], name+", corner marks 1")
	b.keys("!", chromedp.ModifierShift)
	b.label(e[0], name+", empty")
	b.keys("v24")
	b.label(e[0], name+", empty, color 2, color 4")
	b.keys("2")
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
	b.label(e[0], name+", empty, color 2, color 4")
	b.click("#redo")
	b.label(e[0], name+", empty, color 4")
	b.choose(e[0])
	b.keys("x7")
	b.label(e[0], name+", corner marks 7, color 4")
	b.value(`document.getElementById("shade").value = "7", ""`)
	b.keys("v3")
	b.label(e[0], name+", corner marks 7, color 4, corner 7 in color 3")
	b.value(`document.getElementById("shade").value = "0", ""`)
	b.keys("z", chromedp.ModifierCtrl)
	b.keys("cf")
	b.holds("all empty cells have marks", `!document.querySelector("#board .cell:not(:has(.digit, .marks))")`)
	b.keys("x7")
	b.keys("z", chromedp.ModifierCtrl)
	b.keys("z", chromedp.ModifierCtrl)
	b.keys("z", chromedp.ModifierCtrl)
	b.label(e[0], name+", empty, color 4")
	b.keys("z")
	b.click(".more summary")
	b.click(`input[name="first"]`)
	b.choose(e[1])
	b.shows("#say", "Choose a digit.")
	b.keys("6")
	b.shows(`div.keys [aria-pressed="true"]`, "6")
	b.keys(kb.Enter + kb.ArrowRight)
	b.label(e[1], cellPlace(e[1])+", 6"+b.clash(e[1], 6))
	b.stored(e[1], 6, []int{}, 0)
	b.choose(e[1]) // the same digit again removes it
	b.label(e[1], cellPlace(e[1])+", empty")
	b.click(`input[name="first"]`)
	if given := b.given(); given != 0 {
		b.choose(given)
		b.keys("z5")
		b.shows("#say", "R"+cellPlace(given)[1:]+" is given.")
	}
}

// clash returns what the label of a cell adds if a peer has a digit.
func (b *board) clash(cell, digit int) string {
	for _, p := range setdoku.Classic().Peers[setdoku.Cell(cell).Index()] {
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
	gridtest.Long(t, "Chromium")
	t.Parallel()
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
	b.keys("c7")
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
	r := strings.Fields(b.value(fmt.Sprintf(
		`(() => { const r = document.querySelector('%s').getBoundingClientRect(); return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`, at(cell))))
	x, _ := strconv.ParseFloat(r[0], 64)
	y, _ := strconv.ParseFloat(r[1], 64)
	options = append(options, chromedp.ButtonLeft, chromedp.ClickCount(1))
	b.do("mouse", chromedp.MouseEvent(kind, math.Round(x), math.Round(y), options...))
}

// TestWholeGames plays a puzzle to the win twice: with the keyboard only, and with the mouse only.
func TestWholeGames(t *testing.T) {
	gridtest.Long(t, "Chromium")
	for name, fill := range map[string]func(b *board, cell int){
		"keyboard": func(b *board, cell int) {
			from, _ := strconv.Atoi(b.value(`document.activeElement.dataset.cell`))
			b.keys(strings.Repeat(kb.ArrowDown, (cell/10-from/10+9)%9) +
				strings.Repeat(kb.ArrowRight, (cell%10-from%10+9)%9) + strconv.Itoa(b.right(cell)))
		},
		"mouse": func(b *board, cell int) {
			b.choose(cell)
			b.click(fmt.Sprintf(`div.keys [data-digit="%d"]`, b.right(cell)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBoard(t)
			for b.value(`String(document.activeElement.closest("#board") === null)`) == "true" {
				b.keys(kb.Tab)
			}
			for _, cell := range b.player.open(81) {
				fill(b, cell)
				b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), b.right(cell)))
			}
			b.shows("#finish", "Solved in")
			gridtest.Until(t, "the server knows that the game is finished", func() bool { return b.read().Finished })
		})
	}
}
