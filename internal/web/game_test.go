package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/gridtest"
	"setdoku/internal/web"
	"setdoku/internal/web/play"
)

// state is a game as the API sends it.
type state struct {
	Game      string `json:"game"`
	Variant   string `json:"variant"`
	Version   int64  `json:"version"`
	Request   string `json:"request"`
	Position  int    `json:"position"`
	Moves     int    `json:"moves"`
	ElapsedMS int64  `json:"elapsed_ms"`
	Paused    bool   `json:"paused"`
	Finished  bool   `json:"finished"`
	Givens    string `json:"givens"`
	Cells     []struct {
		Cell     int   `json:"cell"`
		Digit    int   `json:"digit"`
		Given    bool  `json:"given"`
		Marks    []int `json:"marks"`
		Colors   []int `json:"colors"`
		Conflict bool  `json:"conflict"`
	} `json:"cells"`
}

// player plays one game.
type player struct {
	t       *testing.T
	server  string
	game    string
	state   state
	elapsed int64
}

// newGame starts a game of a puzzle.
func newGame(t *testing.T, server string, puzzle int) *player {
	t.Helper()
	status, body, h := post(t, server+"/games", fmt.Sprintf("puzzle_id=%d", puzzle))
	id, ok := strings.CutPrefix(h.Get("Location"), "/games/")
	if status != http.StatusSeeOther || !ok {
		t.Fatalf("start a game: %d %s %s", status, body, h.Get("Location"))
	}
	p := &player{t: t, server: server, game: id}
	p.read()
	return p
}

// read reads the game.
func (p *player) read() state {
	p.t.Helper()
	status, body := get(p.t, p.server+"/api/games/"+p.game)
	if status != http.StatusOK {
		p.t.Fatalf("read the game: %d %s", status, body)
	}
	p.state = decode[state](p.t, body)
	return p.state
}

// post sends moves, written as JSON objects, on the board that the player saw last. It returns the status and the body.
func (p *player) post(moves ...string) (int, string) {
	p.t.Helper()
	body := fmt.Sprintf(`{"position":%d,"version":%d,"elapsed_ms":%d,"moves":[%s]}`, p.state.Position, p.state.Version,
		p.elapsed, strings.Join(moves, ","))
	status, answer, _ := post(p.t, p.server+"/api/games/"+p.game+"/moves", body)
	return status, answer
}

// play makes moves and returns the game after them.
func (p *player) play(moves ...string) state {
	p.t.Helper()
	status, body := p.post(moves...)
	if status != http.StatusOK {
		p.t.Fatalf("%v: %d %s", moves, status, body)
	}
	p.state = decode[state](p.t, body)
	return p.state
}

// open returns the first empty cells.
func (p *player) open(n int) (cells []int) {
	for _, c := range p.state.Cells {
		if c.Digit == 0 && len(cells) < n {
			cells = append(cells, c.Cell)
		}
	}
	return cells
}

// move writes a move as JSON.
func move(action string, value int, cells ...int) string {
	b, _ := json.Marshal(map[string]any{"action": action, "value": value, "cells": cells})
	if len(cells) == 0 {
		return fmt.Sprintf(`{"action":%q}`, action)
	}
	return string(b)
}

// at returns a cell of the state. The digits of color are its colors.
func (s state) at(cell int) (digit int, marks []int, color int) {
	for _, c := range s.Cells {
		if c.Cell == cell {
			for _, n := range c.Colors {
				color = 10*color + n
			}
			return c.Digit, c.Marks, color
		}
	}
	return 0, nil, 0
}

// forEachDatabase runs a test on a SQLite file and on a PostgreSQL server, with six puzzles, of which three are solved.
func forEachDatabase(t *testing.T, test func(t *testing.T, target string)) {
	t.Run("SQLite", func(t *testing.T) { test(t, newDatabase(t, 6)) })
	t.Run("PostgreSQL", func(t *testing.T) {
		target := dbtest.Server(t, 0)
		fillDatabase(t, target, 6)
		test(t, target)
	})
}

