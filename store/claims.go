package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"setdoku/internal/format"
	"setdoku/store/record"
)

// WorkFilter selects the stored puzzles that a solver takes.
type WorkFilter struct {
	Selection string      // of the run: stuck puzzles are tried again if their last run had another selection
	From      StartPolicy // Restart takes finished puzzles too
	OnlyNew   bool        // no stuck puzzles
	Share     bool        // skip puzzles that another process has locked, instead of waiting
}

// condition returns the WHERE clause for puzzle AS z, and its parameters.
func (w WorkFilter) condition() (text string, args []any) {
	switch {
	case w.From == Restart:
		return `TRUE`, nil
	case w.OnlyNew:
		return `z.status = 'new'`, nil
	}
	return `z.status IN ('new', 'stuck') AND (z.status = 'new' OR COALESCE(z.run_id, 0) NOT IN (
		SELECT r.run_id FROM run AS r WHERE r.selection = ?))`, []any{w.Selection}
}

// waiting returns a query for the ids of the first puzzles with ids greater than after that the filter selects, in
// order. table is puzzle or one of its partitions. Because of the order a database reads the index of waiting puzzles.
func (w WorkFilter) waiting(table string, after int64, limit int) (query string, args []any) {
	condition, args := w.condition()
	query = `SELECT z.puzzle_id FROM ` + table + ` AS z WHERE z.puzzle_id > ? AND ` + condition +
		` ORDER BY z.puzzle_id LIMIT ?`
	return query, append(append([]any{after}, args...), limit)
}

// HasWork reports whether the filter selects any puzzle that Claims hands out, including those that another process has
// locked.
func (db *DB) HasWork(ctx context.Context, w WorkFilter) (found bool, err error) {
	query, args := w.waiting("puzzle", 0, 1)
	err = db.GetContext(ctx, &found, `SELECT COUNT(*) FROM (`+query+`) AS x`, args...)
	if err != nil {
		return false, fmt.Errorf("look for puzzles to solve: %w", Explain(err))
	}
	return found, nil
}

// Lock locks puzzles on a server until the transaction ends. A file has one lock, which Atomically takes.
func (c *Conn) Lock(ctx context.Context, puzzles []*record.Puzzle) error {
	if len(puzzles) == 0 {
		return nil
	}
	err := c.reportingWait(ctx, func() error { return c.backend.lock(ctx, c, record.IDs(puzzles)) })
	if err != nil {
		return fmt.Errorf("lock %s: %w", format.Plural(len(puzzles), "puzzle"), err)
	}
	return nil
}

// Unchanged returns the puzzles that still have their version. Call it after Lock.
func (c *Conn) Unchanged(ctx context.Context, puzzles []*record.Puzzle) (same []*record.Puzzle, err error) {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Version  int64
	}
	list, args := inList(record.IDs(puzzles))
	err = c.SelectContext(ctx, &rows, `SELECT z.puzzle_id, z.version FROM puzzle AS z WHERE z.puzzle_id IN `+list, args...)
	now := make(map[int64]int64, len(rows))
	for _, r := range rows {
		now[r.PuzzleID] = r.Version
	}
	for _, p := range puzzles {
		if v, there := now[p.PuzzleID]; there && v == p.Version {
			same = append(same, p)
		}
	}
	return same, err
}

// lock locks the puzzles that the end of the statement selects of the ids, and returns their ids. On Citus all are on
// one shard.
func (c *Conn) lock(ctx context.Context, ids []int64, end string, args ...any) (locked []int64, err error) {
	err = c.SelectContext(ctx, &locked, `
		SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id = ANY (CAST(? AS BIGINT[])) `+end,
		append([]any{ids}, args...)...)
	return locked, err
}

