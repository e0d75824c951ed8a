//go:build browser

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/internal/web"
)

// outside lists the cells of the board and the keys that are not in the window.
const outside = `[...document.querySelectorAll("#board [role=gridcell], .pad button, #shade, #pause")].
	filter(e => e.checkVisibility()).filter(e => { const r = e.getBoundingClientRect(); return r.width < 20 || r.height < 20 || r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth; }).
	map(e => e.textContent + " " + JSON.stringify(e.getBoundingClientRect())).join("\n")`

// places returns where the keys are.
const places = `[...document.querySelectorAll(".pad button:not([value=check])")].filter(e => e.checkVisibility()).
	map(e => e.textContent + " " + Object.values(e.getBoundingClientRect().toJSON()).map(Math.round)).join("\n")`

// covered lists the keys that have something in front of them, and texts that are cut.
const covered = `[...document.querySelectorAll(".pad button, #shade, .home, #pause")].filter(e => e.checkVisibility()).filter(e => {
	const r = e.getBoundingClientRect(), at = (y) => document.elementFromPoint(r.x + r.width / 2, y);
	return e.scrollWidth > e.clientWidth + 1 || ![r.top + 3, r.bottom - 3].every(y => e.contains(at(y)));
}).concat([...document.querySelectorAll(".top h1, .top small, .words")].filter(e => e.scrollWidth > e.clientWidth || getComputedStyle(e).whiteSpace === "nowrap")).
	map(e => e.outerHTML.slice(0, 90)).join("\n")`

// TestGameFitsWindow requires the board and all keys in the windows of phones, and in a window of 1366x900 at twice its
// size. Neither the mode for colors nor an alarm moves or covers a key, and the board's name is not cut.
func TestGameFitsWindow(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path := newDatabase(t, 4)
	importPuzzles(t, path, solvertest.Puzzles(t, "made.txt", "x+anti-knight "+
		"...........43256...5.9.....5.91....61...5...98....91.5.....1.5...85327..........."))
	server := newServer(t, path, web.Options{}).URL
	b := boardOf(t, newGame(t, server, 5), tab{t, browser(t), server})
	for _, size := range [][2]int64{{390, 600}, {360, 560}, {320, 568}, {390, 664}, {390, 844}, {844, 340}, {844, 390},
		{683, 450}, {768, 1024}, {1366, 768}} {
		b.do("set the window", chromedp.EmulateViewport(size[0], size[1]), chromedp.Reload())
		b.started()
		if out := b.value(outside); out != "" {
			t.Errorf("%d x %d: outside of the window:\n%s", size[0], size[1], out)
		}
		b.fits(fmt.Sprint(size))
		before := b.value(places)
		b.click(`[data-mode="color"]`)
		b.value(`(() => { const e = document.getElementById("alarm"); e.textContent = "The server does not answer. 10 moves wait in this browser and will be sent again."; e.hidden = false; return ""; })()`)
		if after := b.value(places); after != before {
			t.Errorf("%d x %d: the keys were at\n%s\nand are at\n%s", size[0], size[1], before, after)
		}
		if wrong := b.value(covered); wrong != "" {
			t.Errorf("%d x %d: covered or cut:\n%s", size[0], size[1], wrong)
		}
	}
}

// TestHintLines requires the words of a hint in whole lines, in a low window of a phone.
func TestHintLines(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	for _, size := range [][2]int64{{390, 600}, {360, 640}} {
		b.do("set the window", chromedp.EmulateViewport(size[0], size[1]), chromedp.Reload())
		b.started()
		b.click(`[value="hint-why"]`)
		b.shows("#hint", "Do it")
		b.together()
		b.equals(fmt.Sprint("lines that are cut ", size), `(e => {
			const range = document.createRange(), end = e.getBoundingClientRect().bottom;
			range.selectNodeContents(e);
			return [...range.getClientRects()].filter(r => r.top < end - 4 && r.bottom > end + 4).length;
		})(document.querySelector(".words"))`, "0")
	}
}

// TestDeskBoards requires whole boards in a window of 1366x768, and boards of more than 700 pixels in one of 2560x1440.
func TestDeskBoards(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	for _, path := range []string{"/games/" + b.game, "/techniques/x_wing/exercise", "/puzzles/1?step=3"} {
		for _, c := range []struct{ width, height, least int64 }{{1366, 768, 540}, {2560, 1440, 700}} {
			b.do("set the window", chromedp.EmulateViewport(c.width, c.height))
			b.tab.open(path)
			b.equals(fmt.Sprint(path, c), fmt.Sprintf(`(r => r.bottom <= innerHeight && r.width >= %d || JSON.stringify(r))(
				document.querySelector(".board, .drawing svg").getBoundingClientRect())`, c.least), "true")
		}
	}
}

