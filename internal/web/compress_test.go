package web_test

import (
	"compress/gzip"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestCompressed compares compressed answers with the same answers as they are.
func TestCompressed(t *testing.T) {
	server := readOnlyServer(t)
	for _, c := range []struct {
		name, path, accepts string
		coding              string
	}{
		{"a page", "/puzzles/1?step=3", "gzip, deflate, br", "gzip"},
		{"a picture", "/puzzles/1/picture.svg", "gzip", "gzip"},
		{"JSON", "/api/puzzles", "br, GZIP;q=0.5", "gzip"},
		{"CSV", "/api/puzzles.csv", "gzip", "gzip"},
		{"an asset", "/assets/any/base.css", "gzip", "gzip"},
		{"a module", "/assets/any/base.js", "gzip", "gzip"},
		{"an error", "/nothing", "gzip", "gzip"},
		{"a short answer", "/api/nothing", "gzip", ""},
		{"a client without gzip", "/", "br", ""},
		{"a client that refuses gzip", "/", "br, gzip; q=0", ""},
		{"an asset without gzip", "/assets/any/base.css", "identity", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, plain, _ := send(t, "GET", server+c.path, "", "", "Accept-Encoding", "identity")
			_, sent, h := send(t, "GET", server+c.path, "", "", "Accept-Encoding", c.accepts)
			if h.Get("Content-Encoding") != c.coding ||
				!strings.Contains(strings.Join(h.Values("Vary"), ","), "Accept-Encoding") {
				t.Errorf("coding %q, want %q; Vary %v", h.Get("Content-Encoding"), c.coding, h.Values("Vary"))
			}
			if c.coding != "" {
				if 3*len(sent) > 2*len(plain) {
					t.Errorf("%d bytes of %d", len(sent), len(plain))
				}
				sent = unzip(t, sent)
			}
			if sent != plain {
				t.Errorf("differs:\n%s\n%s", sent, plain)
			}
		})
	}
}

// TestEventsAreNotCompressed reads the first event of a job.
func TestEventsAreNotCompressed(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	_, _, h := send(t, "POST", server+"/api/puzzles", "text/plain", strings.Repeat(".", 80)+"1\n")
	_, events, h := send(t, "GET", server+h.Get("Location")+"/events", "", "", "Accept-Encoding", "gzip")
	if h.Get("Content-Encoding") != "" || !strings.HasPrefix(events, "data: {") {
		t.Errorf("coding %q: %q", h.Get("Content-Encoding"), events)
	}
}

// received returns an answer as the handler made it.
func received(t *testing.T, sent string, h http.Header) string {
	t.Helper()
	if h.Get("Content-Encoding") != "gzip" {
		return sent
	}
	return unzip(t, sent)
}

func unzip(t *testing.T, text string) string {
	t.Helper()
	r, err := gzip.NewReader(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// maxPage is the number of bytes that a page may have, with its style sheets and scripts, all compressed.
const maxPage = 36_000

// TestPageSizes adds up what a browser loads for each page.
func TestPageSizes(t *testing.T) {
	gridtest.Long(t, "one page for each case")
	t.Parallel()
	server := newServer(t, newDatabase(t, 40), web.Options{}).URL
	list := pages()
	list["game"] = "/games/" + newGame(t, server, 39).game
	loaded := regexp.MustCompile(`(?:<script src|<link rel="stylesheet" href)="([^"]+)"`)
	imported := regexp.MustCompile(`(?:from|import) "\./([^"]+)"`)
	for name, path := range list {
		_, sent, h := send(t, "GET", server+path, "", "", "Accept-Encoding", "gzip")
		size, page := len(sent), received(t, sent, h)
		seen := map[string]bool{}
		var add func(address string)
		add = func(address string) {
			if seen[address] {
				return
			}
			seen[address] = true
			status, sent, h := send(t, "GET", server+address, "", "", "Accept-Encoding", "gzip")
			if status != 200 || !strings.Contains(h.Get("Cache-Control"), "immutable") {
				t.Errorf("%s: %s: %d, %s", name, address, status, h.Get("Cache-Control"))
				return
			}
			size += len(sent)
			for _, file := range imported.FindAllStringSubmatch(received(t, sent, h), -1) {
				add(address[:strings.LastIndex(address, "/")+1] + file[1])
			}
		}
		for _, file := range loaded.FindAllStringSubmatch(page, -1) {
			add(file[1])
		}
		if t.Logf("%-22s %6d bytes, %6d with style sheets and scripts", name, len(sent), size); size > maxPage {
			t.Errorf("%s: %d bytes, want at most %d", name, size, maxPage)
		}
	}
}

// pages lists every page by a name, those of errors too.
func pages() map[string]string {
	return map[string]string{
		"collection":       "/?level=hard",
		"collection-empty": "/?status=stuck&level=extreme",
		"puzzle":           "/puzzles/4?step=9",
		"puzzle-new":       "/puzzles/39?hint=why",
		"puzzle-patterns":  "/puzzles/4?step=3&pattern=2",
		"puzzle-start":     "/puzzles/4?step=0",
		"puzzle-needed":    "/puzzles/4?path=needed&step=4",
		"puzzle-after":     "/puzzles/4?step=9&view=after&digit=3",
		"finds":            "/puzzles/4/finds?after=3&digit=5",
		"finds-new":        "/puzzles/39/finds?technique=forcing",
		"api":              "/api",
		"help":             "/help",
		"solve":            "/solve",
		"sql":              "/sql",
		"sql-rows": "/sql?q=" +
			url.QueryEscape("SELECT * FROM technique_usage WHERE steps > 0 ORDER BY steps DESC"),
		"sql-error":             "/sql?q=" + url.QueryEscape("SELECT * FROM nothing"),
		"techniques":            "/techniques",
		"technique":             "/techniques/pointing?example=3",
		"technique-forcing":     "/techniques/nested_forcing?example=2&branch=1",
		"exercise":              "/techniques/x_wing/exercise?example=2&c=112&do=check",
		"exercise-answer":       "/techniques/hidden_single/exercise?example=2&do=answer",
		"error-no-page":         "/nothing",
		"error-no-puzzle":       "/puzzles/999",
		"error-no-technique":    "/techniques/unheard_of",
		"error-wrong-parameter": "/?after=x",
	}
}
