//go:build browser

package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// widths are the windows in which the form for puzzles is used: a phone and a desk.
var widths = []int64{390, 1280}

// typed returns the text of the form.
func (b tab) typed() string {
	b.t.Helper()
	return b.value(`document.querySelector("textarea").value`)
}

// entered returns the 81 fields of the grid, with a dot for an empty one.
func (b tab) entered() string {
	b.t.Helper()
	return b.value(`[...document.querySelectorAll(".entry input")].map(f => f.value || ".").join("")`)
}

// focused returns the name of the field with the focus.
func (b tab) focused() string {
	b.t.Helper()
	return b.value(`document.activeElement.getAttribute("aria-label") ?? ""`)
}

// paste pastes a text into an element.
func (b tab) paste(selector, text string) {
	b.t.Helper()
	b.value(fmt.Sprintf(`(() => {
		const data = new DataTransfer();
		data.setData("text", %q);
		document.querySelector(%q).dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}));
		return "";
	})()`, text, selector))
}

// TestSolveEntry types and pastes grids, at both widths.
func TestSolveEntry(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 4), web.Options{}).URL}
	puzzle := gridtest.Minimal(gridtest.New(9)).String()
	for _, width := range widths {
		b.do("set the window", chromedp.EmulateViewport(width, 900))
		b.open("/solve")
		b.do("wait for the grid", chromedp.WaitVisible(chromedp.CSS(".entry input")))
		small := b.value(`String([...document.querySelectorAll(".entry input, .enter button:not([hidden])")]
			.filter(e => e.offsetParent && (e.getBoundingClientRect().width < 39.5 || e.getBoundingClientRect().height < 39.5)).length)`)
		if small != "0" {
			t.Errorf("%d pixels: %s targets are smaller than 40 pixels", width, small)
		}

		b.click(".entry input")
		b.do("type", chromedp.KeyEvent("5"), chromedp.KeyEvent("3"), chromedp.KeyEvent("."), chromedp.KeyEvent("0"),
			chromedp.KeyEvent(" "), chromedp.KeyEvent("7"))
		if got := b.entered()[:9]; got != "53...7..." {
			t.Errorf("typed %s", got)
		}
		if got := b.typed(); !strings.HasPrefix(got, "53...7...\n.........\n") {
			t.Errorf("the text is %q", got)
		}
		b.do("go by arrows", chromedp.KeyEvent("\u0301"), chromedp.KeyEvent("\u0302"), chromedp.KeyEvent("\u0304"),
			chromedp.KeyEvent("\u0303"))
		// From r1c7: down, left, up, right.
		if got := b.focused(); got != "row 1, column 7" {
			t.Errorf("the arrows lead to %s", got)
		}
		b.do("go left and erase", chromedp.KeyEvent("\u0302"), chromedp.KeyEvent("\b"))
		if got := b.entered()[:9]; got != "53......." {
			t.Errorf("after Backspace %s", got)
		}
		b.shows("#said", "several solutions")

		for name, text := range map[string]string{
			"zeros":      strings.ReplaceAll(puzzle, ".", "0"),
			"blanks":     strings.ReplaceAll(puzzle, ".", " "),
			"nine lines": nineLines(puzzle),
			"commas":     strings.Join(strings.Split(puzzle, ""), ","),
		} {
			b.click(".clear")
			b.shows("#said:empty", "")
			b.paste(".entry input", text)
			b.shows("#said", "one solution")
			if got := b.entered(); got != puzzle {
				t.Errorf("%s: pasted %s, want %s", name, got, puzzle)
			}
		}

		b.click(".clear")
		b.click(".entry input")
		b.do("type the same digit twice", chromedp.KeyEvent("5"), chromedp.KeyEvent("5"))
		b.shows(".faults", "line 1, column 2: digit 5 twice in row 1 and box 1: r1c1 and r1c2")
		if got := b.value(`[...document.querySelectorAll(".entry input.bad")].map(f => f.getAttribute("aria-label")).join()`); got != "row 1, column 1,row 1, column 2" {
			t.Errorf("marked %s", got)
		}

		b.click(".clear")
		b.fill("textarea", puzzle[:13]+"q"+puzzle[14:])
		b.shows(".marks mark", "q")
		b.shows(".faults", "line 1, column 14: character 'q'")
		if got := b.value(`[...document.querySelectorAll(".marks mark")].map(m => m.textContent).join()`); got != "q" {
			t.Errorf("marked %q", got)
		}
		under := b.value(`(() => {
			const mark = document.querySelector(".marks mark").getBoundingClientRect(), area = document.querySelector("textarea");
			const probe = document.createElement("span");
			probe.style.font = getComputedStyle(area).font;
			probe.textContent = "0".repeat(13);
			document.body.append(probe);
			const style = getComputedStyle(area);
			const want = area.getBoundingClientRect().left + parseFloat(style.borderLeftWidth) + parseFloat(style.paddingLeft) + probe.getBoundingClientRect().width - area.scrollLeft;
			probe.remove();
			return String(Math.abs(mark.left - want) < 2);
		})()`)
		if under != "true" {
			t.Errorf("%d pixels: the mark is not under its character", width)
		}
		b.shows(".locked:not([hidden])", "Clear it")
		b.click(".faults button")
		if got := b.value(`(() => { const a = document.querySelector("textarea"); return a.value.slice(a.selectionStart, a.selectionEnd) })()`); got != "q" {
			t.Errorf("the button selects %q", got)
		}
		b.click(".go")
		b.shows(".failure", "line 1, column 14")
		b.shows(".faults", "line 1, column 14") // the answer keeps the text, and the script marks it again
		// Typing into the grid does not replace a text that is not a grid.
		b.shows(".locked:not([hidden])", "Clear it")
		b.click(".entry input")
		b.do("type into the locked grid", chromedp.KeyEvent("5"))
		if got := b.typed(); got != puzzle[:13]+"q"+puzzle[14:] {
			t.Errorf("the answer has the text %q", got)
		}
	}
}

