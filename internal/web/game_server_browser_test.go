//go:build browser

package web_test

import (
	"context"
	"fmt"
	"strconv"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"setdoku/internal/gridtest"
	"setdoku/internal/web"
)

// TestGameRules makes 300 random moves by the rules of the script and by the server, on a board of each kind. Both must
// give the same boards.
func TestGameRules(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	b.sameRules()
	server := newServer(t, variantDatabase(t), web.Options{}).URL
	b.tab.server = server
	for puzzle := range variantPuzzles {
		boardOf(t, newGame(t, server, puzzle+1), b.tab).sameRules()
	}
}

func (b *board) sameRules() {
	b.tab.t.Helper()
	result, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](`(async () => {
		const script = document.querySelector('script[src$="/game.js"]').src;
		const rules = await import(script.replace("game.js", "game_rules.js"));
		let seed = 1;
		const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
		const game = "/api/games/" + document.getElementById("game").dataset.game;
		let state = await (await fetch(game)).json();
		let board = rules.boardOf(state);
		for (let i = 0; i < 300; i++) {
			const action = ["digit", "digit", "place", "mark", "mark", "mark", "mark", "corner", "cross", "erase", "color"][random(11)];
			const all = rules.cells.length, size = rules.digits.length;
			const start = random(all), cells = [];
			for (let k = 0; k < [1, 1, 2, 20][random(4)]; k++) cells.includes(rules.cells[(start + k * 7) % all]) || cells.push(rules.cells[(start + k * 7) % all]);
			const whole = i === 250 ? "restart" : i % 50 === 20 ? "fill" : "";
			const move = {action: whole || action, cells: whole ? [] : cells, value: whole || action === "erase" ? 0 : 1 + random(size), digit: !whole && action === "color" ? random(size + 1) : 0};
			board = rules.apply(board, move);
			const answer = await fetch(game + "/moves", {method: "POST", headers: {"Content-Type": "application/json"},
				body: JSON.stringify({position: state.position, version: state.version, elapsed_ms: 0, moves: [move]})});
			state = await answer.json();
			if (!answer.ok) return "move " + i + " " + JSON.stringify(move) + ": " + state.error;
			if (!rules.equal(board, rules.boardOf(state))) return "move " + i + " " + JSON.stringify(move) + " gives another board";
			const clash = rules.conflicts(board);
			if (state.cells.some(c => c.conflict !== clash.has(c.cell))) return "move " + i + " gives other conflicts";
		}
		return state.position > 100 ? "" : "only " + state.position + " moves changed anything";
	})()`, chromedp.EvalAwaitPromise))
	if err != nil || result != "" {
		b.tab.t.Error(b.state.Variant, result, err)
	}
}

// offline cuts the page off the server, or connects it again.
func (b *board) offline(off bool) {
	b.tab.t.Helper()
	// Older versions of Chromium ask for offline in addition to the rules, newer ones read it from the rule.
	rule := map[string]any{"offline": off, "urlPattern": "", "latency": 0, "downloadThroughput": -1,
		"uploadThroughput": -1}
	params := map[string]any{"offline": off, "matchedNetworkConditions": []any{rule}}
	b.do("cut the network", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return target.Call(ctx, network.EmulateNetworkConditionsByRule.Method, params, nil)
	}))
}

// TestGameOffline plays while the server cannot be reached, once until it can be, and once over a reload.
func TestGameOffline(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	b.do("watch the network", chromedp.Func(func(ctx context.Context, target *chromedp.Target) error {
		return target.Call(ctx, network.Enable.Method, network.EnableParams{}, nil)
	}))
	e := b.player.open(4)
	b.offline(true)
	b.choose(e[0])
	b.keys(strconv.Itoa(b.right(e[0])))
	b.choose(e[1])
	b.keys("c12")
	b.label(e[1], cellPlace(e[1])+", marks 1 2")
	b.shows("#alarm", "The server does not answer.")
	b.shows("#alarm", "moves wait")
	b.keys("h")
	b.shows("#say", "The server does not answer.")
	if digit, _, _ := b.read().at(e[0]); digit != 0 {
		t.Fatal("the network is not cut")
	}
	b.offline(false)
	b.holds("the page is connected", `document.getElementById("alarm").hidden`)
	b.stored(e[0], b.right(e[0]), []int{}, 0)
	b.stored(e[1], 0, []int{1, 2}, 0)

	b.offline(true)
	b.choose(e[2])
	b.keys("34")
	b.shows("#alarm", "moves wait")
	b.offline(false)
	b.do("reload", chromedp.Reload())
	b.started()
	b.stored(e[2], 0, []int{3, 4}, 0)
	b.label(e[2], cellPlace(e[2])+", marks 3 4")
	// The page deletes the entry when the answer has come, which is after the server has stored the move.
	b.holds("no entry is left in the storage", `localStorage.length === 0`)
}

