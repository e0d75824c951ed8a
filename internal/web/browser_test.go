//go:build browser

package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// chromium is the browser of all tests of this package. TestMain ends it.
var chromium = sync.OnceValues(func() (context.Context, error) {
	path, err := exec.LookPath("chromium-headless-shell") // Chromium without windows takes three quarters of the CPU
	if err != nil {
		path, err = exec.LookPath("chromium")
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
	var err error
	defer func() {
		if b.t.Failed() {
			b.t.Logf("%s: %v\non %.1500s", selector, err, b.text())
		}
	}()
	gridtest.Until(b.t, fmt.Sprintf("%s shows %q", selector, text), func() (shown bool) {
		shown, err = chromedp.Run(b.ctx, chromedp.Evaluate[bool](condition))
		return shown // an error may mean that the browser is changing pages
	})
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

// TestBrowser asks for a hint and for a step of the solver, runs a query and a statement that writes, filters the
// collection and solves pasted text. The writing statement must be refused.
func TestBrowser(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12),
		web.Options{QueryTime: time.Second, Worker: worker(t)}).URL}

	b.open("/puzzles/11")
	b.click(`button[value="why"]`)
	b.shows(".hint b", "r")

	b.open("/sql")
	b.fill("textarea", "SELECT puzzle_id, level FROM puzzle ORDER BY puzzle_id LIMIT 3")
	b.click("form.console button")
	b.shows("[role=status]", "3 rows")
	b.click(`.rows a[href="/puzzles/2"]`)
	b.shows("h1", "Puzzle 2")
	b.open("/sql?q=" + url.QueryEscape("DELETE FROM puzzle"))
	b.shows(".failure", "writes")
	b.open("/sql?q=" + url.QueryEscape("WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n) SELECT "+
		"COUNT(*) FROM n"))
	b.shows(".failure", "stopped after 1s")
	b.do("run it again", chromedp.Click(chromedp.CSS("form.console button")))
	b.do("cancel", chromedp.Click(chromedp.CSS("button.cancel")),
		chromedp.WaitNotVisible(chromedp.CSS("button.cancel")))

	b.open("/")
	b.shows("h1", "12")
	b.do("filter", chromedp.SetValue(chromedp.CSS(`select[name="status"]`), "new"))
	b.click("form.filters button")
	b.shows("h1", "selected")
	if n := b.value(`String(document.querySelectorAll("table.list tbody tr").length)`); n != "3" {
		t.Errorf("%s puzzles wait, want 3", n)
	}

	givens := b.value(`document.querySelector("table.list tbody tr:last-child .thumb").textContent.replaceAll("\u00a0", ".")`)
	b.open("/solve")
	b.do("paste", chromedp.SendKeys(chromedp.CSS("textarea"), givens))
	b.click("form.drop button.go")
	b.shows("h1", "Puzzle 12")
	b.shows(".facts", "solved")
	b.open("/puzzles/11")
	b.click(`button[value="step"]`)
	b.shows("h2", "Step 1:")
}

// TestBrowserWithoutScripts goes through the steps and the patterns of a puzzle with scripts switched off.
func TestBrowserWithoutScripts(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 4), web.Options{}).URL}
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}))
	b.open("/puzzles/1?step=0")
	b.click(`.walk [data-key="ArrowRight"]`)
	b.shows("h2", "Step 1:")
	id, step := severalPatterns(t, b.server)
	b.open(fmt.Sprintf("/puzzles/%d?step=%d", id, step))
	b.shows(".pager", "Pattern 1 of")
	b.click(`.patterns a[data-key="pattern-2"]`)
	b.shows(".pager", "Pattern 2 of")
	b.click(`.pager [aria-label="one pattern back"]`)
	b.shows(".pager", "Pattern 1 of")
	b.click(".paths a")
	b.shows("h2", "Steps that were needed")
	b.click(".steps tr:last-child a")
	// The list of the steps has the same heading, but no statement.
	b.do("see the step", chromedp.WaitVisible(chromedp.CSS("#how summary")))
	b.shows("h2", "Steps that were needed")
	if shut := b.value(`String(document.querySelector("#how").open)`); shut != "false" {
		t.Error("the statement is not folded")
	}
	b.click("#how summary")
	b.do("read the statement", chromedp.WaitVisible(chromedp.CSS("#how pre.sql")))
	b.open("/puzzles/2")
	b.click(`button[value="why"]`)
	b.shows(".hint b", "r")
	b.click(`button[value="solve"]`)
	b.shows(".facts", "solved")
}

// emulate sends a command of the protocol that chromedp has no action for.
func emulate[P any](command cdp.Command[P, cdp.Empty], params P) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, command.Method, params, nil)
	})
}
