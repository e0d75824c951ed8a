//go:build browser

package web_test

import (
	"testing"

	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
)

// lose lets no request with moves arrive at the server, until found is called. If arrives is true, the requests arrive
// and only their answers are lost.
func (b *board) lose(arrives bool) {
	b.tab.t.Helper()
	name := "lost"
	if arrives {
		name = "unanswered"
	}
	b.value(`(() => {
		const send = window.fetch;
		const fail = () => Promise.reject(new TypeError("the connection broke"));
		const lost = { lost: fail, unanswered: (...to) => send(...to).then(fail) }["` + name + `"];
		window.fetch = (address, options) => options?.method === "POST" ? lost(address, options) : send(address, options);
		window.found = () => { window.fetch = send; window.dispatchEvent(new Event("online")); };
		return "";
	})()`)
}

// TestGameLostRequest loses a request of the page, while another device makes exactly one change. The moves of the page
// must come to the server all the same, by a second try or after a reload.
func TestGameLostRequest(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		back func(b *board)
	}{
		{"the page tries again", func(b *board) { b.value(`found() || ""`) }},
		{"a reload", func(b *board) {
			b.do("reload", chromedp.Reload())
			b.started()
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := newBoard(t)
			e := b.player.open(3)
			b.lose(false)
			b.choose(e[0])
			b.keys("c7")
			b.shows("#alarm", "The server does not answer. One move waits")
			b.choose(e[1])
			b.keys("8")
			b.player.play(move("color", 3, e[2])) // the other device
			c.back(b)
			b.stored(e[1], 0, []int{8}, 0)
			b.stored(e[0], 0, []int{7}, 0)
			b.stored(e[2], 0, []int{}, 3)
			b.label(e[0], cellPlace(e[0])+", marks 7")
			b.label(e[2], cellPlace(e[2])+", empty, color 3")
			if s := b.read(); s.Moves != 3 {
				t.Errorf("%d moves, want 3", s.Moves)
			}
		})
	}
}

// TestGameLostAnswerInThePage loses only the answer. The page tries again, and the mark is not set twice, which would
// remove it.
func TestGameLostAnswerInThePage(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	e := b.player.open(2)
	b.lose(true)
	b.choose(e[0])
	b.keys("c7")
	b.shows("#alarm", "The server does not answer. One move waits")
	b.choose(e[1])
	b.keys("8")
	b.value(`found() || ""`)
	b.stored(e[1], 0, []int{8}, 0)
	b.stored(e[0], 0, []int{7}, 0)
	b.holds("the page is connected", `document.getElementById("alarm").hidden`)
	if s := b.read(); s.Moves != 2 {
		t.Errorf("%d moves, want 2", s.Moves)
	}
}
