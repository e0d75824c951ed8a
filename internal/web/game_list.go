package web

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/jmoiron/sqlx"

	"setdoku/internal/format"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// listedGame is a game in a list of games.
type listedGame struct {
	GameID    string  `db:"game_id"`
	Address   string  `db:"-"` // after /games/
	PuzzleID  int64   `db:"puzzle_id"`
	Technique *string // that the player practises, nil for a whole puzzle
	Level     *string `db:"-"` // nil before the puzzle is solved
	ElapsedMS int64   `db:"elapsed_ms"`
	ChangedAt string  `db:"changed_at"`
	Finished  bool
	Hints     int

	Thumb        *thumb
	Filled, Open int    // cells that the player has filled, of those that were open
	Damaged      string // what is wrong with its rows, "" if nothing is; then the board is unknown
}

// Clock returns the time that the player needed so far.
func (g *listedGame) Clock() string { return clockText(g.ElapsedMS) }

// Day returns the day of the last move.
func (g *listedGame) Day() string {
	day, _, _ := strings.Cut(g.ChangedAt, "T")
	return day
}

// shared reports whether several people use the database. Each browser then lists only its own games. A file that is
// served to this machine only belongs to one person, whatever browsers this person has.
func (s *gamePages) shared() bool { return s.site.Token != "" || !s.read.InProcess() }

// mine returns the condition on g.player for the games of a request, and its value.
func (s *gamePages) mine(r *http.Request) (condition string, args []any) {
	if s.shared() {
		return " AND g.player = ? AND g.player <> ''", []any{Hashed(player(r))}
	}
	return "", nil
}

// unfinishedGame returns the address of the unfinished game of a puzzle in which the player who sent a request made the
// last move, "" if there is none.
func (s *gamePages) unfinishedGame(r *http.Request, puzzle int64) (string, error) {
	condition, args := s.mine(r)
	var list []store.Game
	err := s.read.SelectContext(r.Context(), &list, s.read.Rebind(sqlfiles.Page("unfinished_game", condition)),
		append([]any{puzzle}, args...)...)
	if err != nil || len(list) == 0 {
		return "", store.Explain(err)
	}
	return s.address(r, list[0]), nil
}

// List returns the games of the player who sent a request, unfinished ones first, then by the last move. puzzle is 0
// for the games of all puzzles. With open it returns only unfinished games.
func (s *gamePages) List(r *http.Request, puzzle int64, open bool, limit int) (list []*listedGame, err error) {
	condition, args := s.mine(r)
	if puzzle > 0 {
		condition += " AND g.puzzle_id = ?"
		args = append(args, puzzle)
	}
	if open {
		condition += " AND g.finished_at IS NULL"
	}
	err = s.read.Snapshot(r.Context(), func(q *store.Snapshot) error {
		err := q.SelectContext(r.Context(), &list, sqlfiles.Page("games", condition), append(args, limit)...)
		if err == nil {
			err = readLevels(r.Context(), q, list)
		}
		for i := 0; err == nil && i < len(list); i++ {
			var stored store.StoredGame
			stored, err = q.Game(r.Context(), list[i].GameID)
			if list[i].Address = s.address(r, stored.Game); err == nil {
				err = list[i].draw(stored)
			}
			if damageProblem(err) != nil {
				list[i].Damaged, err = err.Error(), nil
			}
		}
		return err
	})
	return list, err
}

// readLevels adds the levels of the puzzles of games. For an outer join with game, Citus would send all puzzles to the
// coordinator.
func readLevels(ctx context.Context, q *store.Snapshot, list []*listedGame) error {
	if len(list) == 0 {
		return nil
	}
	games := make(map[int64][]*listedGame)
	for _, g := range list {
		games[g.PuzzleID] = append(games[g.PuzzleID], g)
	}
	query, args, err := sqlx.In(`SELECT z.puzzle_id, z.level FROM puzzle AS z WHERE z.puzzle_id IN (?)`,
		slices.Collect(maps.Keys(games)))
	if err != nil {
		return err
	}
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Level    *string
	}
	if err := q.SelectContext(ctx, &rows, query, args...); err != nil {
		return err
	}
	for _, row := range rows {
		for _, g := range games[row.PuzzleID] {
			g.Level = row.Level
		}
	}
	return nil
}

// draw adds the board of a game.
func (g *listedGame) draw(stored store.StoredGame) error {
	p, err := replay(stored)
	if err != nil {
		return err
	}
	start, board, v := p.Start.Filled(), p.game.Board(), p.Start.Board()
	g.Thumb = newThumb(v, nil, nil)
	for row := range v.Size {
		given, entered := []rune{}, []rune{}
		for i := row * 9; i < row*9+v.Size; i++ {
			c := board[i]
			given, entered = append(given, '\u00a0'), append(entered, '\u00a0')
			switch digit := rune('0' + c.Digit); {
			case c.Given:
				given[len(given)-1] = digit
			case c.Digit != 0:
				entered[len(entered)-1] = digit
			}
			if start[i] == 0 {
				g.Open++
				if c.Digit != 0 {
					g.Filled++
				}
			}
		}
		t := g.Thumb
		t.Given, t.Entered = append(t.Given, string(given)), append(t.Entered, string(entered))
	}
	return nil
}

