package web

import (
	"cmp"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"setdoku/internal/format"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// listedGame is a game in a list of games.
type listedGame struct {
	*store.ListedGame
	Address      string // after /games/
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
	err := s.read.SelectContext(r.Context(), &list, sqlfiles.Page("unfinished_game", condition),
		append([]any{puzzle}, args...)...)
	if err != nil || len(list) == 0 {
		return "", store.Explain(err)
	}
	return s.address(r, list[0]), nil
}

// list returns the games of the player who sent a request, unfinished ones first, then by the last move.
func (s *gamePages) list(r *http.Request, limit int) (list []*listedGame, err error) {
	condition, args := s.mine(r)
	var stored []*store.ListedGame
	err = s.read.Snapshot(r.Context(), func(q *store.Snapshot) (err error) {
		stored, err = q.ListGames(r.Context(), sqlfiles.Page("games", condition), append(args, limit)...)
		return err
	})
	for i := 0; err == nil && i < len(stored); i++ {
		g := &listedGame{ListedGame: stored[i], Address: s.address(r, stored[i].Game)}
		if err = g.Err; err == nil {
			err = g.draw()
		}
		if damageProblem(err) != nil {
			g.Damaged, err = err.Error(), nil
		}
		list = append(list, g)
	}
	return list, err
}

// draw adds the board of a game.
func (g *listedGame) draw() error {
	p, err := replay(g.StoredGame)
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
	list, err := s.list(r, gamesListed+1)
	if err != nil {
		return err
	}
	d := gamesData{Message: message, Boards: boardChoices(), Board: boardChoices()[at], Shared: s.shared(),
		More: len(list) > gamesListed}
	for _, g := range list[:min(len(list), gamesListed)] {
		if g.FinishedAt != nil {
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
		rows, err := s.read.QueryxContext(r.Context(), statement, args...)
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
func (s *gamePages) about(r *http.Request, p *gameView) (a aboutGame, err error) {
	err = s.read.QueryRowxContext(r.Context(), sqlfiles.Page("rating_of_puzzle", ""), p.PuzzleID).
		Scan(&a.Level, &a.Hardest, &a.Name)
	if err == nil && p.Technique != nil {
		a.Technique = *p.Technique
		err = s.read.GetContext(r.Context(), &a.Step, sqlfiles.Page("first_step_of_rule", ""),
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
