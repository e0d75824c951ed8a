//go:build browser

package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"setdoku/internal/testing/clitest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
)

// programs are the names of Chromium. Chromium without windows takes three quarters of the CPU. Debian has a script for
// each program, which is tried last: when the tests are killed, the kernel ends what chromedp has started, and not the
// children of a script.
var programs = []string{"/usr/lib/chromium/chromium-headless-shell", "/usr/lib/chromium/chromium",
	"chromium-headless-shell", "chromium"}

// chromium is the browser of all tests of this package. TestMain ends it.
var chromium = sync.OnceValues(func() (context.Context, error) {
	var path string
	err := exec.ErrNotFound
	for i := 0; i < len(programs) && err != nil; i++ {
		path, err = exec.LookPath(programs[i])
	}
	if err != nil {
		return nil, err
	}
	options := []chromedp.ExecAllocatorOption{
		chromedp.ExecPath(path), chromedp.Headless, chromedp.NoFirstRun,
		chromedp.Flag("disable-gpu", true), chromedp.Flag("disable-quic", true),
		chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-dev-shm-usage", true),
		// The windows of tests that run at the same time are in front of each other.
		chromedp.Flag("disable-backgrounding-occluded-windows", true),
		chromedp.Flag("disable-renderer-backgrounding", true),
		chromedp.Flag("disable-background-timer-throttling", true),
	}
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // the sandbox refuses root
	}
	allocated, stop := chromedp.NewExecAllocator(context.Background(), options...)
	atEnd(stop)
	ctx, cancel := chromedp.NewContext(allocated)
	atEnd(cancel)
	return ctx, chromedp.Do(ctx)
})

// browser opens a window of Chromium for one test, with cookies and a storage of its own. Without Chromium the test is
// skipped, or it fails if SETDOKU_REQUIRE is set. The short part has no browser.
func browser(t *testing.T) context.Context {
	t.Helper()
	gridtest.Long(t, "Chromium")
	running, err := chromium()
	if errors.Is(err, exec.ErrNotFound) {
		gridtest.Cannot(t, "no chromium on this machine:", err)
	}
	if err != nil {
		t.Fatal("start chromium: ", err)
	}
	ctx, cancel := chromedp.NewContext(running, chromedp.WithNewBrowserContext())
	t.Cleanup(cancel)
	err = chromedp.Do(ctx, chromedp.EmulateViewport(1300, 1000),
		emulate(emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true}))
	if err != nil {
		t.Fatal("open a window: ", err)
	}
	return ctx
}

// tab controls a page. If an action fails, the test fails with the name of the action.
type tab struct {
	t      *testing.T
	ctx    context.Context
	server string
}

// patience is the longest that a test waits for the browser. What it waits for takes less than a second on an idle
// machine.
const patience = 5 * time.Minute

func (b tab) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		b.t.Fatalf("%s: %v\non %.1500s", what, err, b.text())
	}
}

func (b tab) open(path string) { b.t.Helper(); b.do("open "+path, chromedp.Navigate(b.server+path)) }

func (b tab) click(selector string) {
	b.t.Helper()
	b.do("click "+selector, chromedp.Click(chromedp.CSS(selector)))
}

// fill replaces the text of a field. It types the last character, and the script of the page sees all characters then.
func (b tab) fill(selector, text string) {
	b.t.Helper()
	last := len(text) - 1
	b.value(fmt.Sprintf(`((e) => { e.value = %q; e.focus(); return ""; })(document.querySelector(%q))`, text[:last],
		selector))
	b.do("write "+text, chromedp.SendKeys(chromedp.CSS(selector), text[last:]))
}

// shows waits until an element of the page has a text.
func (b tab) shows(selector, text string) {
	b.t.Helper()
	condition := fmt.Sprintf(`document.readyState !== "loading" &&
		[...document.querySelectorAll(%q)].some(e => e.textContent.includes(%q))`, selector, text)
	b.holds(fmt.Sprintf("%s shows %q", selector, text), condition)
}