// Claims hands out the puzzles that a filter selects, each of them once. Other processes have Claims of their own on
// other connections. Look finds waiting puzzles without a lock and divides them into groups. Next takes the next group.
// If the filter shares the puzzles with other workers, the groups come in random order, so that two workers meet only
// when they want the same group.
type Claims struct {
	conn   *Conn
	filter WorkFilter
	tables []string  // partitions of puzzle that have more puzzles, see share
	after  int64     // puzzles with ids up to this are in groups or were handed out; of the first of tables
	ended  bool      // no more puzzles will come into groups
	shards int       // on Citus: of a table, 0 before Look
	groups [][]int64 // ids that were not handed out
	used   int       // the number of groups that Next has looked at
}

// Claims returns Claims that begin with the first puzzle.
func (c *Conn) Claims(w WorkFilter) *Claims { return &Claims{conn: c, filter: w} }

// Look reports whether Next may find anything. Call it outside of Atomically, because on Citus it asks all shards.
func (k *Claims) Look(ctx context.Context, limit int) (found bool, err error) {
	switch {
	case len(k.groups) > 0 || k.ended:
	case k.filter.Share:
		err = k.conn.backend.share(ctx, k, limit)
	default:
		err = k.inOrder(ctx, limit)
	}
	if err != nil {
		return false, k.conn.Explained(fmt.Errorf("look for puzzles to solve: %w", err))
	}
	return len(k.groups) > 0, nil
}

// Locks reports whether Next locks the puzzles.
func (k *Claims) Locks() bool { return k.filter.Share && k.conn.db.LocksRows() }

// Next returns the next group of puzzles, about as many as the limit of Look, at most one and a half times as many. If
// it locks them, call it inside Atomically, at most once in a transaction; the lock lasts until the transaction ends.
// It returns none if other workers have taken all puzzles that Look has found. When the transaction is committed, call
// Done. Otherwise the next call begins with the same puzzles. Without a lock the records say which puzzles another
// process has solved meanwhile.
func (k *Claims) Next(ctx context.Context) (puzzles []*record.Puzzle, err error) {
	for k.used = 0; k.used < len(k.groups) && len(puzzles) == 0 && err == nil; {
		ids := k.groups[k.used]
		k.used++
		if k.Locks() {
			condition, args := k.filter.condition()
			ids, err = k.conn.lock(ctx, ids, `AND `+condition+` ORDER BY z.puzzle_id FOR UPDATE SKIP LOCKED`, args...)
		}
		if err == nil {
			puzzles, err = k.conn.Start(ctx, record.Numbered(ids), k.filter)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("claim puzzles: %w", err)
	}
	return puzzles, nil
}

// Done says that the transaction of Next is committed.
func (k *Claims) Done() { k.groups, k.used = k.groups[k.used:], 0 }

// inOrder reads the ids of the next waiting puzzles, for one group.
func (k *Claims) inOrder(ctx context.Context, limit int) error {
	if k.after == 0 {
		if err := k.checkMayLock(ctx); err != nil {
			return err
		}
	}
	ids, err := k.read(ctx, "puzzle", limit)
	k.ended = len(ids) < limit
	k.group(ids, limit)
	return err
}

// checkMayLock returns an error if the user may not lock puzzles, even if none waits.
func (k *Claims) checkMayLock(ctx context.Context) error {
	return k.conn.do(ctx, k.conn.texts().mayLock)
}

// read reads the ids of the next waiting puzzles of a table.
func (k *Claims) read(ctx context.Context, table string, limit int) (ids []int64, err error) {
	query, args := k.filter.waiting(table, k.after, limit)
	if err = k.conn.SelectContext(ctx, &ids, query, args...); len(ids) > 0 {
		k.after = ids[len(ids)-1]
	}
	return ids, err
}

// group adds groups of about limit puzzles.
func (k *Claims) group(ids []int64, limit int) {
	if len(ids) > 0 {
		groups := max(1, (len(ids)+limit/2)/limit)
		k.groups = slices.AppendSeq(k.groups, slices.Chunk(ids, (len(ids)+groups-1)/groups))
	}
	if k.filter.Share {
		rand.Shuffle(len(k.groups), func(i, j int) { k.groups[i], k.groups[j] = k.groups[j], k.groups[i] })
	}
}
