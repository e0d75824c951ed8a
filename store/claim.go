package store

import (
	"context"
	"fmt"
	"math"
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

// waiting returns a query for the ids of the first puzzles with ids greater than after that the filter selects, in order. table is
// puzzle or a partition of it. The order makes a database read an index that has waiting puzzles alone.
func (w WorkFilter) waiting(table string, after int64, limit int) (query string, args []any) {
	condition, args := w.condition()
	query = `SELECT z.puzzle_id FROM ` + table + ` AS z WHERE z.puzzle_id > ? AND ` + condition + ` ORDER BY z.puzzle_id LIMIT ?`
	return query, append(append([]any{after}, args...), limit)
}

// Take selects and locks up to limit puzzles with ids greater than after, in order. Call it inside Atomically. The
// lock lasts until that transaction ends or the connection is lost: a file has one writer, and a server locks the
// rows. On Citus the list may have puzzles that another process has solved just now, and Share makes no difference; see
// Claims.
func (c *Conn) Take(ctx context.Context, w WorkFilter, after int64, limit int) ([]Entry, error) {
	ids, err := c.takeIDs(ctx, "puzzle", w, after, limit)
	if err == nil && len(ids) > 0 {
		read := c.entries
		if c.distributed {
			read = c.Lock // the entries tell what another process has solved meanwhile
		}
		var entries []Entry
		if entries, err = read(ctx, ids); err == nil {
			return entries, nil
		}
	}
	if err != nil {
		return nil, fmt.Errorf("look for puzzles to solve: %w", err)
	}
	return nil, nil
}

// takeIDs is Take for the ids alone. table is puzzle or a partition of it.
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

// Lock locks puzzles as Take does, and returns those that still exist, in order. Call it inside Atomically.
func (c *Conn) Lock(ctx context.Context, ids []int64) ([]Entry, error) {
	if c.db.dialect == Postgres && len(ids) > 0 {
		if err := c.reportingWait(ctx, func() error { return c.lock(ctx, ids) }); err != nil {
			return nil, fmt.Errorf("lock %d puzzles: %w", len(ids), err)
		}
	}
	return c.Entries(ctx, ids)
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

// entries reads puzzles by id, in order. Neither Citus nor the planner of a server concludes from the ids of puzzle in which shards or
// partitions the rows of other tables are, so the statement names them for every table.
func (c *Conn) entries(ctx context.Context, ids []int64) (entries []Entry, err error) {
	if c.distributed || c.plansForParameters {
		const wanted = `puzzle_id = ANY (CAST($1 AS BIGINT[]))`
		err = c.SelectContext(ctx, &entries, `
			SELECT `+c.entryColumns(wanted)+`
			FROM puzzle AS z
			LEFT JOIN run AS r ON r.run_id = z.run_id
			WHERE z.`+wanted+`
			ORDER BY z.puzzle_id`, ids)
		return entries, err
	}
	list, args := inList(ids)
	err = c.SelectContext(ctx, &entries, `
		SELECT `+c.entryColumns(`TRUE`)+`
		FROM puzzle AS z
		LEFT JOIN run AS r ON r.run_id = z.run_id
		WHERE z.puzzle_id IN `+list+`
		ORDER BY z.puzzle_id`, args...)
	return entries, err
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
