//go:build browser

package web_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku"

	"setdoku/internal/gridtest"
)

// TestGameMarking highlights peers and equal digits, marks conflicts at once and names wrong entries on demand.
func TestGameMarking(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
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
	peer := 0
	for _, p := range setdoku.Classic().Peers[setdoku.Cell(given).Index()] {
		if b.state.Cells[p].Digit == 0 {
			peer = int(setdoku.CellAt(p))
		}
	}
	b.choose(peer)
	b.keys(strconv.Itoa(digit))
	b.label(peer, fmt.Sprintf("%s, %d, conflict", cellPlace(peer), digit))
	b.label(given, fmt.Sprintf("%s, %d, given, conflict", cellPlace(given), digit))
	b.keys(kb.Backspace)
	b.label(given, fmt.Sprintf("%s, %d, given", cellPlace(given), digit))

	b.click(`button[value="check"]`)
	b.shows("#say", "Nothing is wrong")
	cell := b.player.open(1)[0]
	wrong := b.wrong(cell)
	b.choose(cell)
	b.keys(strconv.Itoa(wrong))
	b.click(`button[value="check"]`)
	b.shows("#say", cellName(cell)+" is wrong.")
	b.label(cell, fmt.Sprintf("%s, %d, wrong", cellPlace(cell), wrong))
	b.keys("h") // a hint names the wrong entry and nothing else
	b.shows("#hint", cellName(cell)+" is wrong:")
	if n := b.value(`document.querySelectorAll("#drawing rect").length + " " + document.querySelectorAll("#drawing text, #drawing path").length`); n != "2 0" {
		t.Errorf("wrong cells and other parts of the drawing: %s", n)
	}
	b.keys(strconv.Itoa(b.right(cell)))
	b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), b.right(cell)))
	if n := b.value(`String(document.querySelectorAll("#drawing *").length)`); n != "0" {
		t.Error("the hint is still drawn after the next move")
	}
	b.click(".more summary")
	b.click(`input[name="check"]`)
	b.choose(cell)
	b.keys(strconv.Itoa(wrong))
	b.shows("#say", cellName(cell)+" is wrong.") // without asking, as the setting says
}

// TestGameFinish solves a puzzle. The last digit stops the clock and says so.
func TestGameFinish(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
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
	b.pageWaits(1200)
	if now := b.value(`document.getElementById("clock").textContent`); now != text {
		t.Errorf("the clock runs on after the finish: %s, %s", text, now)
	}
	b.keys("z", chromedp.ModifierCtrl)
	b.holds("undo takes the finish back", `document.getElementById("finish").hidden`)
}

// TestGameClock pauses by a button and while the page is hidden. A pause hides the board.
func TestGameClock(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	b.holds("the clock runs", `document.getElementById("clock").textContent >= "0:01"`)
	b.click("#pause")
	b.do("see the curtain", chromedp.WaitVisible(chromedp.CSS("#resume")))
	stopped := func(why string) {
		t.Helper()
		before := b.value(`document.getElementById("clock").textContent`)
		b.pageWaits(1300)
		if after := b.value(`document.getElementById("clock").textContent`); after != before {
			t.Errorf("%s: the clock goes from %s to %s", why, before, after)
		}
	}
	stopped("pause")
	if !b.read().Paused || b.state.ElapsedMS < 1000 {
		t.Errorf("the server has %d ms, paused %t", b.state.ElapsedMS, b.state.Paused)
	}
	b.do("reload", chromedp.Reload())
	b.started()
	b.do("see the curtain", chromedp.WaitVisible(chromedp.CSS("#resume")))
	b.click("#resume")
	b.do("see the button", chromedp.WaitVisible(chromedp.CSS("#pause")))
	b.holds("the clock runs", `document.getElementById("clock").textContent >= "0:02"`)
	b.value(`(() => { Object.defineProperty(document, "hidden", {value: true, configurable: true}); document.dispatchEvent(new Event("visibilitychange")); return ""; })()`)
	stopped("hidden page")
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
	gridtest.Long(t, "Chromium")
	t.Parallel()
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
		b.keys("c123456789")
		b.choose(cells[1])
		b.keys("z5v3")
		b.choose(cells[2])
		b.keys("c59v2")
		b.keys("hhh")
		b.shows("#hint", "")
		if after := b.value(sizes); after != before {
			t.Errorf("%d pixels: the rows change from\n%s to\n%s", width, before, after)
		}
		for _, row := range strings.Fields(before) {
			// a hundredth is rounding
			if strings.TrimRight(row[:len(row)-1], "0") != strings.TrimRight(before[:len(row)-1], "0") {
				t.Errorf("%d pixels: the rows differ: %s", width, before)
				break
			}
		}
	}
}

// TestGameTouch plays with a finger.
func TestGameTouch(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	b.do("become a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	tap := func(selector string) {
		t.Helper()
		r := strings.Fields(b.value(fmt.Sprintf(
			`(() => { const r = document.querySelector('%s').getBoundingClientRect(); return (r.x + r.width / 2) + " " + (r.y + r.height / 2); })()`, selector)))
		x, _ := strconv.ParseFloat(r[0], 64)
		y, _ := strconv.ParseFloat(r[1], 64)
		b.do("tap "+selector, chromedp.TapXY(x, y))
	}
	e := b.player.open(2)
	tap(at(e[0]))
	tap(`[data-mode="mark"]`)
	tap(`[data-digit="2"]`)
	tap(`[data-digit="6"]`)
	b.label(e[0], cellPlace(e[0])+", marks 2 6")
	tap(at(e[1]))
	tap(`[data-mode="digit"]`)
	tap(fmt.Sprintf(`[data-digit="%d"]`, b.right(e[1])))
	b.label(e[1], fmt.Sprintf("%s, %d", cellPlace(e[1]), b.right(e[1])))
	tap(`.erase`)
	b.label(e[1], cellPlace(e[1])+", empty")
	b.stored(e[0], 0, []int{2, 6}, 0)
}

// TestGameAudit examines the page of a game in its states.
func TestGameAudit(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := boardIn(t, func(server string) tab { return auditor(t, server) })
	e := b.player.open(9)
	b.play(move("mark", 1, e...), move("mark", 4, e[:5]...), move("mark", 7, e[2:]...),
		move("digit", b.right(e[0]), e[0]),
		move("digit", b.right(e[1])%9+1, e[1]), move("color", 4, 11, 22, 33), move("color", 6, e[1], 55, 66),
		move("color", 9, 88, 99))
	path := "/games/" + b.game
	b.audit("game", path+"?check=1&cell="+strconv.Itoa(e[1])) // with a wrong digit
	b.play(move("digit", b.right(e[1]), e[1]))
	b.audit("game-why", path+"?hint=why&cell="+strconv.Itoa(e[3]))
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
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.tab.open(path)
	b.screenshot("game-without-scripts.jpg")
}
