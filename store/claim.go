package store

import (
	"context"
	"fmt"
)

// WorkFilter selects the stored puzzles that a solver takes.
type WorkFilter struct {
	Selection string // of the run: stuck puzzles are tried again if their last run had another selection
	Again     bool   // finished puzzles too
	OnlyNew   bool   // no stuck puzzles
	Share     bool   // skip puzzles that another process has locked, instead of waiting
}

// condition returns the WHERE clause for puzzle AS z, and its parameters.
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

// Take selects and locks up to limit puzzles with ids greater than after, in order. Call it inside Atomically. The
// lock lasts until that transaction ends or the connection is lost: a file has one writer, and a server locks the
// rows.
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
		return nil, fmt.Errorf("look for puzzles to solve: %w", err)
	}
	return nil, nil
}

// Unfilled is a puzzle that plain SQL has inserted, without rows in other tables.
type Unfilled struct {
	PuzzleID int64 `db:"puzzle_id"`
	Givens   string
	Cells    int // how many of its givens are in the table cell
}

// TakeUnfilled selects and locks up to limit puzzles of the view unfilled_puzzle with ids greater than after, in
// order. Call it inside Atomically. The lock lasts as long as that of Take.
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

// Lock locks puzzles as Take does, and returns those that still exist, in order. Call it inside Atomically.
func (c *Conn) Lock(ctx context.Context, ids []int64) ([]Entry, error) {
	if c.db.dialect == Postgres && len(ids) > 0 {
		list, args := inList(ids)
		query := `SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id IN ` + list + ` ORDER BY z.puzzle_id FOR UPDATE`
		err := c.reportingWait(ctx, func() error {
			_, err := c.ExecContext(ctx, query, args...)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("lock %d puzzles: %w", len(ids), err)
		}
	}
	return c.Entries(ctx, ids)
}

// Entries returns those of the puzzles that exist, in order.
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

// HasWork reports whether the filter selects any puzzle, including those that another process has locked.
func (db *DB) HasWork(ctx context.Context, w WorkFilter) (found bool, err error) {
	condition, args := w.condition()
	err = db.GetContext(ctx, &found, `SELECT EXISTS (SELECT 1 FROM puzzle AS z WHERE `+condition+`)`, args...)
	if err != nil {
		return false, fmt.Errorf("look for puzzles to solve: %w", Explain(err))
	}
	return found, nil
}
