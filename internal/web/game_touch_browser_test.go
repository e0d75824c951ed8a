//go:build browser

package web_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"setdoku/internal/cli"
	"setdoku/internal/cli/stream"
	"setdoku/internal/gridtest"
)

// cable connects a browser with a server, until it is cut.
type cable struct {
	http.Handler
	cut atomic.Bool
}

func (c *cable) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if c.cut.Load() {
		panic(http.ErrAbortHandler) // the browser gets no answer
	}
	c.Handler.ServeHTTP(w, r)
}

// touch puts a finger on an element for some milliseconds.
func (b *board) touch(selector string, ms int) {
	b.tab.t.Helper()
	place := b.value(fmt.Sprintf(`((e) => {
		let r = e.getBoundingClientRect();
		if (r.top < 0 || r.bottom > innerHeight) e.scrollIntoView({block: "center"});
		r = e.getBoundingClientRect();
		const [x, y] = [r.x + r.width / 2, r.y + r.height / 2];
		const there = document.elementFromPoint(x, y);
		return e.contains(there) || there?.contains(e) ? x + " " + y : "covered by " + there?.outerHTML.slice(0, 200);
	})(document.querySelector(%q))`, selector))
	xy := strings.Fields(place)
	x, err := strconv.ParseFloat(xy[0], 64)
	if err != nil {
		b.tab.t.Fatalf("%s is %s", selector, place)
	}
	y, _ := strconv.ParseFloat(xy[1], 64)
	finger := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) chromedp.Action[chromedp.Void] {
		return emulate(input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
	}
	b.do("touch "+selector, finger(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y}))
	b.pageWaits(ms)
	b.do("end of the touch of "+selector, finger(input.DispatchTouchEventTypeTouchEnd))
}

func (b *board) tap(selector string) { b.tab.t.Helper(); b.touch(selector, 0) }

// together requires that the board and the words of the hint are in the window at the same time.
func (b *board) together() {
	b.tab.t.Helper()
	b.holds("the board and the words are in the window",
		`[...document.querySelectorAll("#board, #hint .words")].map(e => e.getBoundingClientRect()).
		every(r => r.height > 20 && r.top >= -1 && r.bottom <= innerHeight + 1)`)
}

// playing runs the command play and returns the address of the game that it begins.
func playing(t *testing.T, goal string) *url.URL {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	reads, writes := io.Pipe()
	ended := make(chan int, 1)
	args := []string{"play", goal, "--no-browser", "--address", "127.0.0.1:0", "--db",
		filepath.Join(t.TempDir(), "new.db")}
	go func() {
		ended <- cli.Run(ctx, args, stream.Streams{In: strings.NewReader(""), Out: writes, Err: io.Discard})
	}()
	t.Cleanup(func() { cancel(); <-ended })
	line, err := bufio.NewReader(reads).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, err := url.Parse(strings.TrimSpace(line))
	if err != nil {
		t.Fatal(err)
	}
	return address
}

// patient returns the server of a game in whose pages a touch is long after longTouch milliseconds. On a busy machine,
// half a second goes by between the commands that begin and end a short one.
func patient(host string) http.Handler {
	proxy := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(&url.URL{Scheme: "http", Host: host})
		r.Out.Host = r.In.Host
		r.Out.Header.Set("Accept-Encoding", "identity")
	}}
	proxy.ModifyResponse = func(r *http.Response) error {
		if !strings.HasSuffix(r.Request.URL.Path, "/game_keys.js") {
			return nil
		}
		body, err := io.ReadAll(r.Body)
		text := strings.Replace(string(body), "long = 450;", fmt.Sprintf("long = %d;", longTouch), 1)
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), int64(len(text))
		r.Header.Set("Content-Length", strconv.Itoa(len(text)))
		return err
	}
	return proxy
}

const longTouch = 2500

