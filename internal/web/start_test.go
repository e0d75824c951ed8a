package web_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/web"
	"setdoku/internal/web/play"
)

// startGame posts the form of a new game. cookie is that of the browser, "" for a new one. It returns the id of the
// game and the cookie that the browser has then.
func startGame(t *testing.T, server, form, cookie string) (id, issued string) {
	t.Helper()
	headers := []string{}
	if cookie != "" {
		headers = append(headers, "Cookie", cookie)
	}
	status, body, h := send(t, "POST", server+"/games", "application/x-www-form-urlencoded", form, headers...)
	id, ok := strings.CutPrefix(h.Get("Location"), "/games/")
	if status != http.StatusSeeOther || !ok {
		t.Fatalf("%s: %d %s", form, status, body)
	}
	set := h.Get("Set-Cookie")
	if !strings.Contains(set, "HttpOnly") || !strings.Contains(set, "SameSite=Lax") {
		t.Errorf("the cookie is %s", set)
	}
	issued, _, _ = strings.Cut(set, ";")
	return id, issued
}

// TestDailyGame starts the game of the day in two browsers: both play the same puzzle.
func TestDailyGame(t *testing.T) {
	t.Parallel()
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	var givens []string
	for range 2 {
		id, _ := startGame(t, server, "daily=1&level=easy", "")
		givens = append(givens, (&player{t: t, server: server, game: id}).read().Givens)
	}
	if givens[0] != givens[1] || len(givens[0]) != 81 {
		t.Errorf("the games of the day are %q", givens)
	}
	status, body, _ := send(t, "POST", server+"/games", "application/x-www-form-urlencoded", "daily=1&level=x_wing")
	if status != http.StatusBadRequest || !strings.Contains(body, "want easy") {
		t.Errorf("a technique of the day: %d %.300s", status, body)
	}
	if page := fetch(t, server+"/games", http.StatusOK); strings.Count(page, `name="daily"`) != 1 {
		t.Errorf("the page of games has no puzzles of the day")
	}
}

// TestNewGames starts games of a level and of a technique in one browser, and a game in another one.
func TestNewGames(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		first, cookie := startGame(t, server, "level=easy", "")
		second, again := startGame(t, server, "technique=x_wing", cookie)
		_, other := startGame(t, server, "puzzle_id=1", "")
		if again != cookie || other == cookie {
			t.Errorf("one browser has %s and %s, another one %s", cookie, again, other)
		}
		p := &player{t: t, server: server, game: second}
		if s := p.read(); !strings.Contains(s.Givens, ".") || p.hint("what").Technique != "x_wing" {
			t.Errorf("the practice of X-Wing is %+v with the hint %+v", s, p.hint("what"))
		}
		for _, c := range p.state.Cells {
			if c.Digit == 0 && len(c.Marks) == 0 {
				t.Errorf("cell %d has no marks", c.Cell)
			}
		}
		p.hint("where")
		db, err := database.OpenReadOnly(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		stored := func(address string) string {
			if db.InProcess() { // the file of one person
				return address
			}
			return play.Hashed(address)
		}
		var games []struct {
			GameID                   string `db:"game_id"`
			Level, Technique, Status string
		}
		err = db.Select(&games, `
			SELECT g.game_id, COALESCE(g.technique, '') AS technique, z.level, z.status
			FROM game AS g
			INNER JOIN puzzle AS z ON z.puzzle_id = g.puzzle_id
			WHERE g.player = `+db.Rebind("?")+`
			ORDER BY technique`, play.Hashed(strings.TrimPrefix(cookie, "setdoku_player=")))
		if err != nil || len(games) != 2 || games[0].GameID != stored(first) || games[0].Level != "easy" ||
			games[1].GameID != stored(second) || games[1].Technique != "x_wing" || games[1].Status != "solved" {
			t.Errorf("%+v, %v", games, err)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM game_hint WHERE technique = 'x_wing'
				AND level IN ('where', 'what')`); n != 2 {
			t.Errorf("%d hints are stored", n)
		}
		for form, want := range map[string]string{
			"technique=x_wings": "did you mean x_wing?", "level=": "level=easy",
			"technique=nested_forcing_2": "is known",
		} {
			if status, body, _ := send(t, "POST", server+"/games", "application/x-www-form-urlencoded",
				form); status < 400 || !strings.Contains(body, want) {
				t.Errorf("%s: %d %s", form, status, body)
			}
		}
	})
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
