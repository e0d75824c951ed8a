package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Stocked is a puzzle of the table stock.
type Stocked struct {
	Goal   string // the technique to practise, or the level to play
	Givens string // 81 characters
	Step   int    // first step of the technique in the path of the puzzle; 0 for a level
	State  string // the state before this step, as a library line; empty for a level
}

// AddStock puts a puzzle into the stock, unless it is there. at is the time, UTC in the form of time.RFC3339.
func (c *Conn) AddStock(ctx context.Context, s Stocked, at string) error {
	return c.Atomically(ctx, func() error {
		_, err := c.ExecContext(ctx, `
			INSERT INTO stock (goal, givens, step, state, made_at)
			VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (goal, givens) DO NOTHING`, s.Goal, s.Givens, s.Step, s.State, at)
		return err
	})
}

// OldestStock returns the oldest puzzle of the stock for a goal that nobody has taken. found is false if there is none.
func (c *Conn) OldestStock(ctx context.Context, goal string) (s Stocked, found bool, err error) {
	err = c.GetContext(ctx, &s, `
		SELECT s.goal, s.givens, s.step, s.state
		FROM stock AS s
		WHERE s.goal = ? AND s.taken_at IS NULL
		ORDER BY s.made_at, s.givens
		LIMIT 1`, goal)
	if errors.Is(err, sql.ErrNoRows) {
		return s, false, nil
	}
	if err != nil {
		return s, false, fmt.Errorf("read the stock: %w", Explain(err))
	}
	return s, true, nil
}

// TakeStock notes that a player took a puzzle out of the stock, which is now a puzzle of the database. taken is false
// if another player was faster.
func (c *Conn) TakeStock(ctx context.Context, s Stocked, puzzle int64, at string) (taken bool, err error) {
	err = c.Atomically(ctx, func() error {
		result, err := c.ExecContext(ctx, `
			UPDATE stock SET taken_at = ?, puzzle_id = ? WHERE goal = ? AND givens = ? AND taken_at IS NULL`,
			at, puzzle, s.Goal, s.Givens)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		taken = n > 0
		return err
	})
	return taken, err
}

// CountStock returns how many puzzles nobody has taken, for each goal that has any.
func (db *DB) CountStock(ctx context.Context) (map[string]int, error) {
	var rows []struct {
		Goal  string
		Count int `db:"puzzles"`
	}
	err := db.SelectContext(ctx, &rows, `SELECT s.goal, COUNT(*) AS puzzles FROM stock AS s WHERE s.taken_at IS NULL
			GROUP BY s.goal`)
	if err != nil {
		return nil, fmt.Errorf("count the stock: %w", Explain(err))
	}
	list := make(map[string]int, len(rows))
	for _, r := range rows {
		list[r.Goal] = r.Count
	}
	return list, nil
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
