package web_test

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"setdoku/internal/database"
	"setdoku/internal/gridtest"
	"setdoku/internal/verify"
	"setdoku/internal/web"
)

// collectionOf returns all rows of all tables but those of games, as text.
func collectionOf(t *testing.T, db *database.DB) map[string]string {
	t.Helper()
	names := `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'
			AND name NOT LIKE 'goose%'`
	if db.Dialect() == database.Postgres {
		names = `SELECT relname FROM pg_class WHERE relnamespace = CURRENT_SCHEMA()::regnamespace
				AND relkind IN ('r', 'p') AND NOT relispartition`
	}
	var tables []string
	if err := db.SelectContext(t.Context(), &tables, names); err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{}
	for _, table := range append(tables, "history", "puzzle_rating") {
		if strings.HasPrefix(table, "game") {
			continue
		}
		list, err := db.QueryxContext(t.Context(), `SELECT * FROM `+table)
		if err != nil {
			t.Fatal(err)
		}
		var text []string
		for list.Next() {
			row, err := list.SliceScan()
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, fmt.Sprint(row...))
		}
		if err := list.Err(); err != nil {
			t.Fatal(err)
		}
		slices.Sort(text)
		rows[table] = strings.Join(text, "\n")
	}
	return rows
}

// TestGamesLeaveTheCollection plays a solved puzzle and a new one, by all routes, and compares every other table before
// and after. verify must confirm the database with the games.
func TestGamesLeaveTheCollection(t *testing.T) {
	gridtest.Long(t, "a database for each case")
	t.Parallel()
	forEachDatabase(t, func(t *testing.T, target string) {
		db, err := database.Open(t.Context(), target)
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		before := collectionOf(t, db)
		server := newServer(t, target, web.Options{}).URL
		for _, puzzle := range []int{1, 5} {
			p := newGame(t, server, puzzle)
			cells := p.open(4)
			p.play(move("mark", 3, cells...), move("digit", 5, cells[0]), move("digit", 5, cells[1]),
				move("color", 2, cells...), move("undo", 0))
			p.hint("why")
			p.play(move("restart", 0), move("undo", 0), move("erase", 0, cells...))
			for !p.state.Finished {
				h := p.hint("why")
				p.followed(h)
			}
			for _, do := range []string{"undo", "check", "hint-why", "pause", "restart"} {
				send(t, "POST", server+"/games/"+p.game, "application/x-www-form-urlencoded", "do="+do)
			}
		}
		after := collectionOf(t, db)
		for table, want := range before {
			if got := after[table]; got != want {
				t.Errorf("%s has changed\n%.300s\nwant\n%.300s", table, got, want)
			}
		}
		err = db.Snapshot(t.Context(), func(s *database.Snapshot) error {
			_, err := verify.Run(t.Context(), db, s, verify.Options{})
			return err
		})
		if err != nil {
			t.Errorf("verify: %v", err)
		}
	})
}

// TestTwoWindows plays a game in two windows. The second one gets the present game instead of a move on an old board.
func TestTwoWindows(t *testing.T) {
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
		accepted := 0
		for _, status := range statuses {
			switch status {
			case http.StatusOK:
				accepted++
			case http.StatusConflict:
			default:
				t.Errorf("status %d", status)
			}
		}
		if s := one.read(); accepted != 1 || s.Position != start.Position+1 || s.Version != start.Version+1 {
			t.Errorf("%d moves on one board were accepted, now position %d, version %d", accepted, s.Position,
				s.Version)
		}
	})
}

