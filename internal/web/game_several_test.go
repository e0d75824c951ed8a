package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"setdoku"
	"setdoku/internal/batch"
	"setdoku/internal/database"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solutions"
	"setdoku/internal/web"
)

// serverWith serves a new database with these puzzles, numbered from 1.
func serverWith(t *testing.T, puzzles ...setdoku.State) (address string, db *database.DB) {
	t.Helper()
	path := dbtest.File(t)
	db = dbtest.OpenTarget(t, path, 0)
	imp, err := batch.NewImporter(t.Context(), db)
	if err != nil {
		t.Fatal(err)
	}
	defer imp.Close()
	var list []format.Puzzle
	for i, s := range puzzles {
		list = append(list, format.Puzzle{State: s, File: "made.sdm", Line: i + 1})
	}
	if _, err := imp.Add(t.Context(), list); err != nil {
		t.Fatal(err)
	}
	return newServer(t, path, web.Options{}).URL, db
}

// entry returns an open cell and a digit for it that no peer has, so that the puzzle then has a solution or has none.
func entry(t *testing.T, s setdoku.State, solvable bool) (cell, digit int) {
	t.Helper()
	for i, m := range s.Candidates() {
		for ; m != 0; m &= m - 1 {
			after := s
			after.Placed[i] = m.Lowest()
			if n, err := solutions.CountState(t.Context(), after, 1); err == nil && (n > 0) == solvable {
				return int(setdoku.CellAt(i)), int(m.Lowest())
			}
		}
	}
	t.Fatal("there is no such entry")
	return 0, 0
}

// place returns a state with one more digit.
func place(s setdoku.State, cell, digit int) setdoku.State {
	s.Placed[setdoku.Cell(cell).Index()] = uint8(digit)
	return s
}

// TestWrongEntriesOfSeveralSolutions plays a puzzle with several solutions. The entry that leaves none is wrong, not
// those before and after it.
func TestWrongEntriesOfSeveralSolutions(t *testing.T) {
	var s setdoku.State
	s.Givens = gridtest.Minimal(gridtest.New(81))
	for i, d := range s.Givens {
		if d != 0 {
			s.Givens[i] = 0 // a minimal puzzle with one given less has several solutions
			break
		}
	}
	server, _ := serverWith(t, s)
	p := newGame(t, server, 1)
	cell, digit := entry(t, s, true)
	p.play(move("digit", digit, cell))
	s = place(s, cell, digit)
	bad, badDigit := entry(t, s, false)
	p.play(move("digit", badDigit, bad))
	s = place(s, bad, badDigit)
	for i, m := range s.Candidates() {
		if m != 0 {
			p.play(move("digit", int(m.Lowest()), int(setdoku.CellAt(i))))
			break
		}
	}
	wrong := func(want string) {
		t.Helper()
		if h := p.hint("why"); fmt.Sprint(h.Wrong) != want || len(h.Wrong) > 0 && len(h.Place) > 0 {
			t.Errorf("wrong %v, want %s: %+v", h.Wrong, want, h.Words)
		}
	}
	wrong(fmt.Sprintf("[{%d %d 0}]", bad, badDigit)) // without the right digit, because there are several
	p.play(move("undo", 0), move("undo", 0))
	wrong("[]")
	for i, d := range p.state.grid() {
		if peer := setdoku.Classic().Peers[i][0]; d != 0 && p.state.grid()[peer] == 0 {
			p.play(move("digit", int(d), int(setdoku.CellAt(peer))))
			wrong(fmt.Sprintf("[{%d %d 0}]", setdoku.CellAt(peer), d))
			break
		}
	}
}

// TestFinishAnyOfSeveralSolutions fills a puzzle with several solutions.
func TestFinishAnyOfSeveralSolutions(t *testing.T) {
	solution, _, _ := solutions.Solve(t.Context(), gridtest.Minimal(gridtest.New(82)))
	var s setdoku.State
	for i := range 40 {
		s.Givens[i] = solution[i]
	}
	server, db := serverWith(t, s)
	p := newGame(t, server, 1)
	other, n, _ := solutions.Solve(t.Context(), s.Givens)
	if n != 2 {
		t.Fatalf("%d solutions", n)
	}
	var moves []string
	for i := 40; i < setdoku.CellCount; i++ {
		moves = append(moves, move("digit", int(other[i]), int(setdoku.CellAt(i))))
	}
	p.elapsed = 60_000
	if p.play(moves...); !p.state.Finished || p.state.Moves != 41 {
		t.Errorf("after the last digit: %+v", p.state)
	}
	if n := dbtest.Count(t, db, `SELECT COUNT(*) FROM game WHERE finished_at IS NOT NULL`); n != 1 {
		t.Errorf("%d games with a time of the finish, want 1", n)
	}
	p.elapsed = 90_000
	if p.play(move("color", 1, 11)); p.state.ElapsedMS != 60_000 {
		t.Errorf("the clock went on after the finish: %d", p.state.ElapsedMS)
	}
	p.play(move("undo", 0), move("undo", 0))
	if p.state.Finished || dbtest.Count(t, db, `SELECT COUNT(*) FROM game WHERE finished_at IS NOT NULL`) != 0 {
		t.Error("finished after the last digit was undone")
	}
}

