//go:build browser

package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/solutions"
	"setdoku/internal/web"
)

// TestNewGame goes on a phone from the first page to a new game and wins it, practises a technique from the list, and
// finds both games and the statistics. The pages that it sees are audited.
func TestNewGame(t *testing.T) {
	gridtest.Long(t, "Chromium")
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL
	b := &board{tab: auditor(t, server)}
	b.tab.open("/games?token=" + url.QueryEscape(testToken))
	b.do("become a phone", chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile, chromedp.EmulateTouch))
	b.holds("new games", `document.querySelector(".newgame") !== null`)
	b.tap(`.newgame [value="easy"]`)
	b.started()
	won := b.value("location.pathname")
	b.tap(`[value="hint-where"]`)
	b.holds("a hint", `document.querySelector("#hint .words")?.innerText.includes("Look at")`)
	b.solve(won)
	b.tab.open(won)
	b.started()
	b.shows("#finished-text", "Solved in 1:01 with 1 hint.")
	b.shows("#finish", "The hardest step was")
	b.tap(`#finish button`)
	b.holds("the next puzzle", fmt.Sprintf(`location.pathname.startsWith("/games/") && location.pathname !== %q`, won))
	b.started()

	b.tab.open("/techniques")
	b.tap(`.catalogue [value="x_wing"]`)
	b.started()
	b.shows("h1", "X-Wing in puzzle")
	b.tap(`[value="hint-what"]`)
	b.holds("the hint", `document.querySelector("#hint .words")?.innerText.includes("X-Wing")`)
	practised := b.value("location.pathname")
	b.tab.open("/games")
	b.holds("my games", `document.querySelector(".games")?.children.length === 2`)
	b.tap(`.games [href="` + practised + `"]`)
	b.started()
	b.tap("h1 a:last-of-type")
	b.shows(".top", "Continue your game")

	b.auditState("my-games", func() { b.tab.open("/games") })
	b.shows("main", "solved in 1:01, 1 hint")
	b.auditState("first-page", func() { b.tab.open("/") })
	b.auditState("statistics", func() { b.tab.open("/games/statistics") })
	for _, text := range []string{"easy", "1:01", "X-Wing"} {
		b.shows("main tbody", text)
	}
	b.auditState("won", func() { b.tab.open(won); b.started() })

	other := tab{t, browser(t), server}
	other.open("/games?token=" + url.QueryEscape(testToken))
	other.shows("main", "There are no games yet.")
}

// solve makes the moves that solve a game, by the API.
func (b *board) solve(game string) {
	b.tab.t.Helper()
	token := []string{"Authorization", "Bearer " + testToken}
	_, body, _ := send(b.tab.t, "GET", b.tab.server+"/api"+game, "", "", token...)
	givens, err := setdoku.ParseGrid(decode[state](b.tab.t, body).Givens)
	if err != nil {
		b.tab.t.Fatal(err)
	}
	solution, _, _ := solutions.Solve(b.tab.t.Context(), givens)
	var moves []string
	for i, d := range solution {
		if givens[i] == 0 {
			moves = append(moves, fmt.Sprintf(`{"action":"digit","cells":[%d],"value":%d}`, (i/9+1)*10+i%9+1, d))
		}
	}
	form := fmt.Sprintf(`{"position":0,"elapsed_ms":61000,"moves":[%s]}`, strings.Join(moves, ","))
	if status, body, _ := send(b.tab.t, "POST", b.tab.server+"/api"+game+"/moves", "application/json", form,
		token...); status != http.StatusOK {
		b.tab.t.Fatalf("the moves of the solution: %d %s", status, body)
	}
}

// TestPlayOwn plays a puzzle of the form. The page of the puzzle opens at its givens.
func TestPlayOwn(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		const own = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		post := func(puzzles string) (int, string, http.Header) {
			form := "--x\r\nContent-Disposition: form-data; name=\"puzzles\"\r\n\r\n" + puzzles +
				"\r\n--x\r\nContent-Disposition: form-data; name=\"play\"\r\n\r\n1\r\n--x--\r\n"
			return send(t, "POST", server+"/solve", "multipart/form-data; boundary=x", form)
		}
		status, body, h := post(own)
		if !strings.HasPrefix(h.Get("Location"), "/games/") {
			t.Fatalf("%d %s", status, body)
		}
		p := &player{t: t, server: server, game: strings.TrimPrefix(h.Get("Location"), "/games/")}
		s := p.read()
		var id int64
		_, body = get(t, server+"/api/games/"+p.game)
		if _, err := fmt.Sscanf(body[strings.Index(body, `"puzzle_id"`):], `"puzzle_id":%d`, &id); err != nil {
			t.Fatal(err)
		}
		if s.Givens != own {
			t.Errorf("the game has the givens %s", s.Givens)
		}
		cookie, _, _ := strings.Cut(h.Get("Set-Cookie"), ";")
		_, page, _ := send(t, "GET", fmt.Sprintf("%s/puzzles/%d", server, id), "", "", "Cookie", cookie)
		if !strings.Contains(page, "Before all steps</h2>") || !strings.Contains(page, "Continue your game") {
			t.Errorf("the page of the puzzle is %.300s", page)
		}
		for puzzles, want := range map[string]string{own + "\n" + strings.Replace(own, "7", ".", 1): "has 2 puzzles",
			"5" + own[:80]: "fault"} {
			if status, body, _ := post(puzzles); status < 400 || !strings.Contains(body, want) {
				t.Errorf("%s: %d %.300s", puzzles, status, body)
			}
		}
	})
}