func nineLines(cells string) string {
	var list []string
	for r := range 9 {
		list = append(list, cells[9*r:9*r+9])
	}
	return strings.Join(list, "\n")
}

// TestSolveWithoutScripts types a wrong text, mends it, stops a job and finds its page again, with scripts switched
// off.
func TestSolveWithoutScripts(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 4), web.Options{}).URL}
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}))
	puzzle := gridtest.Minimal(gridtest.New(9)).String()
	b.window(390, "light")
	b.open("/solve")
	b.do("type a wrong text", chromedp.SendKeys(chromedp.CSS("textarea"), puzzle[:13]+"q"+puzzle[14:]))
	b.click(".go")
	b.do("read", chromedp.WaitVisible(chromedp.CSS(".faulty mark")))
	b.open("/solve")
	b.fill("textarea", puzzle)
	b.click(".go")
	// The page of the job reloads by itself until it leads to the puzzle.
	b.do("read the puzzle", chromedp.WaitVisible(chromedp.CSS(".steps, .walk")))

	_, _, h := postPuzzles(t, b.server, "puzzles", isomorphs(3000))
	b.open(h.Get("Location"))
	b.click(`form[action$="/stop"] button`)
	b.do("read", chromedp.WaitVisible(chromedp.CSS(".failure")))
	b.open("/solve")
	b.click(fmt.Sprintf(`a[href^="%s"]`, h.Get("Location")))
	b.do("find it again", chromedp.WaitVisible(chromedp.CSS(".job .failure")))
}

