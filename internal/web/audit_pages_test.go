//go:build browser

package web_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestAuditPages audits every page. Pages with states that a script makes have tests of their own, which call
// auditState.
func TestAuditPages(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 40), web.Options{}).URL)
	for name, path := range pages() {
		t.Run(name, func(t *testing.T) {
			b.t = t
			b.audit(name, path)
		})
	}
}

// TestAuditToken audits the page that asks for the token, before and after a wrong one, and signs in by the form and by
// the address.
func TestAuditToken(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL)
	b.audit("token", "/puzzles/1?step=2")
	b.auditState("token-wrong", func() {
		b.open("/puzzles/1?step=2")
		b.do("type", chromedp.SendKeys(chromedp.CSS("#token"), "wrong"))
		b.click("main button")
		b.shows(".failure", "not the token")
	})
	b.do("type", chromedp.SendKeys(chromedp.CSS("#token"), testToken))
	b.click("main button")
	b.shows("h1", "Puzzle 1")
	if at := b.value("location.pathname + location.search"); at != "/puzzles/1?step=2" {
		t.Errorf("the browser is at %s", at)
	}
	b.t = t
	fresh := tab{t, browser(t), b.server}
	fresh.open("/sql?token=" + url.QueryEscape(testToken))
	fresh.shows("h1", "SQL")
	if at := fresh.value("location.pathname + location.search"); at != "/sql" {
		t.Errorf("the browser is at %s", at)
	}
	fresh.open("/techniques")
	fresh.shows("h1", "Techniques")
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