// text returns what the page shows, for the message of a test that failed. The browser may have ended or may show
// another page, so it has little time.
func (b tab) text() string {
	ctx, cancel := context.WithTimeout(b.ctx, 5*time.Second)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.href + " " + (document.querySelector("main .explanation") ?? document.body).innerText`))
	if err != nil {
		return err.Error()
	}
	return text
}

func (b tab) value(expression string) string {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// emulate sends a command of the protocol that chromedp has no action for.
func emulate[P any](command cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, command.Method, params, nil)
	})
}

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

// press presses keys, all at once.
func (b tab) press(keys ...string) {
	b.t.Helper()
	b.do("press keys", chromedp.KeyEvent(strings.Join(keys, "")))
}

// holds waits until an expression of the page is true.
func (b tab) holds(what, expression string) {
	b.t.Helper()
	yes := false
	defer func() {
		if !yes {
			b.t.Logf("%s on %.1500s", expression, b.text())
		}
	}()
	gridtest.Until(b.t, what, func() bool {
		yes, _ = chromedp.Run(b.ctx, chromedp.Evaluate[bool](expression, chromedp.EvalAwaitPromise))
		return yes // an error may mean that the browser is changing pages
	})
}

// auditor starts Chromium for audits of the pages of a server.
func auditor(t *testing.T, server string) tab {
	t.Helper()
	if _, err := axe(); err != nil {
		gridtest.Cannot(t, "no axe-core, which npm ci --prefix internal/web/testdata --ignore-scripts installs:", err)
	}
	return tab{t, browser(t), server}
}

// axe returns the script of axe-core.
var axe = sync.OnceValues(func() (string, error) {
	script, err := os.ReadFile(filepath.Join("testdata", "node_modules", "axe-core", "axe.min.js"))
	return string(script), err
})

// violations runs axe-core and returns a text with a line for each element that breaks one of its rules. Meanwhile the
// page lacks what is folded and not shown: axe-core skips it, but only after it has looked at all its elements, which
// are thousands in the console's list of tables.
const violations = `(async (options) => {
	const folded = [...document.querySelectorAll("details:not([open])")].map(e => [e, [...e.children].filter(c => !c.checkVisibility())]);
	for (const [, hidden] of folded) hidden.forEach(e => e.remove());
	const result = await axe.run(document, {resultTypes: ["violations"], ...options});
	for (const [e, hidden] of folded) e.append(...hidden);
	return result.violations.flatMap(v => v.nodes.map(n => v.id + ": " + n.html.slice(0, 200) + " " + n.failureSummary.replaceAll("\n", " "))).join("\n");
})`

// audits are the windows in which axe-core looks at a page. A theme changes nothing but colors, so only the rules about
// colors are tried in the dark one, in the window that unfolds most. TestContrastOfColors has all other pairs of
// colors.
var audits = []struct {
	width          int64
	theme, options string
}{
	{390, "light", `{}`},
	{1280, "light", `{}`},
	{1280, "dark", `{runOnly: {type: "rule", values: ["color-contrast", "link-in-text-block"]}}`},
}

// audit examines a page as auditState does.
func (b tab) audit(name, path string) {
	b.t.Helper()
	b.auditState(name, func() { b.open(path) })
}

// auditState examines a state of a page: axe-core may find no violation in the windows of audits, and at 320, 390, 768
// and 1280 pixels, nothing may be wider than the window. No script may fail, and the page may load nothing that its
// policy forbids. reach opens the page in the narrowest window and brings it into its state. SETDOKU_SCREENSHOTS names
// a folder for pictures.
func (b tab) auditState(name string, reach func()) {
	b.t.Helper()
	complaints := b.complaints()
	b.window(320, "light")
	reach()
	for _, width := range []int64{320, 390, 768, 1280} {
		b.window(width, "light")
		b.fits(fmt.Sprintf("%s, %d pixels", name, width))
		for _, in := range audits {
			if in.width != width {
				continue
			}
			b.window(width, in.theme)
			b.screenshot(fmt.Sprintf("%s-%s-%d.jpg", name, in.theme, width))
			b.axe(fmt.Sprintf("%s, %d pixels, %s", name, width, in.theme), in.options)
		}
	}
	for _, text := range complaints() {
		b.t.Errorf("%s: the browser reports: %s", name, text)
	}
}

// fits waits until the page is not wider than the window. What follows the size of the window does so in the next
// frame.
func (b tab) fits(at string) {
	b.t.Helper()
	wide := ""
	defer func() {
		if wide != "" {
			b.t.Logf("%s: %s", at, wide)
		}
	}()
	gridtest.Until(b.t, at+" fits", func() bool {
		wide = b.value(`(() => {
		const wide = document.documentElement.scrollWidth - innerWidth;
		if (wide <= 0) return "";
		const out = [...document.querySelectorAll("main *, header *")].filter(e => e.getBoundingClientRect().right > innerWidth);
		return wide + " pixels too wide: " + out.slice(0, 3).map(e => e.outerHTML.slice(0, 150)).join("\n");
	})()`)
		return wide == ""
	})
}

// axe requires that axe-core finds no violation.
func (b tab) axe(at, options string) {
	b.t.Helper()
	script, err := axe()
	if err != nil {
		b.t.Fatal(err)
	}
	if b.value(`typeof axe`) == "undefined" {
		if _, err := chromedp.Run(b.ctx, chromedp.Evaluate[any](script+"\n;0")); err != nil {
			b.t.Fatalf("%s: load axe-core: %v", at, err)
		}
	}
	found, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](violations+"("+options+")", chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: axe-core: %v", at, err)
	}
	if found != "" {
		b.t.Errorf("%s: axe-core finds\n%s", at, found)
	}
}

// screenshot writes a picture of the page into the folder of SETDOKU_SCREENSHOTS.
func (b tab) screenshot(file string) {
	b.t.Helper()
	folder := os.Getenv("SETDOKU_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(80))
	if err == nil {
		err = os.MkdirAll(folder, 0o755)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(folder, file), picture, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// complaints collects what the browser reports from now on: exceptions of scripts and what the policy of the page
// forbids. The status of the page itself is not a complaint, because an error page has one too.
func (b tab) complaints() func() []string {
	b.t.Helper()
	var lock sync.Mutex
	var list []string
	collect := func(event any) {
		lock.Lock()
		defer lock.Unlock()
		switch e := event.(type) {
		case *runtime.EventExceptionThrown:
			list = append(list, fmt.Sprintf("%+v", *e.ExceptionDetails))
		case *log.EventEntryAdded:
			if e.Entry.Level == log.EntryLevelError && e.Entry.Source != log.EntrySourceNetwork {
				list = append(list, e.Entry.Text)
			}
		}
	}
	if err := chromedp.Listen(b.ctx, collect); err != nil {
		b.t.Fatal(err)
	}
	return func() []string { lock.Lock(); defer lock.Unlock(); return list }
}

// TestAuditPages audits every page and walks through it with the tab key. Pages with states that a script makes are
// audited by the tests of these scripts, which call auditState.
func TestAuditPages(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path := newDatabase(t, 12)
	long := solvertest.Puzzles(t, "made.txt", "x+anti-knight "+
		"...........43256...5.9.....5.91....61...5...98....91.5.....1.5...85327...........")
	long[0].Name, long[0].File = strings.Repeat("very_long_name", 20), strings.Repeat("very_long_name", 20)
	importPuzzles(t, path, long)
	b := auditor(t, newServer(t, path, web.Options{}).URL)
	list := pages()
	list["collection-tall"], list["puzzle-long-name"] = "/?sort=newest", "/puzzles/13?step=0"
	list["collection-wrong"] = "/?score_min=many&level=odd&source=Weekly"
	list["game-long-name"] = "/games/" + newGame(t, b.server, 13).game
	list["sql-large"] = "/sql?q=" + url.QueryEscape("SELECT zeroblob(1000000000)")
	for name, path := range list {
		t.Run(name, func(t *testing.T) {
			b := b
			b.t = t
			b.audit(name, path)
			b.window(390, "light")
			b.open(path)
			b.press("\t")
			if b.value(`String(document.querySelector("[autofocus]"))`) == "null" {
				b.equals("the first stop", `document.activeElement.hash`, "#main")
			}
			for range 6 {
				if wrong := b.value(focusWrong); wrong != "" {
					t.Error(wrong)
				}
				b.press("\t")
			}
		})
	}
}

// focusWrong says what is wrong with how the focused element shows its focus: it has a ring, and lies in the window.
const focusWrong = `(() => {
	const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
	if (e === document.body || e.matches("[role=gridcell]")) return ""; // cells have the frame of the selection
	const what = e.outerHTML.slice(0, 120) + ": ";
	if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return what + "no ring: " + style.outline;
	if (style.outlineColor === getComputedStyle(e.parentElement).backgroundColor) return what + "the ring has the color of what is behind it";
	if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) return what + "outside of the window: " + box.x + " " + box.y;
	return "";
})()`

// outside lists the elements of a selector that are not in the window, are covered or cut, or are too small to touch.
const outside = `((selector, least) => [...document.querySelectorAll(selector)].filter(e => e.checkVisibility()).map(e => {
	const r = e.getBoundingClientRect(), at = document.elementFromPoint(r.x + r.width / 2, Math.min(r.y + r.height / 2, innerHeight - 1));
	const wrong = r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1 ? "outside" :
		r.width < least || r.height < least ? "small" : !at || !(e.contains(at) || at.contains(e)) ? "covered by " + at?.outerHTML.slice(0, 80) :
		e.matches("button, h1") && e.scrollWidth > e.clientWidth + 1 ? "cut" : "";
	return wrong && wrong + ": " + e.outerHTML.slice(0, 80) + " " + JSON.stringify(r);
}).filter(Boolean).slice(0, 5).join("\n") || (document.querySelector(selector) ? "" : "there is no " + selector))`

// TestPagesFitWindows requires what is used most of a page in windows of phones and desks, as soon as the page is open.
func TestPagesFitWindows(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path := newDatabase(t, 12)
	importPuzzles(t, path, solvertest.Puzzles(t, "made.txt", "x+anti-knight "+
		"...........43256...5.9.....5.91....61...5...98....91.5.....1.5...85327..........."))
	b := tab{t, browser(t), newServer(t, path, web.Options{}).URL}
	id, step := severalPatterns(t, b.server)
	game := newGame(t, b.server, 13)
	phones := [][2]int64{{390, 600}, {360, 640}, {390, 844}}
	small := append([][2]int64{{360, 560}, {320, 568}, {844, 340}, {683, 450}, {768, 1024}, {1366, 768}}, phones...)
	for _, c := range []struct {
		name, path, important string
		least                 int // pixels in each direction
		windows               [][2]int64
	}{
		{"game", "/games/" + game.game, "#board [role=gridcell], .pad button, #shade, #pause, .top h1", 20, small},
		{"targets of a game", "/games/" + game.game, "#board [role=gridcell], .pad button", 39, [][2]int64{{390, 844}}},
		{"hint of a game", "/games/" + game.game, "#board, #hint .words", 20, phones},
		{"step", fmt.Sprintf("/puzzles/%d?step=%d", id, step), ".walk, .drawing, .step h2, .pager, .words", 20, phones},
		{"first puzzle of the collection", "/puzzles", "table.list tr:first-child .thumb", 20, phones},
		{"field for a puzzle", "/solve", ".entry input", 39, [][2]int64{{390, 844}, {1280, 900}}},
		{"board of a game on a desk", "/games/" + game.game, "#board", 540, [][2]int64{{1366, 768}}},
		{"board of an exercise", "/techniques/x_wing/exercise?example=1", ".board", 540, [][2]int64{{1366, 768}}},
		{"large desk", "/puzzles/1?step=3", ".drawing svg", 700, [][2]int64{{2560, 1440}}},
	} {
		for _, w := range c.windows {
			t.Run(fmt.Sprint(c.name, w), func(t *testing.T) {
				b := b
				b.t = t
				b.do("set the window", chromedp.EmulateViewport(w[0], w[1]))
				b.open(c.path)
				b.holds("the page is there", `document.readyState === "complete"`)
				if strings.Contains(c.important, "#hint") {
					b.holds("the script runs", `document.querySelector("#board [tabindex='0']") !== null`)
					b.press("hhh")
				}
				wrong := ""
				defer func() {
					if t.Failed() {
						t.Log(wrong)
					}
				}()
				gridtest.Until(t, "everything fits", func() bool {
					wrong = b.value(fmt.Sprintf("%s(%q, %d)", outside, c.important, c.least))
					return wrong == ""
				})
				b.fits(c.name)
			})
		}
	}
}

// TestPaper prints pages from a browser with the dark theme: what is listed, on so many sheets, in light colors.
func TestPaper(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{}).URL
	hints := filepath.Join(t.TempDir(), "hints.html")
	list := strings.Repeat("139.7.....4..58137..5.214..57.6.3.988..5.467..61.87.4569.1...843..8.97.641.7....3\n", 3)
	clitest.Call(t.Context(), strings.NewReader(list), "hint", "-", "--format", "html", "-o", hints).Must(t, 0)
	b := tab{t, browser(t), ""}
	b.do("become paper", chromedp.EmulateViewport(794, 1123),
		emulate(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
		}))
	for _, c := range []struct {
		address, shown string
		sheets         int
	}{
		{server + "/games/" + newGame(t, server, 12).game, "h1, .board", 1},
		{server + "/puzzles/1?step=4", "h1, .drawing, .step h2, .words", 1},
		{server + "/techniques/aic", "h1, figure img, .idea, .words, h2", 1},
		{"file://" + hints, "", 3},
	} {
		b.open(c.address)
		if c.shown != "" {
			b.equals(c.address+": also on the paper", fmt.Sprintf(`[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() &&
				e.getClientRects().length && !e.closest(%q) && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).
				map(e => e.outerHTML.slice(0, 200)).join("\n")`, c.shown), "")
			b.equals(c.address+": not on the paper", fmt.Sprintf(`%q.split(", ").filter(s => !document.querySelector(s)?.checkVisibility()).join()`,
				c.shown), "")
			b.equals(c.address+": the paper", `getComputedStyle(document.body).backgroundColor`, "rgb(255, 255, 255)")
		}
		pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
		gridtest.Must(t, err)
		if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != c.sheets {
			t.Errorf("%s: %d sheets of paper, want %d", c.address, n, c.sheets)
		}
	}
}

// atEnd calls end after all tests.
func atEnd(end func()) {
	shared.Lock()
	defer shared.Unlock()
	shared.ends = append(shared.ends, end)
}