// TestGameSignedOut plays while the server asks for its token. The moves wait until another window has signed in.
func TestGameSignedOut(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	e := b.player.open(1)
	b.value(`(() => {
		const send = window.fetch;
		const refuse = () => Promise.resolve(new Response('{"error":"this server needs its token"}', {status: 401}));
		window.fetch = (address, options) => options?.method === "POST" ? refuse() : send(address, options);
		window.signIn = () => { window.fetch = send; window.dispatchEvent(new Event("online")); };
		return "";
	})()`)
	b.choose(e[0])
	b.keys("c35")
	b.shows("#alarm", "This server needs its token. 2 moves wait in this browser")
	b.label(e[0], cellPlace(e[0])+", marks 3 5")
	b.value(`signIn() || ""`)
	b.stored(e[0], 0, []int{3, 5}, 0)
	b.holds("the page is connected", `document.getElementById("alarm").hidden`)
}

// TestGameLostAnswer reloads before the answer to a move comes, so that the page does not know that the server has the
// move. The mark must not be set twice, which would remove it.
func TestGameLostAnswer(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	e := b.player.open(2)
	b.value(`(() => {
		const send = window.fetch;
		window.fetch = (address, options) => send(address, options).then(() => new Promise(() => {}));
		return "";
	})()`)
	b.choose(e[0])
	b.keys("c7")
	b.stored(e[0], 0, []int{7}, 0)
	b.do("reload", chromedp.Reload())
	b.started()
	b.choose(e[1])
	b.keys("c8")
	b.stored(e[1], 0, []int{8}, 0)
	b.stored(e[0], 0, []int{7}, 0)
	b.label(e[0], cellPlace(e[0])+", marks 7")
}

// TestGameTwoBrowsers plays one game in two browsers. The second begins with the moves of the first, and a move on an
// old board adds to the new one.
func TestGameTwoBrowsers(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	b := newBoard(t)
	other := &board{tab{t, browser(t), b.tab.server}, b.player, b.solution}
	e := b.player.open(3)
	b.choose(e[0])
	b.keys("c5v3")
	b.stored(e[0], 0, []int{5}, 3)
	other.tab.open("/games/" + b.game)
	other.started()
	other.label(e[0], cellPlace(e[0])+", marks 5, color 3")
	other.choose(e[1])
	other.keys(strconv.Itoa(b.right(e[1])))
	other.stored(e[1], b.right(e[1]), []int{}, 0)

	b.choose(e[2])
	b.keys("c9")
	b.shows("#alarm", "This game was continued in another window.")
	b.label(e[1], fmt.Sprintf("%s, %d", cellPlace(e[1]), b.right(e[1])))
	b.stored(e[2], 0, []int{9}, 0)
	b.stored(e[1], b.right(e[1]), []int{}, 0)
	other.value(`window.dispatchEvent(new Event("focus")), ""`) // as when the player comes back to that window
	other.label(e[2], cellPlace(e[2])+", marks 9")
}

// TestGameWithoutScripts plays by links and forms.
func TestGameWithoutScripts(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	b := tab{t, browser(t), server}
	p := newGame(t, server, 4)
	b.do("switch scripts off", emulate(emulation.SetScriptExecutionDisabled,
		emulation.SetScriptExecutionDisabledParams{Value: true}))
	cell := p.open(1)[0]
	name := cellPlace(cell)
	press := func(value, label string) {
		t.Helper()
		b.click(`button[value="` + value + `"]`)
		b.do("see "+label, chromedp.WaitVisible(chromedp.CSS(`#board a[aria-label="`+label+`"], #board a[aria-label="`+
			label+`, conflict"]`)))
	}
	b.open("/games/" + p.game)
	b.click(fmt.Sprintf(`#board [data-cell="%d"] a`, cell))
	b.do("see the selection", chromedp.WaitVisible(chromedp.CSS(fmt.Sprintf(`#board .selected[data-cell="%d"]`, cell))))
	press("digit-5", name+", 5")
	press("undo", name+", empty")
	press("redo", name+", 5")
	press("erase", name+", empty")
	press("mark-3", name+", marks 3")
	press("color-4", name+", marks 3, color 4")
	press("color-0", name+", marks 3")
	b.click(`button[value="hint-where"]`)
	b.do("see where", chromedp.WaitVisible(chromedp.CSS(`#drawing[data-level="where"] rect`)))
	b.click(`button[value="hint-why"]`)
	b.do("see why", chromedp.WaitVisible(chromedp.CSS(`#drawing[data-level="why"] text`)))
	b.click(`button[value="check"]`)
	b.do("see the check", chromedp.WaitVisible(chromedp.CSS(`#drawing:not([data-level])`)))
	b.click(`button[value="pause"]`)
	b.do("see the pause", chromedp.WaitVisible(chromedp.CSS(`#resume`)))
	b.click(`#resume`)
	b.do("see the board", chromedp.WaitNotVisible(chromedp.CSS(`#resume`)))
	press("restart", name+", empty")
	press("undo", name+", marks 3")
	if digit, marks, color := p.read().at(cell); digit != 0 || fmt.Sprint(marks) != "[3]" || color != 0 ||
		p.state.Paused {
		t.Errorf("the server has %d %v %d, paused %t", digit, marks, color, p.state.Paused)
	}
}
