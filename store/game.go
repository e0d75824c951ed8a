package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"setdoku"
	"setdoku/internal/game"
	"setdoku/store/record"
)

// Errors of requests about one game.
var (
	ErrNoGame = errors.New("no such game")
	// ErrGameChanged is the error for moves on a board that is not the present one, because another window has changed
	// the game.
	ErrGameChanged = errors.New("the game was changed elsewhere in the meantime")
	// ErrGameDamaged is the error for rows that are not a game. Another program or a user changed them.
	ErrGameDamaged = errors.New("the stored game is damaged")
)

// Game is a row of the table game. Times are UTC in the form of time.RFC3339.
type Game struct {
	GameID    string  `db:"game_id"`
	PuzzleID  int64   `db:"puzzle_id"`
	Player    string  `db:"player"`    // hash of the key of the browser that began the game, empty if no browser did
	Seed      string  `db:"seed"`      // with the key of the browser it gives the address of the game
	Technique *string `db:"technique"` // that the player practises, nil for a whole puzzle
	// the state at which the game began, as a library line; empty for the puzzle as it was added
	StartText  string  `db:"start"`
	Version    int64   `db:"version"`
	Request    string  `db:"request"` // id of the request that made Version, empty if it had none
	Position   int     `db:"position"`
	ElapsedMS  int64   `db:"elapsed_ms"`
	Paused     bool    `db:"paused"`
	StartedAt  string  `db:"started_at"`
	ChangedAt  string  `db:"changed_at"`
	FinishedAt *string `db:"finished_at"`
	Hints      int     `db:"hints"` // boards on which the player asked for a hint; not written
}

// StoredGame is a game with its moves.
type StoredGame struct {
	Game
	Start setdoku.State // the state at which the game began
	Moves []game.Move
}

const gameColumns = `g.game_id, g.puzzle_id, g.player, g.seed, g.technique, g.start, g.version, g.request, g.position,
		g.elapsed_ms, g.paused = 1 AS paused, g.started_at, g.changed_at, g.finished_at,
	(SELECT COUNT(DISTINCT h.version) FROM game_hint AS h WHERE h.game_id = g.game_id) AS hints`

// Game returns a game by its id. The error wraps ErrNoGame if there is none.
func (s *Snapshot) Game(ctx context.Context, id string) (StoredGame, error) {
	return readGame(ctx, s.db, s.tx, id)
}

// Games returns the ids of all games and of their puzzles.
func (s *Snapshot) Games(ctx context.Context) (list []Game, err error) {
	err = s.tx.SelectContext(ctx, &list, `SELECT g.game_id, g.puzzle_id FROM game AS g ORDER BY g.puzzle_id, g.game_id`)
	if err != nil {
		return nil, fmt.Errorf("read the games: %w", Explain(err))
	}
	return list, nil
}

// Game is Snapshot.Game for a transaction that changes the game.
func (c *Conn) Game(ctx context.Context, id string) (StoredGame, error) {
	return readGame(ctx, c.db, c, id)
}

// rowReader is a transaction of a Snapshot or a Conn.
type rowReader interface {
	GetContext(ctx context.Context, into any, query string, args ...any) error
	SelectContext(ctx context.Context, into any, query string, args ...any) error
}

// Added returns a puzzle as it was added. The error wraps ErrNoPuzzle if there is none.
func (s *Snapshot) Added(ctx context.Context, id int64) (setdoku.State, error) {
	return readAdded(ctx, s.db, s.tx, id, "")
}

// readAdded reads a puzzle as it was added. If start, a library line, is not empty, it reads the state of this line.
func readAdded(ctx context.Context, db *DB, from rowReader, id int64, start string) (state setdoku.State, err error) {
	var puzzle struct{ Givens, State, Variant string }
	if err = from.GetContext(ctx, &puzzle, `SELECT z.givens, z.state, z.variant FROM puzzle AS z WHERE z.puzzle_id = ?`,
		id); err != nil {
		return state, noPuzzle(id, err)
	}
	return db.startState(ctx, from, id, puzzle.Variant, puzzle.Givens, puzzle.State, start)
}

// startState returns a puzzle as it was added, or the state of a library line if start is one.
func (db *DB) startState(ctx context.Context, q querier, id int64, variant, givens, added, start string) (
	state setdoku.State, err error) {
	state, refused, err := db.addedState(ctx, q, variant, givens, added)
	switch {
	case err == nil && refused != nil:
		err = refused
	case err == nil && start != "":
		if state, err = readState(state.Variant, start); err != nil {
			err = fmt.Errorf("%w: column start: %w", ErrGameDamaged, err)
		}
	}
	if err != nil {
		return state, fmt.Errorf("puzzle %d: %w", id, err)
	}
	return state, nil
}

// moveRow is a row of the table game_move: a cell of a move.
type moveRow struct {
	Move, Value, Digit int
	Cell               setdoku.Cell
	Action             game.Action
}