// TestGame plays moves of all actions, undoes and redoes them, and reads the game again from another server.
func TestGame(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, target string) {
		p := newGame(t, newServer(t, target, web.Options{}).URL, 1) // a solved puzzle
		if s := p.state; s.Position != 0 || s.Moves != 0 || s.Finished || len(s.Cells) != 81 {
			t.Errorf("new game: %+v", s)
		}
		cells := p.open(3)
		a, b := cells[0], cells[1]
		p.elapsed = 5000
		p.play(move("mark", 3, cells...), move("color", 4, a), move("digit", 5, a))
		if digit, marks, color := p.state.at(a); digit != 5 || len(marks) != 1 || color != 4 {
			t.Errorf("cell %d: digit %d, marks %v, color %d", a, digit, marks, color)
		}
		p.elapsed = 3000
		p.play(move("undo", 0), move("mark", 3, cells...))
		if _, marks, _ := p.state.at(b); len(marks) != 0 || p.state.Position != 3 || p.state.Moves != 3 ||
			p.state.ElapsedMS != 5000 {
			t.Errorf("after undo and another move: marks %v, %+v", marks, p.state)
		}
		p.play(move("restart", 0))
		if _, _, color := p.state.at(a); color != 0 || p.state.Position != 4 {
			t.Errorf("restart left color %d at position %d", color, p.state.Position)
		}
		p.play(move("undo", 0), move("undo", 0))
		want := p.state
		elsewhere := &player{t: t, server: newServer(t, target, web.Options{}).URL, game: p.game}
		if got := elsewhere.read(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("on another server\n%+v, want\n%+v", got, want)
		}
		if elsewhere.play(move("redo", 0)).Position != 3 {
			t.Errorf("redo on another server: %+v", elsewhere.state)
		}
	})
}

// TestGameSurvivesRestart ends the server in the middle of a game and starts it again.
func TestGameSurvivesRestart(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, target string) {
		start := func() (*httptest.Server, func()) {
			s, err := web.New(t.Context(), target, web.Options{})
			gridtest.Must(t, err)
			server := httptest.NewServer(s.Handler())
			return server, func() {
				server.Close()
				if err := s.Close(); err != nil {
					t.Error(err)
				}
			}
		}
		server, end := start()
		p := newGame(t, server.URL, 5)
		cells := p.open(2)
		p.elapsed = 7000
		want := p.play(move("mark", 3, cells...), move("digit", 5, cells[0]), move("undo", 0))
		end()
		server, end = start()
		defer end()
		p.server = server.URL
		if got := p.read(); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("after the restart\n%+v, want\n%+v", got, want)
		}
		if digit, _, _ := p.play(move("redo", 0)).at(cells[0]); digit != 5 {
			t.Errorf("redo after the restart: digit %d, want 5", digit)
		}
	})
}

// TestButtonsOfTheForm presses each button of the page as a browser without JavaScript does. The server must know all
// of them.
func TestButtonsOfTheForm(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	p := newGame(t, server, 4)
	address := fmt.Sprintf("%s/games/%s?cell=%d", server, p.game, p.open(1)[0])
	_, page := get(t, address)
	pressed := map[string]bool{}
	for _, form := range regexp.MustCompile(`(?s)<form method="post" action="/games/.*?</form>`).FindAllString(page,
		-1) {
		fields := url.Values{}
		for _, f := range regexp.MustCompile(
			`<input type="hidden" name="(\w+)" value="(\w+)"`).FindAllStringSubmatch(form, -1) {
			fields.Set(f[1], f[2])
		}
		for _, b := range regexp.MustCompile(`name="do" value="([^"]+)"`).FindAllStringSubmatch(form, -1) {
			fields.Set("do", b[1])
			status, body, h := post(t, server+"/games/"+p.game, fields.Encode())
			if status != http.StatusSeeOther {
				t.Errorf("button %s: %d %.300s", b[1], status, body)
				continue
			}
			if status, body := get(t, server+h.Get("Location")); status != http.StatusOK {
				t.Errorf("the page after button %s: %d %.300s", b[1], status, body)
			}
			pressed[b[1]] = true
		}
	}
	for _, do := range []string{
		"digit-1", "digit-9", "mark-1", "mark-9", "erase", "undo", "redo", "restart", "check", "hint-where",
		"hint-what", "hint-why", "pause", "resume",
	} {
		if !pressed[do] {
			t.Errorf("the page has no button %s", do)
		}
	}
}