// TestSolveSolutionsAndJobs looks at several solutions, stops a job and finds its page again.
func TestSolveSolutionsAndJobs(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 4), web.Options{}).URL}
	b.window(390, "light")
	b.open("/solve")
	b.do("wait for the grid", chromedp.WaitVisible(chromedp.CSS(".entry input")))
	b.paste(".entry input", severalSolutions(t))
	b.shows("#said", "several solutions")
	b.click(".go")
	b.shows("h1", "solutions")
	b.equals("cells that differ are marked", `(() => {
		const boards = [...document.querySelectorAll(".solutions .board")].map(t => [...t.querySelectorAll(".cell")]);
		return boards[0].some(c => c.matches(".differs")) && boards[0].every((c, i) => c.matches(".differs") || boards.every(o => o[i].textContent === c.textContent));
	})()`, "true")
	for _, width := range widths {
		b.window(width, "light")
		b.equals(fmt.Sprintf("%d pixels: the solutions are side by side", width), `(() => {
			const [a, c] = [...document.querySelectorAll(".solutions .board")].map(e => e.getBoundingClientRect());
			return a.top === c.top && a.right <= c.left;
		})()`, "true")
	}

	b.open("/solve")
	b.do("paste many", chromedp.SetValue(chromedp.CSS("textarea"), isomorphs(3000)))
	b.click(".go")
	b.shows("h1", "Solving")
	at := b.value(`location.pathname`)
	b.click(`form[action$="/stop"] button`)
	b.shows("h1", "Stopped")
	b.shows(".failure", "status new")
	b.open("/solve")
	b.shows("table.list", "stopped at")
	b.click(fmt.Sprintf(`a[href^="%s"]`, at))
	b.shows("h1", "Stopped")
}

// TestAuditSolve audits the form with faults, a stopped job, a job before the last start, and solutions.
func TestAuditSolve(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path := newDatabase(t, 4)
	first := newServer(t, path, web.Options{})
	_, _, h := postPuzzles(t, first.URL, "puzzles", isomorphs(60))
	past := h.Get("Location")
	await(t, first.URL, strings.TrimPrefix(past, "/solve/"), ended)
	server := newServer(t, path, web.Options{}).URL
	b := auditor(t, server)
	puzzle := gridtest.Minimal(gridtest.New(9)).String()
	_, _, h = postPuzzles(t, server, "puzzles", severalSolutions(t)+"\n"+puzzle+"\n"+puzzle[:80]+"\n", "skip", "1")
	j := await(t, server, strings.TrimPrefix(h.Get("Location"), "/solve/"), ended)
	_, _, stopped := postPuzzles(t, server, "puzzles", isomorphs(4000))
	await(t, server, strings.TrimPrefix(stopped.Get("Location"), "/solve/"),
		func(j jobState) bool { return j.Done > 0 })
	send(t, "POST", server+stopped.Get("Location")+"/stop", "application/x-www-form-urlencoded", "")
	b.audit("solve-job", h.Get("Location"))
	b.audit("solve-stopped", stopped.Get("Location"))
	b.audit("solve-past", past)
	b.audit("solve-solutions", fmt.Sprintf("/puzzles/%d/solutions", j.First))
	b.auditState("solve-faults", func() {
		b.open("/solve")
		b.do("wait for the grid", chromedp.WaitVisible(chromedp.CSS(".entry input")))
		b.paste(".entry input", nineLines("55"+puzzle[2:40]+"."+puzzle[41:]))
		b.shows(".faults", "r1c1 and r1c2")
	})
	b.auditState("solve-faults-many", func() {
		b.open("/solve")
		b.do("wait for the grid", chromedp.WaitVisible(chromedp.CSS(".entry input")))
		b.fill("textarea", puzzle+"\n"+puzzle[:13]+"q"+puzzle[14:]+"\n"+puzzle[:79])
		b.shows(".faults", "79 cells")
	})
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.do("set the window", chromedp.EmulateViewport(390, 900))
	b.open("/solve")
	b.fill("textarea", puzzle[:13]+"q"+puzzle[14:]+"\n"+puzzle)
	b.do("send a wrong text without scripts", chromedp.Click(chromedp.CSS(".go")),
		chromedp.WaitVisible(chromedp.CSS(".faulty mark")))
	b.screenshot("solve-faults-no-scripts-390.jpg")
}