// TestGameSelectedMarks requires the frame of the selected cell outside of its marks, one border around the board, and
// a status that does not ask for a cell any more.
func TestGameSelectedMarks(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	b.do("become a phone", chromedp.EmulateViewport(390, 844))
	b.shows("#say", "Select a cell.")
	b.choose(b.player.open(1)[0])
	b.keys("c123456789")
	covered := b.value(`(() => {
		const cell = document.querySelector(".cell.selected"), frame = parseFloat(getComputedStyle(cell, "::after").borderTopWidth);
		const all = cell.getBoundingClientRect(), marks = [...cell.querySelectorAll(".mark")].map(e => e.getBoundingClientRect());
		const inside = (r) => r.left >= all.left + frame && r.top >= all.top + frame && r.right <= all.right - frame && r.bottom <= all.bottom - frame;
		const lines = getComputedStyle(cell, "::before").content;
		return marks.length === 9 && frame >= 2 && lines === "none" && marks.every(inside) ? "" : frame + " " + lines + " " + marks.length;
	})()`)
	if covered != "" {
		t.Error("the frame covers marks: ", covered)
	}
	if text := b.value(`document.getElementById("say").textContent`); text == "Select a cell." {
		t.Error("a cell is selected, and the status asks for one")
	}
	twice := b.value(`[...document.querySelectorAll(".line:last-child .cell")].map(e => getComputedStyle(e).borderBottomWidth).
		concat([...document.querySelectorAll(".cell:last-child")].map(e => getComputedStyle(e).borderRightWidth)).filter(w => w !== "0px").join(" ")`)
	if twice != "" {
		t.Error("cells have a border next to that of the board: ", twice)
	}
}

// TestForcedColors requires a difference between what is pressed, current or in conflict and what is not, in the colors
// that a user has forced.
func TestForcedColors(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	force := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors",
		Value: "active"}}}
	b.do("force colors", emulate(emulation.SetEmulatedMedia, force))
	differ := func(what, one, other, pseudo string) {
		t.Helper()
		color := func(selector string) string {
			return b.value(fmt.Sprintf(`getComputedStyle(document.querySelector(%q), %q).backgroundColor`, selector,
				pseudo))
		}
		if a, c := color(one), color(other); a == c {
			t.Errorf("%s: both have the color %s", what, a)
		}
	}
	cell, digit := b.player.open(1)[0], 1
	for b.clash(cell, digit) == "" {
		digit++
	}
	b.choose(cell)
	b.keys(fmt.Sprint(digit))
	b.click(`[value="hint-what"]`)
	b.holds("the level is pressed", `document.querySelector('[value="hint-what"][aria-pressed=true]') !== null`)
	differ("mode", `[data-mode="digit"]`, `[data-mode="mark"]`, "")
	differ("level of the hint", `[value="hint-what"]`, `[value="hint-why"]`, "")
	differ("current page", "header a[aria-current]", "header a:not([aria-current]):not(.brand)", "")
	differ("conflict", ".cell.conflict .digit", "body", "::before")
}

// TestLongNames requires that a name and a file name of any length widen no page, and push no column out of a window of
// a desk.
func TestLongNames(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path, long := newDatabase(t, 4), strings.Repeat("very_long_name", 20)
	var list []format.Puzzle
	for i := range 12 { // a count of two digits
		p := solvertest.Puzzles(t, "made.txt", strings.Repeat(".", 80-i)+"7"+strings.Repeat(".", i))[0]
		p.Name, p.File = long, long+".sdm"
		list = append(list, p)
	}
	importPuzzles(t, path, list)
	server := newServer(t, path, web.Options{}).URL
	b := tab{t, browser(t), server}
	for _, page := range []string{"/?sort=newest", "/puzzles/5?step=0", "/games/" + newGame(t, server, 5).game} {
		for _, width := range []int64{360, 1366} {
			b.window(width, "light")
			b.open(page)
			b.fits(fmt.Sprint(page, width))
		}
	}
	b.open("/?sort=newest")
	b.equals("counts in two lines", `[...document.querySelectorAll(".facet .count")].filter(e => {
		const range = document.createRange();
		range.selectNodeContents(e);
		return range.getClientRects().length > 1;
	}).length`, "0")
	b.equals("columns outside of the window", `[...document.querySelectorAll(".puzzles td")].
		filter(e => e.checkVisibility() && e.getBoundingClientRect().right > innerWidth).length`, "0")
}
