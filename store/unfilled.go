package store

import (
	"context"
	"fmt"
)

// Unfilled is a puzzle that plain SQL has inserted, without rows in other tables.
type Unfilled struct {
	PuzzleID int64 `db:"puzzle_id"`
	Givens   string
	Cells    int // how many of its givens are in the table cell
}

// TakeUnfilled selects and locks up to limit puzzles of the view unfilled_puzzle with ids greater than after, in
// order. Call it inside Atomically. The lock lasts as long as that of Take.
func (c *Conn) TakeUnfilled(ctx context.Context, after int64, limit int) (list []Unfilled, err error) {
	take := c.takeUnfilled
	if c.distributed {
		take = c.takeUnfilledByShard
	}
	if list, err = take(ctx, after, limit); err != nil {
		return nil, fmt.Errorf("look for puzzles that are not filled in: %w", err)
	}
	return list, nil
}

// unfilledColumns reads an Unfilled from puzzle AS z.
const unfilledColumns = `z.puzzle_id, z.givens, (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id) AS cells`

func (c *Conn) takeUnfilled(ctx context.Context, after int64, limit int) (list []Unfilled, err error) {
	query := `
		SELECT ` + unfilledColumns + `
		FROM puzzle AS z
		WHERE z.puzzle_id > ? AND z.puzzle_id IN (SELECT u.puzzle_id FROM unfilled_puzzle AS u WHERE u.puzzle_id > ?)
		ORDER BY z.puzzle_id
		LIMIT ?`
	if c.db.dialect == Postgres {
		query += ` FOR UPDATE`
	}
	return list, c.SelectContext(ctx, &list, query, after, after, limit)
}

// takeUnfilledByShard reads the ids without a lock, because Citus locks only what a statement on one shard selects.
func (c *Conn) takeUnfilledByShard(ctx context.Context, after int64, limit int) (list []Unfilled, err error) {
	var ids []int64
	err = c.SelectContext(ctx, &ids, `SELECT u.puzzle_id FROM unfilled_puzzle AS u WHERE u.puzzle_id > ? ORDER BY u.puzzle_id LIMIT ?`, after, limit)
	if err != nil || len(ids) == 0 {
		return nil, err
	}
	if err := c.lock(ctx, ids); err != nil {
		return nil, err
	}
	return list, c.SelectContext(ctx, &list, `
		SELECT `+unfilledColumns+`
		FROM puzzle AS z
		WHERE z.puzzle_id = ANY (CAST(? AS BIGINT[])) AND z.puzzle_id IN (SELECT u.puzzle_id FROM unfilled_puzzle AS u)
		ORDER BY z.puzzle_id`, ids)
}
