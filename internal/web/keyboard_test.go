//go:build browser

package web_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestKeyboard walks through every page with the tab key, every second one in the dark theme. The first stop is the
// link that skips the navigation, unless a field of the page has the focus already. Each stop has a ring around it that
// differs from what is behind it by 3 to 1 in contrast, and lies in the window.
func TestKeyboard(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, newDatabase(t, 12), web.Options{}).URL}
	for i, name := range slices.Sorted(maps.Keys(pages())) {
		theme := []string{"light", "dark"}[i%2]
		t.Run(name+" "+theme, func(t *testing.T) {
			b.t = t
			b.window(390, theme)
			b.open(pages()[name])
			b.do("tab", chromedp.KeyEvent("\t"))
			if first := b.value(focused); !strings.HasPrefix(first, "Skip to the content") &&
				b.value(`String(document.querySelector("[autofocus]"))`) == "null" {
				t.Errorf("the first stop is %s", first)
			}
			for range 12 {
				if wrong := b.value(focusWrong); wrong != "" {
					t.Error(wrong)
				}
				b.do("tab", chromedp.KeyEvent("\t"))
			}
		})
	}
	b.t = t
	b.open("/techniques")
	b.do("skip the navigation", chromedp.KeyEvent("\t"), chromedp.KeyEvent("\r"))
	b.until(`location.hash === "#main" && document.activeElement.id === "main"`)
	b.do("tab", chromedp.KeyEvent("\t"))
	if first := b.value(focused); first != b.value(`document.querySelector("main a").textContent`) {
		t.Errorf("the stop after the skip is %s", first)
	}
}

const focused = `document.activeElement.textContent.trim().slice(0, 40)`

// focusWrong says what is wrong with how the focused element shows its focus.
const focusWrong = `(() => {
	const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect();
	if (e === document.body) return "";
	const numbers = (color) => color.match(/[\d.]+/g).map(Number);
	const light = (color) => {
		const [r, g, b] = numbers(color).map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
		return .2126 * r + .7152 * g + .0722 * b;
	};
	let behind = parseFloat(style.outlineOffset) < 0 ? e : e.parentElement; // what the ring lies on
	while (behind.parentElement && numbers(getComputedStyle(behind).backgroundColor)[3] === 0) behind = behind.parentElement;
	const [low, high] = [light(style.outlineColor), light(getComputedStyle(behind).backgroundColor)].sort((x, y) => x - y);
	const what = e.outerHTML.slice(0, 120) + ": ";
	if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) return what + "no ring: " + style.outline;
	if ((high + .05) / (low + .05) < 3) return what + "ring " + style.outlineColor + " has too little contrast";
	if (box.bottom < 0 || box.top > innerHeight || box.right < 0 || box.left > innerWidth) return what + "outside of the window: " + box.x + " " + box.y;
	return "";
})()`
