package store

import (
	"context"
	"fmt"
)

// WorkFilter says which stored puzzles a solver takes.
type WorkFilter struct {
	Selection string // of the run: a puzzle stuck under another one is worth a try
	Again     bool   // finished puzzles too
	OnlyNew   bool   // no stuck ones
	Share     bool   // pass over what another process has taken, instead of waiting for it
}

// condition selects the puzzles, as puzzle AS z, and has the parameters args.
func (w WorkFilter) condition() (text string, args []any) {
	switch {
	case w.Again:
		return `TRUE`, nil
	case w.OnlyNew:
		return `z.status = 'new'`, nil
	}
	return `z.status IN ('new', 'stuck') AND (z.status = 'new' OR COALESCE(z.run_id, 0) NOT IN (
		SELECT r.run_id FROM run AS r WHERE r.selection = ?))`, []any{w.Selection}
}

// Take returns up to limit puzzles that wait after puzzle_id after, in order. It must be
// called inside Atomically; until that ends they are this connection's: a file has one writer,
// and on a server their rows are locked. When the connection is lost they are free again.
func (c *Conn) Take(ctx context.Context, w WorkFilter, after int64, limit int) ([]Entry, error) {
	condition, args := w.condition()
	query := `SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id > ? AND ` + condition + ` ORDER BY z.puzzle_id LIMIT ?`
	if c.db.dialect == Postgres {
		query += ` FOR UPDATE`
		if w.Share {
			query += ` SKIP LOCKED`
		}
	}
	var ids []int64
	err := c.SelectContext(ctx, &ids, query, append(append([]any{after}, args...), limit)...)
	if err == nil && len(ids) > 0 {
		var entries []Entry
		if entries, err = c.entries(ctx, ids); err == nil {
			return entries, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("look for puzzles that wait: %w", err)
	}
	return nil, nil
}

// Unfilled is a puzzle that plain SQL has inserted, with nothing but its givens.
type Unfilled struct {
	PuzzleID int64 `db:"puzzle_id"`
	Givens   string
	Cells    int // the number of its givens that are in the table cell
}

// TakeUnfilled returns up to limit puzzles of the view unfilled_puzzle after puzzle_id after, in order. It must be called
// inside Atomically, and they are this connection's until that ends, as with Take.
func (c *Conn) TakeUnfilled(ctx context.Context, after int64, limit int) (list []Unfilled, err error) {
	query := `
		SELECT z.puzzle_id, z.givens, (SELECT COUNT(*) FROM cell AS c WHERE c.puzzle_id = z.puzzle_id) AS cells
		FROM puzzle AS z
		WHERE z.puzzle_id > ? AND z.puzzle_id IN (SELECT u.puzzle_id FROM unfilled_puzzle AS u WHERE u.puzzle_id > ?)
		ORDER BY z.puzzle_id
		LIMIT ?`
	if c.db.dialect == Postgres {
		query += ` FOR UPDATE`
	}
	if err := c.SelectContext(ctx, &list, query, after, after, limit); err != nil {
		return nil, fmt.Errorf("look for puzzles that are not filled in: %w", err)
	}
	return list, nil
}

// Lock makes puzzles this connection's, as Take does, and returns those that there still are, in order. It
// must be called inside Atomically.
func (c *Conn) Lock(ctx context.Context, ids []int64) ([]Entry, error) {
	if c.db.dialect == Postgres && len(ids) > 0 {
		list, args := inList(ids)
		query := `SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id IN ` + list + ` ORDER BY z.puzzle_id FOR UPDATE`
		err := c.telling(ctx, func() error {
			_, err := c.ExecContext(ctx, query, args...)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("lock %d puzzles: %w", len(ids), err)
		}
	}
	return c.Entries(ctx, ids)
}

// Entries returns those of the puzzles that there are, in order.
func (c *Conn) Entries(ctx context.Context, ids []int64) ([]Entry, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	entries, err := c.entries(ctx, ids)
	if err != nil {
		return nil, fmt.Errorf("read %d puzzles: %w", len(ids), err)
	}
	return entries, nil
}

// entries reads puzzles by id, in order.
func (c *Conn) entries(ctx context.Context, ids []int64) (entries []Entry, err error) {
	list, args := inList(ids)
	err = c.SelectContext(ctx, &entries, `
		SELECT `+entryColumns+`
		FROM puzzle AS z
		LEFT JOIN run AS r ON r.run_id = z.run_id
		WHERE z.puzzle_id IN `+list+`
		ORDER BY z.puzzle_id`, args...)
	return entries, err
}

// HasWork reports whether any puzzle waits, another process's or not.
func (db *DB) HasWork(ctx context.Context, w WorkFilter) (found bool, err error) {
	condition, args := w.condition()
	err = db.GetContext(ctx, &found, `SELECT EXISTS (SELECT 1 FROM puzzle AS z WHERE `+condition+`)`, args...)
	if err != nil {
		return false, fmt.Errorf("look for puzzles that wait: %w", Explain(err))
	}
	return found, nil
}
