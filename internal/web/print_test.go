package web_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

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
