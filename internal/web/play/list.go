package play

import (
	"fmt"
	"net/http"
	"strings"

	"setdoku/store"
)

// Listed is a game in a list of games.
type Listed struct {
	GameID    string  `db:"game_id"`
	PuzzleID  int64   `db:"puzzle_id"`
	Technique *string // that the player practises, nil for a whole puzzle
	Level     *string // nil before the puzzle is solved
	ElapsedMS int64   `db:"elapsed_ms"`
	ChangedAt string  `db:"changed_at"`
	Finished  bool
	Hints     int

	Outline        *Outline // of the board, nil for classic
	Given, Entered []string // the lines of the board, with no-break spaces for other cells
	Filled, Open   int      // cells that the player has filled, of those that were open
}

// Clock returns the time that the player needed so far.
func (g *Listed) Clock() string { return clockText(g.ElapsedMS) }

// Day returns the day of the last move.
func (g *Listed) Day() string {
	day, _, _ := strings.Cut(g.ChangedAt, "T")
	return day
}

// shared reports whether several people use the database. Each browser then lists only its own games. A file that is
// served to this machine alone belongs to one person, whatever browsers this person has.
func (s *Games) shared() bool { return s.site.Token != "" || s.read.Dialect() == store.Postgres }

// mine returns the condition on g.player for the games of a request, and its value.
func (s *Games) mine(r *http.Request) (condition string, args []any) {
	if s.shared() {
		return " AND g.player = ? AND g.player <> ''", []any{player(r)}
	}
	return "", nil
}

// List returns the games of the player who sent a request, unfinished ones first, then by the last move. puzzle is 0
// for the games of all puzzles. With open it returns only unfinished games.
func (s *Games) List(r *http.Request, puzzle int64, open bool, limit int) (list []*Listed, err error) {
	condition, args := s.mine(r)
	if puzzle > 0 {
		condition += " AND g.puzzle_id = ?"
		args = append(args, puzzle)
	}
	if open {
		condition += " AND g.finished_at IS NULL"
	}
	err = s.read.Snapshot(r.Context(), func(q *store.Snapshot) error {
		err := q.SelectContext(r.Context(), &list, `
			SELECT g.game_id, g.puzzle_id, g.technique, g.level, g.elapsed_ms, g.changed_at,
				g.finished_at IS NOT NULL AS finished, g.hints
			FROM game_result AS g
			WHERE 1 = 1`+condition+`
			ORDER BY CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END, g.changed_at DESC, g.game_id
			LIMIT ?`, append(args, limit)...)
		for i := 0; err == nil && i < len(list); i++ {
			var stored store.StoredGame
			if stored, err = q.Game(r.Context(), list[i].GameID); err == nil {
				err = list[i].draw(stored)
			}
		}
		return err
	})
	return list, err
}

// draw adds the board of a game.
func (g *Listed) draw(stored store.StoredGame) error {
	p, err := replay(stored)
	if err != nil {
		return err
	}
	start, board, v := p.Start.Filled(), p.game.Board(), p.Start.Board()
	g.Outline = OutlineOf(v)
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
		g.Given, g.Entered = append(g.Given, string(given)), append(g.Entered, string(entered))
	}
	return nil
}

// gamesListed is how many games the page of games shows.
const gamesListed = 60

// gamesData is the data of the page of games.
type gamesData struct {
	Open, Finished []*Listed
	More           bool // there are older ones
	Shared         bool // other browsers have other games
}

// gamesPage answers with the games of the player.
func (s *Games) gamesPage(w http.ResponseWriter, r *http.Request) error {
	list, err := s.List(r, 0, false, gamesListed+1)
	if err != nil {
		return err
	}
	d := gamesData{Shared: s.shared(), More: len(list) > gamesListed}
	for _, g := range list[:min(len(list), gamesListed)] {
		if g.Finished {
			d.Finished = append(d.Finished, g)
		} else {
			d.Open = append(d.Open, g)
		}
	}
	return s.site.Render(w, r, http.StatusOK, "games", "My games", d)
}

// statistic is a query of the page of statistics.
type statistic struct {
	Title     string
	Head      []string
	Rows      [][]string
	Statement string
}