// TestGameOfPlacedDigits plays a puzzle that came with a placed digit. The player may erase it, and restart brings it
// back.
func TestGameOfPlacedDigits(t *testing.T) {
	var s setdoku.State
	s.Givens = gridtest.Minimal(gridtest.New(83))
	cell, digit := entry(t, s, true)
	server, _ := serverWith(t, place(s, cell, digit))
	p := newGame(t, server, 1)
	if d, _, _ := p.state.at(cell); d != digit || p.state.Position != 0 || p.state.Givens != s.Givens.String() {
		t.Errorf("the placed digit is %d, want %d: %+v", d, digit, p.state)
	}
	p.play(move("erase", 0, cell))
	if d, _, _ := p.state.at(cell); d != 0 {
		t.Errorf("the placed digit is still there: %d", d)
	}
	p.play(move("restart", 0))
	if d, _, _ := p.state.at(cell); d != digit {
		t.Errorf("after restart %d, want %d", d, digit)
	}
}

// TestGameWithoutSolution plays a puzzle that has no solution.
func TestGameWithoutSolution(t *testing.T) {
	var s setdoku.State
	s.Givens = gridtest.Minimal(gridtest.New(84))
	cell, digit := entry(t, s, false)
	s.Givens[setdoku.Cell(cell).Index()] = uint8(digit)
	server, _ := serverWith(t, s)
	p := newGame(t, server, 1)
	if h := p.hint("where"); len(h.Words) != 1 || h.Words[0] != "This puzzle has no solution." {
		t.Errorf("hint: %+v", h)
	}
	if _, body := get(t, server+"/api/games/"+p.game+"/check"); !strings.Contains(body,
		"This puzzle has no solution.") {
		t.Errorf("check: %s", body)
	}
}

// TestClockOfTheForm moves the time of the last request back. The form counts the time since then, at most ten minutes,
// unless the clock is stopped.
func TestClockOfTheForm(t *testing.T) {
	server, db := serverWith(t, setdoku.State{Givens: gridtest.Minimal(gridtest.New(85))})
	p := newGame(t, server, 1)
	for _, tt := range []struct {
		ago      time.Duration
		do       string
		low, top int64 // seconds on the clock after the request
	}{
		{2 * time.Minute, "check", 0, 0}, // changes nothing
		{2 * time.Minute, "undo", 120, 150},
		{3 * time.Hour, "undo", 720, 760},
		{time.Minute, "pause", 780, 830},
		{time.Hour, "resume", 780, 830},
		{time.Minute, "digit-5", 840, 900},
	} {
		if _, err := db.ExecContext(t.Context(), `UPDATE game SET changed_at = ?`,
			time.Now().Add(-tt.ago).UTC().Format(time.RFC3339)); err != nil {
			t.Fatal(err)
		}
		form := fmt.Sprintf("do=%s&cell=%d", tt.do, p.open(1)[0])
		if status, body, _ := send(t, "POST", server+"/games/"+p.game, "application/x-www-form-urlencoded",
			form); status != 303 {
			t.Fatalf("%s: %d %.300s", tt.do, status, body)
		}
		if seconds := p.read().ElapsedMS / 1000; seconds < tt.low || seconds > tt.top {
			t.Errorf("%s after %v: %d seconds, want %d to %d", tt.do, tt.ago, seconds, tt.low, tt.top)
		}
	}
}

// TestGamesOfOthers plays on a server with several players, where everybody may read all tables in the console. What
// they have must neither open a game nor list those of a browser.
func TestGamesOfOthers(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{Token: testToken}).URL
	request := func(method, path, body, cookie string) (int, string, http.Header) {
		return send(t, method, server+path, "application/x-www-form-urlencoded", body, "Authorization", "Bearer "+testToken,
			"Cookie", cookie)
	}
	_, _, h := request("POST", "/games", "puzzle_id=1", "")
	address, cookie := h.Get("Location"), strings.Split(h.Get("Set-Cookie"), ";")[0]
	for _, path := range []string{"/games", address} {
		status, page, _ := request("GET", path, "", cookie)
		if status != http.StatusOK || path == "/games" && !strings.Contains(page, address) {
			t.Fatalf("%s: status %d, or the browser does not find its game %s", path, status, address)
		}
	}
	if status, page, _ := request("GET", address, "", ""); status != http.StatusOK || !strings.Contains(page, address) {
		t.Errorf("the address in another browser: status %d", status)
	}
	_, page, _ := request("GET", "/api/query?q="+url.QueryEscape("SELECT game_id, player, seed FROM game"), "", "")
	row := decode[struct{ Rows [][]string }](t, page).Rows[0]
	for _, value := range row {
		if status, _, _ := request("GET", "/games/"+value, "", ""); status != http.StatusNotFound {
			t.Errorf("the value %s of the table opens a game: status %d", value, status)
		} else if _, page, _ := request("GET", "/games", "", "setdoku_player="+value); strings.Contains(page, "Continue") {
			t.Errorf("the value %s of the table is the key of a browser", value)
		}
	}
}
