package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/web"
	"setdoku/internal/web/play"
)

// TestPractice practises a technique in a game and in an exercise: the game names the deduction when the moves have
// made it, and once only; the list of techniques counts what was found without a hint.
func TestPractice(t *testing.T) {
	t.Parallel()
	target := newDatabase(t, 4)
	server := newServer(t, target, web.Options{}).URL
	status, body, h := send(t, "POST", server+"/games", "application/x-www-form-urlencoded", "technique=x_wing")
	id, ok := strings.CutPrefix(h.Get("Location"), "/games/")
	if status != http.StatusSeeOther || !ok {
		t.Fatalf("practise: %d %s", status, body)
	}
	p := &player{t: t, server: server, game: id}
	p.read()
	said := func(moves ...string) string {
		t.Helper()
		status, body := p.post(moves...)
		if status != http.StatusOK {
			t.Fatalf("%v: %d %s", moves, status, body)
		}
		p.state = decode[state](t, body)
		return decode[struct{ Said string }](t, body).Said
	}
	if words := said(move("color", 1, 11)); words != "" {
		t.Errorf("a color is %q", words)
	}
	db, err := database.OpenReadOnly(t.Context(), target)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var start string
	if err := db.Get(&start, db.Rebind(`SELECT start FROM game WHERE game_id IN (?, ?)`), id,
		play.Hashed(id)); err != nil {
		t.Fatal(err)
	}
	_, body, _ = send(t, "POST", server+"/api/puzzles/hint?level=why", "text/plain", start)
	var crosses []string
	for _, name := range decode[explanation](t, body).Eliminations {
		var row, column, digit int
		if _, err := fmt.Sscanf(name, "r%dc%d<>%d", &row, &column, &digit); err != nil {
			t.Fatal(name, err)
		}
		crosses = append(crosses, move("cross", digit, 10*row+column))
	}
	if len(crosses) == 0 {
		t.Fatalf("the next step eliminates nothing: %s", body)
	}
	for _, m := range crosses[1:] {
		if words := said(m); words != "" {
			t.Errorf("a part of the deduction is %q", words)
		}
	}
	if words := said(crosses[0]); !strings.HasPrefix(words, "That is the X-Wing: r") {
		t.Errorf("the deduction is %q", words)
	}
	if words := said(move("undo", 0), move("redo", 0), move("color", 2, 11)); words != "" {
		t.Errorf("the deduction is said again: %q", words)
	}
	exercise(t, server, "")
	list := fetch(t, server+"/techniques", http.StatusOK)
	for _, want := range []string{"You have found 2 of ", "✓ found 1 time, practised in 1 game</span>",
		"✓ found 1 time</span>", `Next: <a href="/techniques/full_house">`} {
		if !strings.Contains(list, want) {
			t.Errorf("the list of techniques has no %s", want)
		}
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM practice WHERE position LIKE 'game=%' AND technique = 'x_wing'
		OR position LIKE 'example=%' AND technique = 'naked_pair'`); n != 2 {
		t.Errorf("%d rows of practice, want 2", n)
	}
}

// TestPracticeOfBrowsers does an exercise on a server with several players: each browser has its own list, and one
// without a key has none.
func TestPracticeOfBrowsers(t *testing.T) {
	target := dbtest.Server(t, 0)
	fillDatabase(t, target, 4)
	server := newServer(t, target, web.Options{}).URL
	keys := []string{"", "setdoku_player=ABCDEFGHIJKLMNOPQRSTUVWXYZ", "setdoku_player=BBCDEFGHIJKLMNOPQRSTUVWXYZ"}
	for _, key := range keys[:2] {
		exercise(t, server, key)
		exercise(t, server, key)
	}
	for i, key := range keys {
		_, list, _ := send(t, "GET", server+"/techniques", "", "", "Cookie", key)
		if got, want := strings.Contains(list, "✓ found 1 time<"), i == 1; got != want {
			t.Errorf("browser %q: the list says that it has found something: %v, want %v", key, got, want)
		}
	}
}

// exercise does an exercise of a naked pair in a browser with a cookie, right and then wrong.
func exercise(t *testing.T, server, cookie string) {
	t.Helper()
	const at = "/techniques/naked_pair/exercise?example=1"
	answer := fetch(t, server+at+"&do=answer", http.StatusOK)
	right := url.Values{}
	for _, m := range regexp.MustCompile(`r(\d)c(\d)&lt;&gt;(\d)|r(\d)c(\d)<>(\d)`).FindAllStringSubmatch(answer, -1) {
		right.Add("c", strings.Join(m[1:], ""))
	}
	_, page, _ := send(t, "GET", server+at+"&do=check&"+right.Encode(), "", "", "Cookie", cookie)
	if !strings.Contains(page, "Right") {
		t.Fatalf("the answer %v is not right: %s", right, page)
	}
	send(t, "GET", server+at+"&do=check&c=111", "", "", "Cookie", cookie)
}