// addMove adds the next row of the table game_move, in the order of moves and cells.
func (g *StoredGame) addMove(r moveRow) error {
	if r.Move == len(g.Moves)+1 {
		g.Moves = append(g.Moves, game.Move{Action: r.Action, Value: r.Value, Digit: r.Digit})
	}
	if r.Move != len(g.Moves) || r.Move < 1 {
		return fmt.Errorf("%w: it has no move %d, but a later one", ErrGameDamaged, len(g.Moves)+1)
	}
	if m := &g.Moves[r.Move-1]; r.Cell != 0 {
		m.Cells = append(m.Cells, r.Cell)
	}
	return nil
}

// ListedGame is a game of a list.
type ListedGame struct {
	StoredGame         // of Game it has what a list shows
	Level      *string // of the puzzle, nil before it is solved
	Err        error   // why Start and Moves are unknown
}

// ListGames returns the games that sql/page/games.sql selects.
func (s *Snapshot) ListGames(ctx context.Context, query string, args ...any) (list []*ListedGame, err error) {
	type row struct {
		Place   int
		moveRow // Move is 0 in the row of the game
		Game
		Level                  *string
		FoundID                int64 `db:"found_id"` // the puzzle, 0 if there is none
		Givens, State, Variant string
		err                    error
	}
	rows, err := SelectRows(ctx, s.tx, query, args, func(r *row, refused *record.Refusal) {
		r.err = fmt.Errorf("%w: %w", ErrGameDamaged, refused)
	})
	if err != nil {
		return nil, fmt.Errorf("read games: %w", Explain(err))
	}
	for i := range rows {
		r := &rows[i]
		if r.Move == 0 {
			g := &ListedGame{StoredGame: StoredGame{Game: r.Game}, Level: r.Level, Err: r.err}
			if g.Err == nil && r.FoundID == 0 {
				g.Err = fmt.Errorf("%w: puzzle %d: %w", ErrGameDamaged, r.PuzzleID, ErrNoPuzzle)
			}
			if g.Err == nil {
				g.Start, g.Err = s.db.startState(ctx, s, r.PuzzleID, r.Variant, r.Givens, r.State, r.StartText)
			}
			list = append(list, g)
			continue
		}
		g := list[len(list)-1]
		if g.Err == nil {
			g.Err = r.err
		}
		if g.Err == nil {
			g.Err = g.addMove(r.moveRow)
		}
	}
	return list, nil
}

func readGame(ctx context.Context, db *DB, from rowReader, id string) (g StoredGame, err error) {
	err = damagedGame("game", from.GetContext(ctx, &g.Game, `
		SELECT `+gameColumns+` FROM game AS g WHERE g.game_id = ?`, id))
	if errors.Is(err, sql.ErrNoRows) {
		return g, ErrNoGame
	}
	if err == nil {
		// A join would ask all shards of Citus for the puzzle, which forbids changes of the game in the same
		// transaction.
		if g.Start, err = readAdded(ctx, db, from, g.PuzzleID, g.StartText); errors.Is(err, ErrNoPuzzle) {
			err = fmt.Errorf("%w: %w", ErrGameDamaged, err)
		}
	}
	var rows []moveRow
	if err == nil {
		err = damagedGame("game_move", from.SelectContext(ctx, &rows, `
			SELECT m.move, m.cell, m.action, m.value, m.digit
			FROM game_move AS m
			WHERE m.game_id = ?
			ORDER BY m.move, m.cell`, id))
	}
	if err != nil {
		return g, fmt.Errorf("read a game: %w", Explain(err))
	}
	for _, r := range rows {
		if err := g.addMove(r); err != nil {
			return g, err
		}
	}
	return g, nil
}

// damagedGame wraps ErrGameDamaged if a scan of a table has found NULL, and returns any other error unchanged.
func damagedGame(table string, err error) error {
	if err == nil || nullRefusal(err) == nil {
		return err
	}
	return fmt.Errorf("%w: table %s, %w", ErrGameDamaged, table, nullRefusal(err))
}

