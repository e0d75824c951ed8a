package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/internal/web"
	"setdoku/solver/solutions"
	"setdoku/store"
)

// TestGamesLeaveTheCollection plays a solved puzzle and a new one, by all routes, and compares every other table before
// and after. verify must confirm the database with the games.
func TestGamesLeaveTheCollection(t *testing.T) {
	gridtest.Long(t, "two whole games")
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		db := dbtest.OpenTarget(t, target, 0)
		collection := func() map[string][]string {
			rows := make(map[string][]string)
			for _, table := range []string{"run", "puzzle", "cell", "step", "elimination", "evidence", "candidate", "history",
				"puzzle_tag"} {
				rows[table] = dbtest.SortedAnswer(t, db, `SELECT * FROM `+table)
			}
			return rows
		}
		before := collection()
		server := newServer(t, target, web.Options{}).URL
		for _, puzzle := range []int{1, 5} {
			p := newGame(t, server, puzzle)
			cells := p.open(4)
			p.play(move("mark", 3, cells...), move("digit", 5, cells[0]), move("digit", 5, cells[1]),
				move("color", 2, cells...), move("undo", 0))
			p.hint("why")
			p.play(move("restart", 0), move("undo", 0), move("erase", 0, cells...))
			for !p.state.Finished {
				p.followed(p.hint("why"))
			}
			p.play(move("undo", 0), move("restart", 0))
		}
		if diff := cmp.Diff(before, collection()); diff != "" {
			t.Errorf("the collection has changed:\n%s", diff)
		}
		solvertest.Verified(t, db)
	})
}

// TestTwoWindows plays a game in two windows. The second one gets the present game instead of a move on an old board.
func TestTwoWindows(t *testing.T) {
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		one := newGame(t, server, 1)
		two := &player{t: t, server: server, game: one.game, state: one.state}
		cells := one.open(2)
		one.play(move("digit", 1, cells[0]))
		changed := func(when string) {
			t.Helper()
			status, body := two.post(move("digit", 2, cells[1]))
			answer := decode[struct {
				Error string
				State state
			}](t, body)
			if status != http.StatusConflict || answer.Error != "the game was changed elsewhere in the meantime" ||
				fmt.Sprint(answer.State) != fmt.Sprint(one.state) {
				t.Fatalf("%s: %d %s", when, status, body)
			}
			two.state = answer.State
		}
		changed("a move elsewhere")
		one.play(move("undo", 0), move("digit", 3, cells[0]))
		changed("a move that was replaced elsewhere, at the same position")
		if s := two.play(move("digit", 2, cells[1])); s.Position != 2 {
			t.Errorf("the second window goes on: %+v", s)
		}

		// Many at once: each move is made on the board that it was meant for, or refused.
		one.read()
		start := one.state
		var wg sync.WaitGroup
		statuses := make([]int, 12)
		for i := range statuses {
			wg.Go(func() {
				p := &player{t: t, server: server, game: one.game, state: start}
				statuses[i], _ = p.post(move("color", 1+i%9, cells[0]))
			})
		}
		wg.Wait()
		slices.Sort(statuses)
		refused := slices.Repeat([]int{http.StatusConflict}, len(statuses)-1)
		if s := one.read(); !slices.Equal(statuses, append([]int{http.StatusOK}, refused...)) ||
			s.Position != start.Position+1 || s.Version != start.Version+1 {
			t.Errorf("moves on one board: %v, now position %d, version %d", statuses, s.Position, s.Version)
		}
	})
}

