package web_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/web"
	"setdoku/store"
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
	id, _ := startGame(t, server, fmt.Sprint("puzzle_id=", puzzle), "")
	p := &player{t: t, server: server, game: id}
	p.read()
	return p
}

// read reads the game.
func (p *player) read() state {
	p.t.Helper()
	p.state = decode[state](p.t, fetch(p.t, p.server+"/api/games/"+p.game, 200))
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
	t.Parallel()
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
		check(t, p.server, []request{{"PUT /api/games/" + p.game + "/clock", `{"elapsed_ms":6000,"paused":true}`, 204, ""},
			{"PUT /api/games/" + p.game + "/clock", `{"elapsed_ms":2000}`, 204, ""}})
		if s := p.read(); s.ElapsedMS != 6000 || s.Paused {
			t.Errorf("the clock went back, or stands: %+v", s)
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
	check(t, server, []request{
		{"POST /games", "daily=1&level=x_wing", 400, "want easy"},
		{"/games", "", 200, `name="daily"`},
	})
}

// TestNewGames starts games of a level and of a technique in one browser, and a game in another one.
func TestNewGames(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		first, cookie := startGame(t, server, "level=easy", "")
		second, again := startGame(t, server, "technique=x_wing", cookie)
		_, other := startGame(t, server, "puzzle_id=1", "")
		if again != cookie || other == cookie {
			t.Errorf("one browser has %s and %s, another one %s", cookie, again, other)
		}
		p := &player{t: t, server: server, game: second}
		if s := p.read(); !strings.Contains(s.Givens, ".") || p.hint("what").Hint.Technique != "x_wing" {
			t.Errorf("the practice of X-Wing is %+v with the hint %+v", s, p.hint("what"))
		}
		for _, c := range p.state.Cells {
			if c.Digit == 0 && len(c.Marks) == 0 {
				t.Errorf("cell %d has no marks", c.Cell)
			}
		}
		p.hint("where")
		db, err := store.OpenReadOnly(t.Context(), target)
		gridtest.Must(t, err)
		defer db.Close()
		stored := func(address string) string {
			if db.InProcess() { // the file of one person
				return address
			}
			return web.Hashed(address)
		}
		var games []struct {
			GameID                   string `db:"game_id"`
			Level, Technique, Status string
		}
		err = db.Select(&games, `
			SELECT g.game_id, COALESCE(g.technique, '') AS technique, z.level, z.status
			FROM game AS g
			INNER JOIN puzzle AS z ON z.puzzle_id = g.puzzle_id
			WHERE g.player = ?
			ORDER BY technique`, web.Hashed(strings.TrimPrefix(cookie, "setdoku_player=")))
		if err != nil || len(games) != 2 || games[0].GameID != stored(first) || games[0].Level != "easy" ||
			games[1].GameID != stored(second) || games[1].Technique != "x_wing" || games[1].Status != "solved" {
			t.Errorf("%+v, %v", games, err)
		}
		if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM game_hint WHERE technique = 'x_wing'
				AND level IN ('where', 'what')`); n != 2 {
			t.Errorf("%d hints are stored", n)
		}
		check(t, server, []request{
			{"POST /games", "technique=x_wings", 400, "did you mean x_wing?"},
			{"POST /games", "level=", 400, "level=easy"},
			{"POST /games", "technique=nested_forcing_2", 503, "is known"},
		})
	})
}

// TestPlayOwn plays a puzzle of the form, and looks at the first step of another one. A first
// step stores nothing but the puzzle, and the page of a puzzle opens at its givens.
func TestPlayOwn(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		const own = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
		var step http.Header
		for range 2 { // the second time the puzzle is there
			_, _, step = postPuzzles(t, server, "puzzles", own, "step", "1")
		}
		page, level, _ := strings.Cut(step.Get("Location"), "?")
		p := decode[struct {
			Givens, Status  string
			Steps           int
			Level, Solution *string
		}](t, fetch(t, server+"/api"+page, 200))
		if p.Givens != own || p.Steps != 0 || p.Status != "new" || p.Level != nil || p.Solution != nil {
			t.Errorf("%+v", p)
		}
		status, body, h := postPuzzles(t, server, "puzzles", own, "play", "1")
		if !strings.HasPrefix(h.Get("Location"), "/games/") || level != "hint=why" {
			t.Fatalf("%s, %d %s", step.Get("Location"), status, body)
		}
		check(t, server, []request{{"/api" + h.Get("Location"), "", 200, `"givens":"` + own + `"`}})
		cookie, _, _ := strings.Cut(h.Get("Set-Cookie"), ";")
		if _, text, _ := send(t, "GET", server+page, "", "Cookie", cookie); !strings.Contains(text,
			"Before all steps</h2>") || !strings.Contains(text, "Continue your game") {
			t.Errorf("the page of the puzzle is %.300s", text)
		}
		for puzzles, want := range map[string]string{own + "\n" + strings.Replace(own, "7", ".", 1): "has 2 puzzles",
			"5" + own[:80]: "fault"} {
			for _, button := range []string{"play", "step"} {
				if status, body, _ := postPuzzles(t, server, "puzzles", puzzles, button, "1"); status != 400 ||
					!strings.Contains(body, want) {
					t.Errorf("%s %s: %d %.300s", button, puzzles, status, body)
				}
			}
		}
	})
}