// StartGame writes a new game. The error wraps ErrNoPuzzle if its puzzle does not exist.
func (c *Conn) StartGame(ctx context.Context, g Game) error {
	return c.Atomically(ctx, func() error {
		var id int64
		if err := c.GetContext(ctx, &id, `SELECT puzzle_id FROM puzzle WHERE puzzle_id = ?`, g.PuzzleID); err != nil {
			return noPuzzle(g.PuzzleID, err)
		}
		_, err := c.ExecContext(ctx, `
			INSERT INTO game (game_id, puzzle_id, player, seed, technique, start, started_at, changed_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			g.GameID, g.PuzzleID, g.Player, g.Seed, g.Technique, g.StartText, g.StartedAt, g.StartedAt)
		return err
	})
}

// GameHint is a row of the table game_hint.
type GameHint struct {
	GameID    string
	Version   int64   // of the game that the player looked at
	Level     string  // where, what or why
	Technique *string // nil if the hint named a mistake, or if there was nothing to say
	ElapsedMS int64
}

// AddHint writes a hint that a player asked for. If the player asks for the same hint again, nothing changes.
func (c *Conn) AddHint(ctx context.Context, h GameHint) error {
	return c.Atomically(ctx, func() error {
		_, err := c.ExecContext(ctx, `
			INSERT INTO game_hint (game_id, version, level, technique, elapsed_ms)
			VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (game_id, version, level) DO NOTHING`, h.GameID, h.Version, h.Level, h.Technique, h.ElapsedMS)
		return err
	})
}

// AddPractice writes that a player found a deduction of a technique in a position. If it is known, nothing changes.
func (c *Conn) AddPractice(ctx context.Context, player, technique, position, at string) error {
	return c.Atomically(ctx, func() error {
		_, err := c.ExecContext(ctx, `
			INSERT INTO practice (player, technique, position, found_at)
			VALUES (?, ?, ?, ?)
			ON CONFLICT (player, technique, position) DO NOTHING`, player, technique, position, at)
		return err
	})
}

// SaveGame writes a game after new moves, within Atomically. was is the version that was read, and g has the new one.
// The first kept moves stay as they are, and moves are those after them. The error wraps ErrGameChanged if the row no
// longer has the version was.
func (c *Conn) SaveGame(ctx context.Context, g Game, was int64, kept int, moves []game.Move) error {
	result, err := c.ExecContext(ctx, `
		UPDATE game
		SET version = ?, request = ?, position = ?, elapsed_ms = ?, paused = ?, changed_at = ?, finished_at = ?
		WHERE game_id = ? AND version = ?`,
		g.Version, g.Request, g.Position, g.ElapsedMS, oneIf(g.Paused), g.ChangedAt, g.FinishedAt, g.GameID, was)
	if err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrGameChanged, err)
	}
	if _, err := c.ExecContext(ctx, `DELETE FROM game_move WHERE game_id = ? AND move > ?`, g.GameID,
		kept); err != nil {
		return fmt.Errorf("drop undone moves of a game: %w", err)
	}
	return c.Insert(ctx, "game_move", []string{"game_id", "move", "cell", "action", "value", "digit", "elapsed_ms"},
		func(rows *Inserter) {
			for i, m := range moves {
				cells := m.Cells
				if len(cells) == 0 {
					cells = []setdoku.Cell{0}
				}
				for _, cell := range cells {
					rows.Add(g.GameID, kept+i+1, int(cell), string(m.Action), m.Value, m.Digit, g.ElapsedMS)
				}
			}
		})
}

// SetClock stops or starts the clock of a game and sets it, but not back. The moves and the version stay as they are.
// The error wraps ErrNoGame if there is no such game.
func (c *Conn) SetClock(ctx context.Context, id string, elapsed int64, paused bool, at string) error {
	return c.Atomically(ctx, func() error {
		return oneGame(c.ExecContext(ctx, `
			UPDATE game
			SET elapsed_ms = CASE WHEN elapsed_ms > ? OR finished_at IS NOT NULL THEN elapsed_ms ELSE ? END, paused = ?,
				changed_at = ?
			WHERE game_id = ?`, elapsed, elapsed, oneIf(paused), at, id))
	})
}

// DeleteGame deletes a game and its moves. The error wraps ErrNoGame if there is no such game.
func (c *Conn) DeleteGame(ctx context.Context, id string) error {
	return c.Atomically(ctx, func() error {
		return oneGame(c.ExecContext(ctx, `DELETE FROM game WHERE game_id = ?`, id))
	})
}

// oneGame returns ErrNoGame if a statement has changed no row.
func oneGame(result sql.Result, err error) error {
	if err != nil {
		return fmt.Errorf("write a game: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrNoGame, err)
	}
	return nil
}

// oneIf returns 1 for true and 0 for false, as the columns of both databases take them.
func oneIf(b bool) int {
	if b {
		return 1
	}
	return 0
}

// FirstUse is the first step of a technique in the path of a solved puzzle.
type FirstUse struct {
	PuzzleID int64 `db:"puzzle_id"`
	Step     int
}

// FirstUses returns at most limit solved puzzles whose path has a step of a technique, and of which nobody has
// practised it.
func (s *Snapshot) FirstUses(ctx context.Context, technique string, limit int) (list []FirstUse, err error) {
	// On Citus games lie on every node, and puzzles on one each, which a condition can compare.
	err = s.tx.SelectContext(ctx, &list, `
		SELECT k.puzzle_id, MIN(k.step) AS step
		FROM (
			SELECT z.puzzle_id
			FROM puzzle AS z
			WHERE z.status = 'solved' AND z.variant = 'classic'
				AND EXISTS (SELECT 1 FROM puzzle_technique AS u WHERE u.puzzle_id = z.puzzle_id AND u.technique = ?)
				AND NOT EXISTS (SELECT 1 FROM game AS g WHERE g.puzzle_id = z.puzzle_id AND g.technique = ?)
			LIMIT ?
		) AS z
		INNER JOIN step AS k ON k.puzzle_id = z.puzzle_id
		WHERE k.rule = ?
		GROUP BY k.puzzle_id
		ORDER BY k.puzzle_id`, technique, technique, limit, technique)
	if err != nil {
		return nil, fmt.Errorf("read the puzzles with %s: %w", technique, Explain(err))
	}
	return list, nil
}