// TestGameByTouch plays a whole game of the command play on a phone by touch only: marks by a long press, the digit
// first, hints and what they say, ten moves and a reload without the server, and the win.
func TestGameByTouch(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	address := playing(t, "easy")
	line := &cable{Handler: patient(address.Host)}
	server := httptest.NewServer(line)
	t.Cleanup(server.Close)
	p := &player{t: t, server: server.URL, game: strings.TrimPrefix(address.Path, "/games/")}
	p.read()
	b := boardOf(t, p, tab{t, browser(t), server.URL})
	b.do("become a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.do("reload", chromedp.Reload())
	b.started()
	key := func(digit int) string { return fmt.Sprintf(`div.keys [data-digit="%d"]`, digit) }
	e := b.player.open(81)
	first := slices.IndexFunc(e, func(cell int) bool { return b.wrongDigit(cell) > 0 })
	e[0], e[first] = e[first], e[0]
	b.tap(at(e[0]))
	b.touch(key(b.wrong(e[0])), longTouch+500)
	b.label(e[0], fmt.Sprintf("%s, marks %d", cellPlace(e[0]), b.wrong(e[0])))
	b.tap(`button[value="fill"]`)
	b.holds("all empty cells have marks",
		fmt.Sprintf(`document.querySelectorAll("#board .marks").length === %d`, len(e)))
	b.tap("#undo")
	b.label(e[0], fmt.Sprintf("%s, marks %d", cellPlace(e[0]), b.wrong(e[0])))
	b.tap("#redo")

	// The digit first: its cells are tapped one after the other, and a long press crosses a mark out.
	b.tap(".more summary")
	b.tap(`input[name="first"]`)
	digit := b.right(e[0])
	b.tap(key(digit))
	for _, cell := range e {
		if b.right(cell) == digit {
			b.tap(at(cell))
			b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), digit))
		}
	}
	if n := b.value(fmt.Sprintf(`String(document.querySelectorAll("#board .mark.d%d").length)`, digit)); n != "0" {
		t.Errorf("%s marks of the digit %d are left", n, digit)
	}
	var open int // an empty cell with a mark more than the right one
	for _, cell := range e {
		if b.value(fmt.Sprintf(`String(document.querySelectorAll('%s .mark').length)`, at(cell))) > "1" {
			open = cell
		}
	}
	b.tap(key(b.right(open)))
	b.touch(at(open), longTouch+500)
	b.holds("the mark is crossed out", fmt.Sprintf(`!document.querySelector('%s .d%d')`, at(open), b.right(open)))

	// The hint names the wrong mark first, and does it.
	b.tap(`[value="hint-why"]`)
	b.shows("#hint", fmt.Sprintf("It was wrong to cross out the %d in %s.", b.right(open), cellName(open)))
	b.together()
	b.tap(`button[value="apply"]`)
	b.holds("the mark is back", fmt.Sprintf(`document.querySelector('%s .d%d') !== null`, at(open), b.right(open)))
	_, marks, _ := b.read().at(open)
	b.stored(open, 0, marks, 0)

	// Ten moves without the server, and a reload. What an older version has stored is deleted.
	b.holds("the game is stored", `navigator.serviceWorker.controller !== null`)
	b.until(`caches.open("setdoku games of old").then(() => true)`)
	b.do("reload", chromedp.Reload())
	b.started()
	b.until(`caches.keys().then(list => list.length === 1)`)
	b.until(`caches.match(location.pathname).then(stored => stored !== undefined)`)
	line.cut.Store(true)
	moves := 0
	for _, cell := range e {
		if digit, _, _ := b.state.at(cell); digit != 0 || moves == 10 {
			continue
		}
		if held := b.value(`document.querySelector("div.keys [aria-pressed=true]")?.dataset.digit ?? ""`); held != strconv.Itoa(b.right(cell)) {
			b.tap(key(b.right(cell)))
		}
		b.tap(at(cell))
		b.label(cell, fmt.Sprintf("%s, %d", cellPlace(cell), b.right(cell)))
		moves++
	}
	b.shows("#alarm", "The server does not answer. 10 moves wait in this browser")
	b.tap(`[value="hint-why"]`)
	b.shows("#say", "The server does not answer.")
	before := b.filled()
	b.do("reload without the server", chromedp.Reload())
	b.started()
	b.holds("the board is as it was", fmt.Sprintf(`document.querySelectorAll("#board .digit").length === %d`, before))
	b.shows("#alarm", "10 moves wait")
	b.tap("#undo")
	b.holds("undo without the server", fmt.Sprintf(`document.querySelectorAll("#board .digit").length === %d`,
		before-1))
	b.tap("#redo")
	line.cut.Store(false)
	b.holds("the page is connected", `document.getElementById("alarm").hidden`)
	gridtest.Until(t, "the server has all digits",
		func() bool { return 81-strings.Count(b.read().grid().String(), ".") == before })

	// The rest by hints only.
	for hints := 0; b.value(`String(document.getElementById("finish").hidden)`) == "true"; hints++ {
		if hints > 60 {
			t.Fatal("the hints do not end")
		}
		now := b.value(`document.getElementById("board").textContent`)
		b.tap(`[value="hint-why"]`)
		b.holds("there is something to do", `document.querySelector('button[value="apply"]') !== null`)
		if hints < 3 {
			b.together()
		}
		b.tap(`button[value="apply"]`)
		b.holds("the hint is done", fmt.Sprintf(`document.getElementById("board").textContent !== %q`, now))
	}
	b.shows("#finish", "Solved in")
	b.holds("the server has the win", `document.getElementById("alarm").hidden`)
	gridtest.Until(t, "the server knows that the game is finished", func() bool { return b.read().Finished })
}
