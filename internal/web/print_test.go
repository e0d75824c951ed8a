//go:build browser

package web_test

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestPrint prints the pages that have a board, from a browser with the dark theme. There must be one sheet of paper
// with the title, the board and, of a step, its number and its words, and nothing else, in the light colors.
func TestPrint(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 12), web.Options{}).URL
	b := tab{t, browser(t), server}
	for _, c := range []struct{ name, path, title, board string }{
		{"game", "/games/" + newGame(t, server, 12).game, "Puzzle 12", ".board"},
		{"puzzle", "/puzzles/1?step=4", "Puzzle 1", ".drawing, .step h2, .words"},
		{"technique", "/techniques/aic", "Alternating Inference Chain", "figure img, .idea, .words, h2"},
	} {
		t.Run(c.name, func(t *testing.T) {
			b.t = t
			b.do("set the window", chromedp.EmulateViewport(794, 1123),
				emulate(emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
					Media: "print", Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: "dark"}},
				}))
			b.open(c.path)
			shown := b.value(`[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && e.getClientRects().length &&
				[...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).filter(e => !e.closest("` + c.board + `, h1")).map(e => e.outerHTML.slice(0, 200)).join("\n")`)
			if shown != "" {
				t.Errorf("besides the title and the board, the paper has\n%s", shown)
			}
			b.shows("h1", c.title)
			for _, selector := range append(strings.Split(c.board, ", "), "h1") {
				if seen := b.value(`String(document.querySelector("` + selector +
					`").checkVisibility())`); seen != "true" {
					t.Errorf("%s is not on the paper", selector)
				}
			}
			if ground := b.value(`getComputedStyle(document.body).backgroundColor + getComputedStyle(document.querySelector("` + strings.Split(c.board, ", ")[0] + `")).colorScheme`); ground != "rgb(255, 255, 255)light" {
				t.Errorf("the paper is %s", ground)
			}
			pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
			if err != nil {
				t.Fatal(err)
			}
			if sheets := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); sheets != 1 {
				t.Errorf("%d sheets of paper", sheets)
			}
			b.screenshot("print-" + c.name + ".jpg")
		})
	}
}

// TestPrintedHints prints the hints of a list as long lines. Each has a sheet of paper, and no heading is wider.
func TestPrintedHints(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	path := filepath.Join(t.TempDir(), "hints.html")
	list := strings.Repeat("139.7.....4..58137..5.214..57.6.3.988..5.467..61.87.4569.1...843..8.97.641.7....3\n", 3)
	clitest.Call(t.Context(), strings.NewReader(list), "hint", "-", "--format", "html", "-o", path).Must(t, 0)
	b := tab{t, browser(t), "file://"}
	b.do("set the window", chromedp.EmulateViewport(640, 900))
	b.open(path)
	b.fits("hints")
	pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
	if err != nil {
		t.Fatal(err)
	}
	if sheets := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1)); sheets != 3 {
		t.Errorf("%d sheets of paper", sheets)
	}
}
