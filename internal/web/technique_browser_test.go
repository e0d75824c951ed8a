//go:build browser

package web_test

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestLearnTechnique finds a technique in the list by a part of its name, reads its page in the dark theme, which holds
// on the next page too, and does its exercise on a phone: it enlarges cells, chooses candidates and checks.
func TestLearnTechnique(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, newDatabase(t, 4), web.Options{}).URL)
	const left = `[...document.querySelectorAll(".catalogue li")].filter(e => e.checkVisibility()).length`
	b.auditState("techniques-found", func() {
		b.open("/techniques")
		b.do("type", chromedp.SendKeys(chromedp.CSS("#find"), "death blossom"))
		b.shows("#found", "1")
		b.equals("techniques", left, "1")
	})
	b.window(1280, "light")
	b.fill("#find", "X wing")
	b.click(`.catalogue li:not([hidden]) a[href="/techniques/x_wing"]`)
	b.shows("h1", "X-Wing")

	const ground = `getComputedStyle(document.body).backgroundColor`
	light := b.value(ground)
	b.do("choose the theme", chromedp.SetValue(chromedp.CSS("#theme"), "dark"))
	b.value(`document.getElementById("theme").dispatchEvent(new Event("change")) && ""`)
	b.holds("the page is dark", ground+" !== "+fmt.Sprintf("%q", light))
	b.open("/techniques/x_wing?example=2")
	b.holds("the next page is dark", ground+" !== "+fmt.Sprintf("%q", light))
	b.value(`dispatchEvent(new StorageEvent("storage", {key: "setdoku theme", newValue: "light"})) && ""`)
	b.equals("after another window has chosen", ground, light)
	var manifest page.GetAppManifestResult
	b.do("read the manifest", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return target.Call(ctx, page.GetAppManifest.Method, page.GetAppManifestParams{}, &manifest)
	}))
	if len(manifest.Errors) > 0 || manifest.Data == "" {
		t.Errorf("manifest: %+v", manifest)
	}

	b.window(390, "light")
	b.open("/techniques/x_wing/exercise?example=1")
	for _, c := range answer(t, b, "/techniques/x_wing/exercise?example=1&do=answer") {
		b.click(fmt.Sprintf(`input[aria-label="Enlarge row %c, column %c"]`, c[1], c[3]))
		b.holds("candidates large enough for a finger", `(r => Math.min(r.width, r.height) > 39)(
			document.querySelector("input[type=radio]:checked + .marks label").getBoundingClientRect())`)
		b.fits("an enlarged cell")
		b.click(fmt.Sprintf(`input[aria-label="%c in row %c, column %c"]`, c[6], c[1], c[3]))
	}
	b.click(`button[value="check"]`)
	b.shows(".verdict", "Right")
}

// answer reads the eliminations that the answer of an exercise names, such as r4c5<>7.
func answer(t *testing.T, b tab, path string) (list []string) {
	t.Helper()
	_, page := get(t, b.server+path)
	for _, m := range regexp.MustCompile(`Eliminated:((?: r\dc\d&lt;&gt;\d)+)`).FindAllStringSubmatch(page, 1) {
		list = append(list, strings.Fields(strings.ReplaceAll(m[1], "&lt;&gt;", "<>"))...)
	}
	if len(list) == 0 {
		t.Fatalf("%s: no answer", path)
	}
	return list
}
