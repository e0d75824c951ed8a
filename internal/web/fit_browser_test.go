//go:build browser

package web_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/explain/picture"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
	"setdoku/internal/web"
)

// TestAuditPages audits every page and walks through it with the tab key. Pages with states that a script makes are
// audited by the tests of these scripts, which call auditState.
func TestAuditPages(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path := newDatabase(t, 40)
	long := solvertest.Puzzles(t, "made.txt", "x+anti-knight "+
		"...........43256...5.9.....5.91....61...5...98....91.5.....1.5...85327...........")
	long[0].Name, long[0].File = strings.Repeat("very_long_name", 20), strings.Repeat("very_long_name", 20)
	importPuzzles(t, path, long)
	b := auditor(t, newServer(t, path, web.Options{}).URL)
	list := pages()
	list["collection-tall"], list["puzzle-long-name"] = "/?sort=newest", "/puzzles/41?step=0"
	list["collection-wrong"] = "/?score_min=many&level=odd&source=Weekly"
	list["game-long-name"] = "/games/" + newGame(t, b.server, 41).game
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
		{"hint of a game", "/games/" + game.game + "?cell=11", "#board, #hint .words", 20, phones},
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
		if err != nil {
			t.Fatal(err)
		}
		if n := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); n != c.sheets {
			t.Errorf("%s: %d sheets of paper, want %d", c.address, n, c.sheets)
		}
	}
}

// TestFiguresOfOnePage opens a page of explain, with a picture of each theme added behind it. Every figure has the
// colors that it has as the only one on the page, and the first one has those of the last.
func TestFiguresOfOnePage(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	page := clitest.Call(t.Context(), nil, "explain", "--format", "html",
		"....1...2.....5.16.....7..9.7........3.59..24..4...8...17..9...2...8...3.5.42....").Must(t, 0).Stdout
	for _, theme := range picture.Themes {
		var figure bytes.Buffer
		if err := picture.SVG(&figure, picture.Diagram{State: setdoku.State{}},
			picture.Options{Theme: theme, ID: string(theme)}); err != nil {
			t.Fatal(err)
		}
		page += figure.String()
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		io.WriteString(w, page) // the browser may go before it has the icon, which it asks for too
	}))
	defer server.Close()
	b := tab{t, browser(t), server.URL}
	b.open("/")
	if got := b.value(`(() => {
		const colors = svg => [...svg.querySelectorAll("path, rect, circle, text")].map(e => {
			const s = getComputedStyle(e);
			return [e.getAttribute("class") ?? e.parentNode.getAttribute("class"), s.fill, s.fillOpacity, s.stroke, s.strokeOpacity, s.strokeLinecap].join(" ");
		});
		const figures = [...document.querySelectorAll("svg")];
		const faults = [];
		window.together = figures.map(colors);
		const explained = window.together.slice(0, -` + string(rune('0'+len(picture.Themes))) + `);
		if (explained.length < 10) faults.push(explained.length + " figures");
		const last = new Set(explained.at(-1));
		for (const line of explained[0]) if (!last.has(line)) faults.push("the last figure has no " + line);
		figures.forEach((svg, i) => {
			document.body.replaceChildren(svg);
			colors(svg).forEach((line, k) => { if (line !== window.together[i][k]) faults.push("figure " + i + ": " + window.together[i][k] + ", as the only one " + line); });
		});
		return [...new Set(faults)].slice(0, 20).join("\n");
	})()`); got != "" {
		t.Error(got)
	}
}
