//go:build browser

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

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
