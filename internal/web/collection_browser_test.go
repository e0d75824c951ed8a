//go:build browser

package web_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestAuditCollection audits the states of the collection.
func TestAuditCollection(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := auditor(t, newServer(t, taggedDatabase(t, 40), web.Options{}).URL)
	for name, path := range map[string]string{
		"collection-all":     "/",
		"collection-sorted":  "/?sort=hardest_up&limit=5",
		"collection-tag":     "/?tag=" + url.QueryEscape("paper & pen") + "&status=solved",
		"collection-wrong":   "/?score_min=many&level=odd&source=Weekly",
		"collection-nothing": "/?status=stuck&level=extreme&technique=x_wing",
	} {
		b.audit(name, path)
	}
	empty := b
	empty.server = newServer(t, emptyDatabase(t), web.Options{}).URL
	empty.audit("collection-no-puzzle", "/")
}

// TestBrowserCollection filters, sorts and counts the collection on a phone and on a desk, in both themes.
func TestBrowserCollection(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := tab{t, browser(t), newServer(t, taggedDatabase(t, 20), web.Options{}).URL}
	const first = `document.querySelector("table.list tbody .number a").getAttribute("href")`
	for _, w := range windows {
		width := w.width
		b.window(width, w.theme)
		phone := width == 390
		b.open("/")
		// The first puzzle of the list is in the window. The filters are folded on the phone only.
		const seen = ".thumb"
		if top := b.value(`String(document.querySelector("` + seen +
			`").getBoundingClientRect().bottom < innerHeight)`); top != "true" {
			t.Errorf("%d: %s is below the window", width, seen)
		}
		if seen := b.value(`String(document.querySelector("#filter-level").checkVisibility({contentVisibilityAuto: true}))`); seen != fmt.Sprint(!phone) {
			t.Errorf("%d: the filters are visible: %s", width, seen)
		}
		if phone {
			b.click("#filters > summary")
		}
		b.do("choose a tag", chromedp.SetValue(chromedp.CSS("#filter-tag"), "even"))
		b.click("#filter")
		b.shows("h1", "3 selected")
		b.shows(".conditions", "tag even")
		if open := b.value(`String(document.querySelector("#filters").open)`); open != "false" {
			t.Errorf("%d: the filters are not folded again", width)
		}

		b.click("#sort-id")
		b.shows(`th[aria-sort="descending"]`, "Puzzle")
		if at := b.value(first); at != "/puzzles/6" {
			t.Errorf("%d: the first puzzle is %s", width, at)
		}
		if at := b.value(`document.activeElement.id`); at != "sort-id" {
			t.Errorf("%d: the focus is at %s", width, at)
		}
		b.click("#sort-score")
		b.shows(`th[aria-sort="descending"]`, "Score")
		b.click("#sort-score")
		b.shows(`th[aria-sort="ascending"]`, "Score")

		// The counts filter too. The one that is chosen removes the filter.
		if phone {
			b.click("#filters > summary")
		}
		b.do("choose a source", chromedp.Click(chromedp.CSS(`.facet a[href*="file=The"]`)))
		b.shows("h1", "1 selected")
		if at := b.value(first); at != "/puzzles/6" {
			t.Errorf("%d: the puzzle of the source is %s", width, at)
		}
		b.click("#without-tag")
		b.shows("h1", "6 selected")

		// A wrong value stays in the form with its error, and so does the rest.
		if phone {
			b.click("#filters > summary")
		}
		b.do("write a wrong number", chromedp.SendKeys(chromedp.CSS("#filter-score_max"), "lots"))
		b.click("#filter")
		b.shows("#score_max-error", "want a number from 0")
		if kept := b.value(`document.querySelector("#filter-score_max").value + " " + document.querySelector("#filter-file").value`); kept != "lots The <Weekly>" {
			t.Errorf("%d: the form has %s", width, kept)
		}
		b.do("mend it", chromedp.SetValue(chromedp.CSS("#filter-score_max"), "0"))
		b.click("#filter")
		b.shows("h1", "1 selected") // the one that is not solved
	}
}