// TestGameRequests sends wrong requests.
func TestGameRequests(t *testing.T) {
	t.Parallel()
	server := gameServer(t)
	p := newGame(t, server, 1)
	game, none := "/api/games/"+p.game, "/api/games/AAAAAAAAAAAAAAAAAAAAAAAAAA"
	many := strings.TrimSuffix(strings.Repeat(`{"action":"undo"},`, 201), ",")
	check(t, server, []request{
		{none, "", 404, "no such game"},
		{"/games/AAAAAAAAAAAAAAAAAAAAAAAAAA", "", 404, "no such game"},
		{"/api/games/7", "", 404, "26 letters and digits"},
		{"/api/games?puzzle_id=1", "", 404, "there is no page"},
		{"POST " + none + "/moves", `{"position":0,"moves":[]}`, 404, "no such game"},
		{"PUT " + none + "/clock", `{"elapsed_ms":1}`, 404, "no such game"},
		{"DELETE " + none, "", 404, "no such game"},
		{"POST " + game + "/moves", "x", 400, "not the expected JSON"},
		{"POST " + game + "/moves", `{"position":0,"moves":[]} {}`, 400, "more than one JSON value"},
		{"POST " + game + "/moves", `{"position":0,"moves":[],"cheat":1}`, 400, "cheat"},
		{"POST " + game + "/moves", `{"moves":[]}`, 400, "position is missing"},
		{"POST " + game + "/moves", `{"position":0,"moves":[{"action":"undo"},{"action":"cheat"}]}`,
			400, `moves[1]: this is not a move: action \"cheat\"`},
		{"POST " + game + "/moves",
			`{"position":0,"moves":[{"action":"digit","cells":[40],"value":3}]}`, 400, "cell 40"},
		{"POST " + game + "/moves",
			`{"position":0,"moves":[{"action":"digit","cells":[41],"value":10}]}`, 400, "want 1 to 9"},
		{"POST " + game + "/moves", `{"position":0,"elapsed_ms":-1,"moves":[]}`, 400, "elapsed_ms=-1"},
		{"PUT " + game + "/clock", `{"elapsed_ms":9467085600000}`, 400,
			"elapsed_ms=9467085600000, want a number from 0 to"},
		{"PUT " + game + "/clock", `{"elapsed_ms":"5"}`, 400, "not the expected JSON"},
		{"POST " + game + "/moves",
			`{"request":"` + strings.Repeat("x", 65) + `","position":0,"moves":[]}`, 400,
			"want at most 64 letters and digits"},
		{"POST " + game + "/moves", `{"request":"\u0000","position":0,"moves":[]}`, 400,
			"want at most 64 letters and digits"},
		{"POST " + game + "/moves", `{"position":0,"moves":[` + many + `]}`, 413, "201 moves, want at most 200"},
		{"POST " + game + "/moves", `{"position":0,"moves":[` + strings.Repeat(" ", 70<<10) + `]}`, 413,
			"want at most 64 kB"},
		{game + "/hint", "", 400, "want where, what or why"},
		{game + "/hint?level=all", "", 400, "want where, what or why"},
		{"/games/" + p.game, "", 200, "<noscript>"},
		{"/games/" + p.game + "?hint=all", "", 400, "want where, what or why"},
		{"POST /games/" + p.game, "do=digit-5", 400, "want delete"},
		{"POST /games", "", 400, "want the number of a puzzle"},
		{"POST /games", "puzzle_id=x", 400, "want the number of a puzzle"},
		{"POST /games", "puzzle_id=0", 400, "want the number of a puzzle"},
		{"POST /games", "puzzle_id=99", 404, "no such puzzle"},
		{"POST " + game + "/moves", `{"moves":[{"cells":"11"}]}`, 400, "moves.cells: expected array, found string"},
		{"POST " + game + "/moves", `{"position":"1"}`, 400, "position: expected number, found string"},
		{"POST " + game + "/moves", `[]`, 400, "the body: expected object, found array"},
	})
	if s := p.read(); s.Position != 0 || s.Version != 0 {
		t.Errorf("refused requests changed the game: %+v", s)
	}
	check(t, server, []request{{"DELETE " + game, "", 204, ""}, {game, "", 404, ""}})
}

// serverWith serves a new database with these puzzles, numbered from 1.
func serverWith(t *testing.T, puzzles ...setdoku.State) (address string, db *store.DB) {
	t.Helper()
	path := dbtest.File(t)
	db = dbtest.OpenTarget(t, path, 0)
	var list []format.Puzzle
	for _, s := range puzzles {
		list = append(list, format.Puzzle{State: s})
	}
	solvertest.Import(t, db, list)
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
	t.Parallel()
	var s setdoku.State
	s.Givens = gridtest.Minimal(gridtest.New(81))
	// A minimal puzzle with one given less has several solutions.
	s.Givens[slices.IndexFunc(s.Givens[:], func(d uint8) bool { return d != 0 })] = 0
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
		if h := p.hint("why"); fmt.Sprint(h.Wrong) != want || len(h.Wrong) > 0 && h.Hint.Status != "" {
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
	t.Parallel()
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
	p.play(move("color", 1, 11))
	check(t, server, []request{{"PUT /api/games/" + p.game + "/clock", `{"elapsed_ms":90000}`, 204, ""}})
	if p.read().ElapsedMS != 60_000 {
		t.Errorf("the clock went on after the finish: %d", p.state.ElapsedMS)
	}
	p.play(move("undo", 0), move("undo", 0))
	if p.state.Finished || dbtest.Count(t, db, `SELECT COUNT(*) FROM game WHERE finished_at IS NOT NULL`) != 0 {
		t.Error("finished after the last digit was undone")
	}
}

// TestGameWithoutSolution plays a puzzle that has no solution.
func TestGameWithoutSolution(t *testing.T) {
	t.Parallel()
	s := setdoku.State{Givens: gridtest.Minimal(gridtest.New(84))}
	cell, digit := entry(t, s, false)
	s.Givens[setdoku.Cell(cell).Index()] = uint8(digit)
	server, _ := serverWith(t, s)
	p := newGame(t, server, 1)
	check(t, server, []request{
		{"/api/games/" + p.game + "/hint?level=where", "", 200, `"words":["This puzzle has no solution."]`},
		{"/api/games/" + p.game + "/check", "", 200, "This puzzle has no solution."},
	})
}

// TestGamesOfOthers plays on a server with several players, where everybody may read all tables in the console. What
// they have must neither open a game nor list those of a browser.
func TestGamesOfOthers(t *testing.T) {
	t.Parallel()
	server := tokenServer(t)
	request := func(method, path, body, cookie string) (int, string, http.Header) {
		return send(t, method, server+path, body, "Authorization", "Bearer "+testToken, "Cookie", cookie)
	}
	_, _, h := request("POST", "/games", "puzzle_id=1", "")
	address, cookie := h.Get("Location"), strings.Split(h.Get("Set-Cookie"), ";")[0]
	for _, path := range []string{"/games", address} {
		status, page, _ := request("GET", path, "", cookie)
		if status != http.StatusOK || path == "/games" && !strings.Contains(page, address) {
			t.Fatalf("%s: status %d, or the browser does not find its game %s", path, status, address)
		}
	}
	_, game, _ := strings.Cut(address, "/games/")
	if status, page, _ := request("GET", address, "", ""); status != http.StatusOK || !strings.Contains(page, game) {
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
