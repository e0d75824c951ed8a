//go:build browser

package web_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
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