// solvedByLevel, practised and hinted are the statements of the page of statistics. Levels of other boards stand behind
// those of classic. %s is a condition on g.player.
const (
	solvedByLevel = `SELECT g.board || g.level AS level, g.games, MIN(g.elapsed_ms) AS best,
    CAST(AVG(CASE WHEN g.place IN ((g.games + 1) / 2, (g.games + 2) / 2) THEN g.elapsed_ms END) AS BIGINT) AS median,
    CAST(SUM(g.hints) AS BIGINT) AS hints
FROM (
    SELECT CASE g.variant WHEN 'classic' THEN '' ELSE v.title || ', ' END AS board, g.level, g.elapsed_ms, g.hints,
        COUNT(*) OVER (PARTITION BY v.title, g.level) AS games,
        ROW_NUMBER() OVER (PARTITION BY v.title, g.level ORDER BY g.elapsed_ms) AS place
    FROM game_result AS g
    INNER JOIN variant AS v ON v.variant = g.variant
    WHERE g.finished_at IS NOT NULL AND g.technique IS NULL AND g.level IS NOT NULL%s
) AS g
GROUP BY g.board, g.level, g.games
ORDER BY g.board, MIN((SELECT MIN(t.tier) FROM technique AS t WHERE t.level = g.level))`
	practised = `SELECT t.title, COUNT(*) AS games, SUM(CASE WHEN g.finished_at IS NULL THEN 0 ELSE 1 END) AS finished
FROM game_result AS g
INNER JOIN technique AS t ON t.name = g.technique
WHERE 1 = 1%s
GROUP BY t.title, t.tier
ORDER BY t.tier`
	hinted = `SELECT COALESCE(t.title, 'a mistake, or nothing to tell') AS hint, COUNT(*) AS boards,
			COUNT(DISTINCT h.game_id) AS games
FROM (SELECT DISTINCT h.game_id, h.version, h.technique FROM game_hint AS h) AS h
INNER JOIN game AS g ON g.game_id = h.game_id
LEFT JOIN technique AS t ON t.name = h.technique
WHERE 1 = 1%s
GROUP BY t.title
ORDER BY COUNT(*) DESC, 1`
)

// statistics answers with what the player has solved, and with the hints.
func (s *Games) statistics(w http.ResponseWriter, r *http.Request) error {
	condition, args := s.mine(r)
	var list []statistic
	for _, q := range []statistic{
		{Title: "Solved", Head: []string{"Level", "Games", "Best time", "Median", "Hints"}, Statement: solvedByLevel},
		{Title: "Practised", Head: []string{"Technique", "Games", "Solved to the end"}, Statement: practised},
		{Title: "Hints asked for", Head: []string{"Technique", "Boards", "Games"}, Statement: hinted},
	} {
		statement := fmt.Sprintf(q.Statement, condition)
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
		// with the key of the browser, the address of the console would tell it
		q.Statement = fmt.Sprintf(q.Statement, "")
		list = append(list, q)
	}
	return s.site.Render(w, r, http.StatusOK, "statistics", "Statistics", list)
}

// about is what the page of a game tells of its puzzle after the win.
type about struct {
	Level, Hardest, Technique string // "" if unknown, or if the player practises nothing
	Step                      int    // the step that the player practises, 0 for none
	Hints                     string // such as "2 hints"
}

// about reads what the page of a game tells of its puzzle.
func (s *Games) about(r *http.Request, p *played) (a about, err error) {
	err = s.read.QueryRowxContext(r.Context(), s.read.Rebind(`
		SELECT COALESCE(z.level, ''), COALESCE(z.hardest, '') FROM puzzle AS z
		WHERE z.puzzle_id = ?`), p.PuzzleID).Scan(&a.Level, &a.Hardest)
	if err == nil && p.Technique != nil {
		a.Technique = *p.Technique
		err = s.read.GetContext(r.Context(), &a.Step, s.read.Rebind(`
			SELECT COALESCE(MIN(k.step), 0) FROM step AS k
			WHERE k.puzzle_id = ? AND k.rule = ?`), p.PuzzleID, a.Technique)
	}
	a.Hints = hintsText(p.Hints)
	return a, store.Explain(err)
}

// hintsText counts hints in words.
func hintsText(n int) string {
	switch n {
	case 0:
		return "without a hint"
	case 1:
		return "with 1 hint"
	}
	return fmt.Sprintf("with %d hints", n)
}
