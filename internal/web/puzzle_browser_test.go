//go:build browser

package web_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// Keys of chromedp that a test presses.
const (
	keyLeft, keyRight, keyUp, keyDown = "\u0302", "\u0303", "\u0304", "\u0301"
	keyHome, keyEnd                   = "\u0306", "\u0305"
)

// severalPatterns returns a step with at least three patterns.
func severalPatterns(t *testing.T, server string) (id, step int) {
	t.Helper()
	rows := ask(t, server, `SELECT puzzle_id, step FROM evidence GROUP BY puzzle_id,
			step HAVING COUNT(DISTINCT pattern) > 2 ORDER BY puzzle_id, step LIMIT 1`)
	if len(rows) == 0 {
		t.Fatal("no step has three patterns")
	}
	return int(rows[0][0].(float64)), int(rows[0][1].(float64))
}

// windows are a phone and a desk, in which the pages are tested.
var windows = []struct {
	width int64
	theme string
}{{390, "dark"}, {1280, "light"}}

// window sets the size of the window and the theme.
func (b tab) window(width int64, theme string) {
	b.t.Helper()
	b.do("set the window", chromedp.EmulateViewport(width, 900),
		emulate(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: theme}},
		}))
}

// equals requires that an expression has a value.
func (b tab) equals(what, expression, want string) {
	b.t.Helper()
	if got := b.value("String(" + expression + ")"); got != want {
		b.t.Errorf("%s: %s, want %s", what, got, want)
	}
}

// until waits until a condition is true.
func (b tab) until(condition string) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if _, err := chromedp.Run(ctx, chromedp.Poll[bool](condition)); err != nil {
		b.t.Fatalf("%s: %v", condition, err)
	}
}

// press presses keys, all at once.
func (b tab) press(keys ...string) {
	b.t.Helper()
	b.do("press keys", chromedp.KeyEvent(strings.Join(keys, "")))
}

// TestWalk goes through the steps of a puzzle by keys, links, the slider and the list.
func TestWalk(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	rule := func(step int) string {
		return fmt.Sprint(ask(t, b.server,
			fmt.Sprintf("SELECT title FROM technique WHERE name = (SELECT rule FROM step WHERE puzzle_id = 1 AND "+
				"step = %d)", step))[0][0])
	}
	steps := int(ask(t, b.server, "SELECT steps FROM puzzle WHERE puzzle_id = 1")[0][0].(float64))
	if steps < 12 {
		t.Fatalf("%d steps are too few", steps)
	}
	for _, w := range windows {
		t.Run(fmt.Sprint(w.width, w.theme), func(t *testing.T) {
			b := b
			b.t = t
			b.window(w.width, w.theme)
			b.open("/techniques")
			b.open("/puzzles/1?step=0")
			b.equals("nothing is said at first", `document.querySelector("#voice").textContent`, "")
			entries := b.value(`String(history.length)`)

			b.press(keyRight)
			b.shows("h2", "Step 1: "+rule(1))
			b.shows("#voice", fmt.Sprintf("Step 1 of %d: %s.", steps, rule(1)))
			b.equals("title", "document.title", "Puzzle 1, step 1: "+rule(1)+" · setdoku")
			b.equals("the voice is polite", `document.querySelector("#voice").getAttribute("role")`, "status")

			b.equals("the statement is folded", `document.querySelector("#how").open`, "false")
			b.click("#how summary")
			b.press(keyRight, keyRight, keyRight, keyRight, keyRight)
			b.shows("h2", "Step 6: "+rule(6))
			b.equals("address", "location.search", "?step=6")
			b.equals("the statement stays open", `document.querySelector("#how").open`, "true")
			b.click("#how summary")
			b.equals("the list of steps scrolls in a box",
				`(e => e.offsetHeight < 450 && e.scrollHeight > e.clientHeight)(document.querySelector(".steplist"))`,
				"true")
			b.equals("the marked row is visible", `(r => {
				const box = document.querySelector(".steplist").getBoundingClientRect(), row = r.getBoundingClientRect();
				return row.top >= box.top && row.bottom <= box.bottom;
			})(document.querySelector(".steps .now"))`, "true")
			b.equals("marked row", `document.querySelector('.steps [aria-current="step"]').closest("tr").cells[0].textContent`, "6")

			// A click on a link of the page that another step is about to replace.
			b.value(`(() => { for (let i = 0; i < 5; i++) document.querySelector('.walk [data-key="ArrowLeft"]').click(); return ""; })()`)
			b.shows("h2", "Step 1: "+rule(1))
			b.equals("address", "location.search", "?step=1")

			b.value(`(() => { const s = document.querySelector(".slide input"); s.value = 7; s.dispatchEvent(new Event("input", {bubbles: true})); return ""; })()`)
			b.shows("h2", "Step 7: "+rule(7))

			b.click(`.steps a[data-step="9"]`)
			b.shows("h2", "Step 9: "+rule(9))
			b.equals("the focus stays on the link", "document.activeElement.dataset.step", "9")

			b.value(`(document.activeElement.blur(), scrollTo(0, 0), "")`)
			b.press(keyEnd)
			b.until("scrollY > 0")
			b.equals("End scrolls and goes nowhere", "location.search", "?step=9")
			b.press(keyHome)
			b.until("scrollY === 0")
			b.equals("Home scrolls and goes nowhere", "location.search", "?step=9")
			b.value(`(document.querySelector('.walk [data-key="ArrowRight"]').focus(), "")`)
			b.press(keyEnd)
			b.shows("h2", fmt.Sprintf("Step %d:", steps))
			b.press(keyHome)
			b.shows("h2", "Before all steps")
			b.equals("the focus stays in the bar", `document.activeElement.closest(".walk") !== null`, "true")

			b.equals("entries of the history", `history.length`, entries)
			b.value(`(history.back(), "")`)
			b.shows("h1", "Techniques")
		})
	}
}