// postAs sends moves with the id of a request, on the board that the player saw last. A player who gets an answer sees
// its state.
func (p *player) postAs(request string, moves ...string) int {
	p.t.Helper()
	body := fmt.Sprintf(`{"request":%q,"position":%d,"version":%d,"elapsed_ms":0,"moves":[%s]}`,
		request, p.state.Position, p.state.Version, strings.Join(moves, ","))
	status, _, _ := post(p.t, p.server+"/api/games/"+p.game+"/moves", body)
	return status
}

// TestSecondTry sends a request again whose answer was lost. The server must not make the moves twice, and its state
// must show whether the request arrived.
func TestSecondTry(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		p := newGame(t, newServer(t, target, web.Options{}).URL, 1)
		cell := p.open(1)[0]
		old := p.state
		expect := func(when string, status, want int, request string, version int64, marks string) {
			t.Helper()
			s := p.read()
			_, got, _ := s.at(cell)
			if status != want || s.Request != request || s.Version != version || fmt.Sprint(got) != marks {
				t.Errorf("%s: status %d, request %q, version %d, marks %v, want %d, %q, %d, %s", when, status,
					s.Request, s.Version, got, want, request, version, marks)
			}
		}
		expect("a new game", 200, 200, "", 0, "[]")
		status := p.postAs("A", move("mark", 3, cell))
		expect("the first try", status, 200, "A", 1, "[3]")
		p.state = old
		status = p.postAs("A", move("mark", 3, cell))
		expect("the second try", status, 200, "A", 1, "[3]")
		p.state = old
		status = p.postAs("B", move("mark", 3, cell))
		expect("the first try of another page on an old board", status, 409, "A", 1, "[3]")
		status = p.postAs("B", move("erase", 0, p.givenCell()))
		expect("a request that changes nothing", status, 200, "A", 1, "[3]")
		status = p.postAs("C", move("undo", 0))
		expect("undo", status, 200, "C", 2, "[]")
		status = p.postAs("", move("redo", 0))
		expect("a request without an id", status, 200, "", 3, "[3]")
		status = p.postAs("", move("mark", 3, cell))
		expect("another request without an id", status, 200, "", 4, "[]")
		p.postAs("D", move("mark", 4, cell))
		status, _, _ = post(t, p.server+"/games/"+p.game, fmt.Sprintf("do=mark-5&cell=%d", cell))
		expect("the form", status, 303, "", 6, "[4 5]")
	})
}

// givenCell returns the first given cell.
func (p *player) givenCell() int {
	for _, c := range p.state.Cells {
		if c.Given {
			return c.Cell
		}
	}
	p.t.Fatal("no cell is given")
	return 0
}

// startGame posts the form of a new game. cookie is that of the browser, "" for a new one. It returns the id of the
// game and the cookie that the browser has then.
func startGame(t *testing.T, server, form, cookie string) (id, issued string) {
	t.Helper()
	headers := []string{}
	if cookie != "" {
		headers = append(headers, "Cookie", cookie)
	}
	status, body, h := post(t, server+"/games", form, headers...)
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
	status, body, _ := post(t, server+"/games", "daily=1&level=x_wing")
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
		gridtest.Must(t, err)
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
			if status, body, _ := post(t, server+"/games", form); status < 400 || !strings.Contains(body, want) {
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
			return post(t, server+"/solve", form, "Content-Type", "multipart/form-data; boundary=x")
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
		_, page, _ := send(t, "GET", fmt.Sprintf("%s/puzzles/%d", server, id), "", "Cookie", cookie)
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
