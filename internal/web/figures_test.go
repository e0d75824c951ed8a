//go:build browser

package web_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"setdoku"
	"setdoku/internal/cli/clitest"
	"setdoku/internal/explain/picture"
	"setdoku/internal/gridtest"
)

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