// gamesListed is how many games the page of games shows.
const gamesListed = 60

// gamesData is the data of the page of games.
type gamesData struct {
	Message        string // why no game began
	Boards         []boardChoice
	Board          boardChoice // of a new game
	Open, Finished []*listedGame
	More           bool // there are older ones
	Shared         bool // other browsers have other games
}

// Today is the day of the daily puzzles.
func (gamesData) Today() string { return dayNumber() }

// gamesPage answers with the games of the player.
func (s *gamePages) gamesPage(w http.ResponseWriter, r *http.Request) error {
	return s.gamesAt(w, r, http.StatusOK, r.URL.Query().Get("variant"), "")
}

// gamesAt writes the page of games with a board for a new one, and with a message about a game that could not begin.
func (s *gamePages) gamesAt(w http.ResponseWriter, r *http.Request, status int, variant, message string) error {
	at := slices.IndexFunc(boardChoices(), func(b boardChoice) bool { return b.Name == variant })
	if at < 0 {
		at, status = 0, max(status, http.StatusBadRequest)
		message = cmp.Or(message, fmt.Sprintf("No board is named %q.", variant))
	}
	list, err := s.List(r, 0, false, gamesListed+1)
	if err != nil {
		return err
	}
	d := gamesData{Message: message, Boards: boardChoices(), Board: boardChoices()[at], Shared: s.shared(),
		More: len(list) > gamesListed}
	for _, g := range list[:min(len(list), gamesListed)] {
		if g.Finished {
			d.Finished = append(d.Finished, g)
		} else {
			d.Open = append(d.Open, g)
		}
	}
	return s.site.Render(w, r, status, "games", "Play", d)
}

// statistic is a query of the page of statistics.
type statistic struct {
	Title     string
	Head      []string
	Rows      [][]string
	Statement string // the name of its file in sql/page, then its text
}

// statistics answers with what the player has solved, and with the hints.
func (s *gamePages) statistics(w http.ResponseWriter, r *http.Request) error {
	condition, args := s.mine(r)
	var list []statistic
	for _, q := range []statistic{
		{"Solved", []string{"Level", "Games", "Best time", "Median", "Hints"}, nil, "solved_by_level"},
		{"Practised", []string{"Technique", "Games", "Solved to the end"}, nil, "practised"},
		{"Hints asked for", []string{"Technique", "Boards", "Games"}, nil, "hinted"},
	} {
		statement := sqlfiles.Page(q.Statement, condition)
		rows, err := s.read.QueryxContext(r.Context(), s.read.Rebind(statement), args...)
		if err != nil {
			return store.Explain(err)
		}
		for rows.Next() {
			values, err := rows.SliceScan()
			if err != nil {
				rows.Close()
				return store.Explain(err)
			}
			line := make([]string, len(values))
			for i, v := range values {
				if n, isTime := v.(int64); isTime && (q.Head[i] == "Best time" || q.Head[i] == "Median") {
					line[i] = clockText(n)
					continue
				}
				line[i] = fmt.Sprint(v)
			}
			q.Rows = append(q.Rows, line)
		}
		if err := rows.Err(); err != nil {
			return store.Explain(err)
		}
		// with the key of the browser, the address of the console would show it
		q.Statement = sqlfiles.Page(q.Statement, "")
		list = append(list, q)
	}
	return s.site.Render(w, r, http.StatusOK, "statistics", "Statistics", list)
}

// aboutGame is what the page of a game says about its puzzle.
type aboutGame struct {
	Level, Hardest, Name, Technique string // "" if unknown, or if the player practises nothing
	Again                           bool   // there are more puzzles of the level and the board
	Step                            int    // the step that the player practises, 0 for none
	Hints                           string // such as "2 hints"
}

// about reads what the page of a game says about its puzzle.
func (s *gamePages) about(r *http.Request, p *played) (a aboutGame, err error) {
	err = s.read.QueryRowxContext(r.Context(), s.read.Rebind(sqlfiles.Page("rating_of_puzzle", "")), p.PuzzleID).
		Scan(&a.Level, &a.Hardest, &a.Name)
	if err == nil && p.Technique != nil {
		a.Technique = *p.Technique
		err = s.read.GetContext(r.Context(), &a.Step, s.read.Rebind(sqlfiles.Page("first_step_of_rule", "")),
			p.PuzzleID, a.Technique)
	}
	a.Hints = hintsText(p.Hints)
	return a, store.Explain(err)
}

// hintsText counts hints in words.
func hintsText(n int) string {
	if n == 0 {
		return "without a hint"
	}
	return "with " + format.Plural(n, "hint")
}
