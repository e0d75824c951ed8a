//go:build browser

package web_test

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestTheme chooses the theme of the pages, also as another window does. No script may run late, so that no other theme
// shows first. The pages, their pictures and the manifest of the application hold without the network too: a page that
// does not come says so.
func TestTheme(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	line := &cable{}
	server := newServer(t, newDatabase(t, 12), web.Options{})
	line.Handler, server.Config.Handler = server.Config.Handler, line
	b := tab{t, browser(t), server.URL}
	const ground, dark, light = `getComputedStyle(document.body).backgroundColor`, "rgb(20, 23, 27)",
		"rgb(255, 255, 255)"
	choose := func(theme string) {
		t.Helper()
		b.do("choose "+theme, chromedp.SetValue(chromedp.CSS("#theme"), theme))
		b.value(`document.getElementById("theme").dispatchEvent(new Event("change")) && ""`)
	}
	for _, system := range []string{"light", "dark"} {
		b.window(1280, system)
		b.open("/puzzles/1?step=2")
		choose("dark")
		b.equals("the page", ground, dark)
		b.open("/puzzles/1?step=3")
		b.equals("the next page", ground, dark)
		b.equals("the switch", `document.getElementById("theme").value`, "dark")
		b.equals("its picture", `getComputedStyle(document.querySelector(".drawing .sf2")).fill`, "rgb(242, 243, 245)")
		choose("light")
		b.equals("the page", ground, light)
		b.equals("its picture", `getComputedStyle(document.querySelector(".drawing .sf2")).fill`, "rgb(22, 24, 28)")
		// another window has chosen
		b.value(`dispatchEvent(new StorageEvent("storage", {key: "setdoku theme", newValue: "dark"})) && ""`)
		b.equals("the page", ground, dark)
		choose("")
		b.equals("the page of the system", ground, map[string]string{"light": light, "dark": dark}[system])
	}
	b.equals("a script that delays the first picture",
		`document.querySelector('head > script[src$="/theme.js"]:not([defer], [async], [type])') !== null`, "true")
	var manifest page.GetAppManifestResult
	b.do("read the manifest", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return target.Call(ctx, page.GetAppManifest.Method, page.GetAppManifestParams{}, &manifest)
	}))
	if len(manifest.Errors) > 0 || manifest.Data == "" {
		t.Errorf("manifest: %+v", manifest)
	}
	b.open("/")
	line.cut.Store(true)
	b.click("form.filters button")
	b.shows("[role=alert]", "The server does not answer. Try again later.")
}