// TestGameRequests sends wrong requests.
func TestGameRequests(t *testing.T) {
	server := newServer(t, newDatabase(t, 4), web.Options{}).URL
	p := newGame(t, server, 1)
	game, none := "/api/games/"+p.game, "/api/games/AAAAAAAAAAAAAAAAAAAAAAAAAA"
	many := strings.TrimSuffix(strings.Repeat(`{"action":"undo"},`, 201), ",")
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		want                     string
	}{
		{"an unknown game", "GET", none, "", 404, "no such game"},
		{"an unknown game, its page", "GET", "/games/AAAAAAAAAAAAAAAAAAAAAAAAAA", "", 404, "no such game"},
		{"a name that is not a game", "GET", "/api/games/7", "", 404, "26 letters and digits"},
		{"a list of games", "GET", "/api/games?puzzle_id=1", "", 404, "there is no page"},
		{"moves in an unknown game", "POST", none + "/moves", `{"position":0,"moves":[]}`, 404, "no such game"},
		{"the clock of an unknown game", "PUT", none + "/clock", `{"elapsed_ms":1}`, 404, "no such game"},
		{"delete an unknown game", "DELETE", none, "", 404, "no such game"},
		{"no JSON", "POST", game + "/moves", "x", 400, "not the expected JSON"},
		{"two values", "POST", game + "/moves", `{"position":0,"moves":[]} {}`, 400, "more than one JSON value"},
		{"an unknown member", "POST", game + "/moves", `{"position":0,"moves":[],"cheat":1}`, 400, "cheat"},
		{"no position", "POST", game + "/moves", `{"moves":[]}`, 400, "position is missing"},
		{"an unknown action", "POST", game + "/moves", `{"position":0,"moves":[{"action":"undo"},{"action":"cheat"}]}`,
			400, `moves[1]: this is not a move: action \"cheat\"`},
		{"a cell that is none", "POST", game + "/moves",
			`{"position":0,"moves":[{"action":"digit","cells":[40],"value":3}]}`, 400, "cell 40"},
		{"a digit that is none", "POST", game + "/moves",
			`{"position":0,"moves":[{"action":"digit","cells":[41],"value":10}]}`, 400, "want 1 to 9"},
		{"a negative clock", "POST", game + "/moves", `{"position":0,"elapsed_ms":-1,"moves":[]}`, 400,
			"elapsed_ms=-1"},
		{"a clock of 300 years", "PUT", game + "/clock", `{"elapsed_ms":9467085600000}`, 400,
			"elapsed_ms=9467085600000, want a number from 0 to"},
		{"a clock that is not a number", "PUT", game + "/clock", `{"elapsed_ms":"5"}`, 400, "not the expected JSON"},
		{"a long id of the request", "POST", game + "/moves",
			`{"request":"` + strings.Repeat("x", 65) + `","position":0,"moves":[]}`, 400,
			"want at most 64 letters and digits"},
		{"an id with a zero byte", "POST", game + "/moves", `{"request":"\u0000","position":0,"moves":[]}`, 400,
			"want at most 64 letters and digits"},
		{"too many moves", "POST", game + "/moves", `{"position":0,"moves":[` + many + `]}`, 413,
			"201 moves, want at most 200"},
		{"a large body", "POST", game + "/moves", `{"position":0,"moves":[` + strings.Repeat(" ", 70<<10) + `]}`, 413,
			"want at most 64 kB"},
		{"no level", "GET", game + "/hint", "", 400, "want where, what or why"},
		{"an unknown level", "GET", game + "/hint?level=all", "", 400, "want where, what or why"},
		{"a page with an unknown hint", "GET", "/games/" + p.game + "?hint=all", "", 400, "want where, what or why"},
		{"a page with an unknown cell", "GET", "/games/" + p.game + "?cell=50", "", 400, "row * 10"},
	} {
		status, body, _ := send(t, c.method, server+c.path, "application/json", c.body)
		if status != c.status || !strings.Contains(body, c.want) {
			t.Errorf("%s: %d %.300s, want %d and %s", c.name, status, body, c.status, c.want)
		}
	}
	if s := p.read(); s.Position != 0 || s.Version != 0 {
		t.Errorf("refused requests changed the game: %+v", s)
	}
	for _, form := range []string{"", "puzzle_id=x", "puzzle_id=0"} {
		if status, body, _ := send(t, "POST", server+"/games", "application/x-www-form-urlencoded",
			form); status != 400 || !strings.Contains(body, "want the number of a puzzle") {
			t.Errorf("a game of %q: %d %.300s", form, status, body)
		}
	}
	if status, body, _ := send(t, "POST", server+"/games", "application/x-www-form-urlencoded",
		"puzzle_id=99"); status != 404 || !strings.Contains(body, "no such puzzle") {
		t.Errorf("a game of puzzle 99: %d %.300s", status, body)
	}
	if status, _, _ := send(t, "DELETE", server+game, "", ""); status != 204 {
		t.Errorf("delete: %d", status)
	}
	if status, _ := get(t, server+game); status != 404 {
		t.Errorf("a deleted game: %d", status)
	}
}

