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

	"setdoku/internal/dbtest"
	"setdoku/internal/web"
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
	status, body, h := send(t, "POST", server+"/games", "application/x-www-form-urlencoded",
		fmt.Sprintf("puzzle_id=%d", puzzle))
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
	status, answer, _ := send(p.t, "POST", p.server+"/api/games/"+p.game+"/moves", "application/json", body)
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
			if err != nil {
				t.Fatal(err)
			}
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
			status, body, h := send(t, "POST", server+"/games/"+p.game, "application/x-www-form-urlencoded",
				fields.Encode())
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