// TestPatterns goes through the patterns of a step by keys, links and the list. The picture and the words are those of
// one pattern.
func TestPatterns(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	id, step := severalPatterns(t, b.server)
	rows := ask(t, b.server, fmt.Sprintf("SELECT pattern, cell, digit FROM placement WHERE puzzle_id = %d AND step = "+
		"%d UNION ALL "+
		"SELECT pattern, cell, digit FROM elimination WHERE puzzle_id = %d AND step = %d ORDER BY pattern, cell, digit",
		id, step, id, step))
	effects, last := []string{}, any(nil) // cells and digits of each pattern
	for _, r := range rows {
		if r[0] != last {
			effects, last = append(effects, ""), r[0]
		}
		effects[len(effects)-1] += fmt.Sprintf("r%vc%v%v ", int(r[1].(float64))/10, int(r[1].(float64))%10, r[2])
	}
	for _, w := range windows {
		t.Run(fmt.Sprint(w.width, w.theme), func(t *testing.T) {
			b := b
			b.t = t
			b.window(w.width, w.theme)
			b.open(fmt.Sprintf("/puzzles/%d?step=%d", id, step))
			entries := b.value(`String(history.length)`)
			one := func(n int) {
				t.Helper()
				b.shows(".pager", fmt.Sprintf("Pattern %d of %d", n, len(effects)))
				said := strings.Join(strings.Fields(b.value(
					`document.querySelector(".effect").textContent.replace(/<>|=/g, "")`)), " ") + " "
				drawn := b.value(`document.querySelector(".drawing desc").textContent.split(/Placed:|Eliminated:/).slice(1).join(" ").split(".")[0].replace(/<>|=/g, "")`)
				if said != effects[n-1] || strings.Join(strings.Fields(drawn), " ")+" " != effects[n-1] {
					t.Errorf("pattern %d: the words are about %q and the picture about %q, want %q", n, said, drawn,
						effects[n-1])
				}
				b.equals("marked pattern", `document.querySelector(".patterns [aria-current]").dataset.pattern`,
					fmt.Sprint(n))
			}
			one(1)
			b.click(`.pager [data-key="pattern-on"]`)
			one(2)
			b.shows("#voice", fmt.Sprintf("Pattern 2 of %d.", len(effects)))
			b.equals("address", "location.search", fmt.Sprintf("?step=%d&pattern=2", step))
			b.press(keyDown) // the focus is in the bar of patterns
			one(3)
			b.press(keyUp)
			one(2)
			b.click(`.patterns a[data-pattern="3"]`)
			one(3)
			b.click(`.patterns a[data-pattern="1"]`)
			one(1)
			b.do("shift and right", chromedp.KeyEvent(keyRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
			one(2)
			b.equals("entries of the history", `history.length`, entries)
			b.do("load again", chromedp.Reload())
			one(2)
			b.press(keyLeft)
			b.equals("address without a pattern", `location.search`, fmt.Sprintf("?step=%d", step-1))
		})
	}
}

// TestStepFitsPhone requires the picture of a step, its words and the bar in the window of a phone, as soon as the page
// is open.
func TestStepFitsPhone(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	id, step := severalPatterns(t, b.server)
	for _, size := range [][2]int64{{390, 600}, {360, 640}, {390, 844}} {
		b.do("set the window", chromedp.EmulateViewport(size[0], size[1], chromedp.EmulateMobile))
		b.open(fmt.Sprintf("/puzzles/%d?step=%d", id, step))
		b.equals(fmt.Sprint("parts outside of the window ", size), `[...document.querySelectorAll(".walk, .drawing, .step h2, .pager, .words")].
			map(e => [e.className || e.tagName, e.getBoundingClientRect()]).filter(([, r]) => r.top < -1 || r.bottom > innerHeight + 1 || r.height < 20).map(([name]) => name).join()`, "")
		b.fits(fmt.Sprint(size))
	}
}

// TestNeededInBrowser goes from the whole path to the needed one and back. The address is that of the nearest step, and
// walking stays in the path.
func TestNeededInBrowser(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	for _, w := range windows {
		b.window(w.width, w.theme)
		b.open("/puzzles/4?step=9")
		b.click(".paths a")
		b.shows("h2", "Steps that were needed")
		b.until(`/^[?]step=[0-9]+&path=needed$/.test(location.search)`)
		b.value(`(document.activeElement.blur(), "")`)
		b.press(keyHome) // scrolls
		n := b.value(`document.querySelector(".walk").dataset.step`)
		b.press(keyLeft, keyLeft)
		b.until(`location.search === "?step=" + (` + n +
			` - 2) + "&path=needed" && document.querySelector(".walk").dataset.step == ` + n + ` - 2`)
		b.shows("h2", "Steps that were needed")
		// The press of Home may still scroll the page, and a click of the mouse would miss.
		b.value(`(document.querySelector(".paths a").click(), "")`)
		b.shows("h2", "All steps")
	}
}

// TestPlayButton begins a game from the page of a solved puzzle, with and without scripts. The puzzle stays as it is.
func TestPlayButton(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 4), web.Options{}).URL}
	state := func() string {
		return fmt.Sprint(ask(t, b.server, "SELECT status, steps, score FROM puzzle WHERE puzzle_id = 1"),
			ask(t, b.server, "SELECT COUNT(*) FROM cell"))
	}
	before := state()
	for _, off := range []bool{false, true} {
		b.do("switch scripts", emulate(emulation.SetScriptExecutionDisabled,
			emulation.SetScriptExecutionDisabledParams{Value: off}))
		b.open("/puzzles/1")
		b.click(".top button.main")
		gridtest.Until(t, "the page of a game",
			func() bool { return strings.HasPrefix(b.value("location.pathname"), "/games/") })
	}
	if after := state(); after != before {
		t.Errorf("the puzzle was %s and is %s", before, after)
	}
}

// TestAuditOpened audits the page of a puzzle with everything unfolded.
func TestAuditOpened(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 12), web.Options{}).URL)
	id, step := severalPatterns(t, b.server)
	b.auditState("puzzle-opened", func() {
		b.open(fmt.Sprintf("/puzzles/%d?step=%d", id, step))
		b.click("#how summary")
		b.click("#text summary")
		b.press(keyDown)
	})
}