// TestGameOnReadOnlyServer reads a game on a server that refuses changes.
func TestGameOnReadOnlyServer(t *testing.T) {
	target := newDatabase(t, 4)
	p := newGame(t, newServer(t, target, web.Options{}).URL, 1)
	p.play(move("digit", 5, p.open(1)[0]))
	server := newServer(t, target, web.Options{ReadOnly: true}).URL
	for _, path := range []string{"/games/" + p.game, "/api/games/" + p.game,
		"/api/games/" + p.game + "/hint?level=where", "/api/games/" + p.game + "/check"} {
		if status, body := get(t, server+path); status != 200 {
			t.Errorf("%s: %d %.200s", path, status, body)
		}
	}
	for _, c := range []struct{ method, path string }{
		{"POST", "/games"}, {"POST", "/games/" + p.game}, {"POST", "/api/games/" + p.game + "/moves"},
		{"PUT", "/api/games/" + p.game + "/clock"}, {"DELETE", "/api/games/" + p.game},
	} {
		if status, body, _ := send(t, c.method, server+c.path, "application/json", "{}"); status != 403 ||
			!strings.Contains(body, "read-only") {
			t.Errorf("%s %s: %d %.200s", c.method, c.path, status, body)
		}
	}
}

// TestGameForm plays with the form, as a browser without JavaScript does.
func TestGameForm(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, target string) {
		server := newServer(t, target, web.Options{}).URL
		p := newGame(t, server, 1)
		cells := p.open(2)
		a, b := fmt.Sprint(cells[0]), fmt.Sprint(cells[1])
		page := "/games/" + p.game
		given := p.state.Givens
		givenCell := ""
		for i := range given {
			if given[i] != '.' {
				givenCell = fmt.Sprint((i/9+1)*10 + i%9 + 1)
			}
		}
		for _, c := range []struct {
			form     url.Values
			status   int
			location string
			want     string // in the page that follows
			position int
		}{
			{url.Values{"do": {"mark-4"}, "cell": {a, b}}, 303, page + "?cell=" + a, "", 1},
			{url.Values{"do": {"digit-5"}, "cell": {a}}, 303, page + "?cell=" + a, "", 2},
			{url.Values{"do": {"color-3"}, "cell": {b}}, 303, page + "?cell=" + b, "", 3},
			{url.Values{"do": {"undo"}}, 303, page, "", 2},
			{url.Values{"do": {"redo"}, "cell": {a}}, 303, page + "?cell=" + a, "", 3},
			{url.Values{"do": {"erase"}, "cell": {a}}, 303, page + "?cell=" + a, "", 4},
			{url.Values{"do": {"mark-0"}, "cell": {b}}, 303, page + "?cell=" + b, "", 5},
			{url.Values{"do": {"digit-5"}, "cell": {givenCell}}, 303, page + "?cell=" + givenCell, "", 5},
			{url.Values{"do": {"restart"}}, 303, page, "", 6},
			{url.Values{"do": {"hint-where"}, "cell": {a}}, 303, page + "?cell=" + a + "&hint=where", "Look at", 6},
			{url.Values{"do": {"hint-why"}}, 303, page + "?hint=why", "Single.", 6},
			{url.Values{"do": {"check"}}, 303, page + "?check=1", "Nothing is wrong so far.", 6},
			{url.Values{"do": {"pause"}}, 303, page, "", 6},
			{url.Values{"do": {"digit-5"}}, 400, "", "choose a cell first", 6},
			{url.Values{"do": {"digit-5"}, "cell": {"99", "99"}}, 400, "", "cell 99 twice", 6},
			{url.Values{"do": {"digit-5"}, "cell": {"40"}}, 400, "", "row * 10", 6},
			{url.Values{"do": {"digit-55"}, "cell": {"44"}}, 400, "", "want digit-1", 6},
			{url.Values{}, 400, "", "want digit-1", 6},
		} {
			status, body, h := send(t, "POST", server+page, "application/x-www-form-urlencoded", c.form.Encode())
			if status != c.status || h.Get("Location") != c.location {
				t.Errorf("%s: %d %s %.300s, want %d %s", c.form.Encode(), status, h.Get("Location"), body, c.status,
					c.location)
			}
			if c.location != "" {
				if status, body = get(t, server+c.location); status != 200 {
					t.Errorf("%s: the page %s: %d", c.form.Encode(), c.location, status)
				}
			}
			if !strings.Contains(body, c.want) {
				t.Errorf("%s: the page has no %q", c.form.Encode(), c.want)
			}
			if s := p.read(); s.Position != c.position {
				t.Errorf("%s: position %d, want %d", c.form.Encode(), s.Position, c.position)
			}
		}
		if !p.read().Paused {
			t.Error("pause does not stop the clock")
		}
	})
}
