package store

import (
	"context"
	"fmt"
	"math"

	"setdoku"
)

// WorkFilter selects the stored puzzles that a solver takes.
type WorkFilter struct {
	Selection string // of the run: stuck puzzles are tried again if their last run had another selection
	Again     bool   // finished puzzles too
	OnlyNew   bool   // no stuck puzzles
	Share     bool   // skip puzzles that another process has locked, instead of waiting
}

// Takes reports whether the filter selects a puzzle. condition is the same in SQL.
func (w WorkFilter) Takes(s *Start) bool {
	return w.Again || s.Status == setdoku.StatusNew || !w.OnlyNew && s.Status == setdoku.StatusStuck && s.Selection != w.Selection
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

// waiting returns a query for the ids of the first puzzles with ids greater than after that the filter selects, in order. table is
// puzzle or a partition of it. The order makes a database read an index that has waiting puzzles alone.
func (w WorkFilter) waiting(table string, after int64, limit int) (query string, args []any) {
	condition, args := w.condition()
	query = `SELECT z.puzzle_id FROM ` + table + ` AS z WHERE z.puzzle_id > ? AND ` + condition + ` ORDER BY z.puzzle_id LIMIT ?`
	return query, append(append([]any{after}, args...), limit)
}

// takeIDs selects and locks up to limit puzzles with ids greater than after, in order. table is puzzle or a partition of it. The lock lasts
// until the transaction ends or the connection is lost: a file has one writer, and a server locks the rows. On Citus the list may have puzzles
// that another process has solved just now, and Share makes no difference.
func (c *Conn) takeIDs(ctx context.Context, table string, w WorkFilter, after int64, limit int) (ids []int64, err error) {
	query, args := w.waiting(table, after, limit)
	if c.db.dialect == Postgres && !c.distributed {
		query += ` FOR UPDATE`
		if w.Share {
			query += ` SKIP LOCKED`
		}
	}
	err = c.SelectContext(ctx, &ids, query, args...)
	return ids, err
}

// Lock locks puzzles until the transaction ends, and returns those that still exist, in the order of their ids; see Starts for again. Call it
// inside Atomically.
func (c *Conn) Lock(ctx context.Context, ids []int64, again bool) ([]Start, error) {
	if c.db.dialect == Postgres && len(ids) > 0 {
		if err := c.reportingWait(ctx, func() error { return c.lock(ctx, ids) }); err != nil {
			return nil, fmt.Errorf("lock %d puzzles: %w", len(ids), err)
		}
	}
	return c.Starts(ctx, ids, again)
}

// lock locks puzzles on a server. On Citus it locks shard by shard, all processes in the same order, so that two of them
// cannot deadlock.
func (c *Conn) lock(ctx context.Context, ids []int64) (err error) {
	groups := [][]int64{ids}
	if c.distributed {
		groups, err = c.byShard(ctx, ids)
	}
	for _, group := range groups {
		if err != nil {
			return err
		}
		_, err = c.ExecContext(ctx, `
			SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id = ANY (CAST(? AS BIGINT[])) ORDER BY z.puzzle_id FOR UPDATE`, group)
	}
	return err
}

// HasWork reports whether the filter selects any puzzle, including those that another process has locked.
func (db *DB) HasWork(ctx context.Context, w WorkFilter) (found bool, err error) {
	query, args := w.waiting("puzzle", math.MinInt64, 1)
	err = db.GetContext(ctx, &found, `SELECT COUNT(*) FROM (`+query+`) AS x`, args...)
	if err != nil {
		return false, fmt.Errorf("look for puzzles to solve: %w", Explain(err))
	}
	return found, nil
}
