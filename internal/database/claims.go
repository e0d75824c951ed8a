package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"setdoku"
	"setdoku/internal/record"
)

// WorkFilter selects the stored puzzles that a solver takes.
type WorkFilter struct {
	Selection string // of the run: stuck puzzles are tried again if their last run had another selection
	From      Begin  // Anew takes finished puzzles too
	OnlyNew   bool   // no stuck puzzles
	Share     bool   // skip puzzles that another process has locked, instead of waiting
}

// Takes reports whether the filter selects a puzzle. condition is the same in SQL.
func (w WorkFilter) Takes(s *record.Start) bool {
	return w.From == Anew || s.Status == setdoku.StatusNew || !w.OnlyNew && s.Status == setdoku.StatusStuck &&
		s.Selection != w.Selection
}

// condition returns the WHERE clause for puzzle AS z, and its parameters.
func (w WorkFilter) condition() (text string, args []any) {
	switch {
	case w.From == Anew:
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

// Lock locks puzzles until the transaction ends, and returns those that still exist, in the order of their ids, as a
// run begins them. Call it inside Atomically.
func (c *Conn) Lock(ctx context.Context, ids []int64, from Begin) ([]record.Start, error) {
	if c.db.dialect == Postgres && len(ids) > 0 {
		if err := c.reportingWait(ctx, func() error { return c.lockAll(ctx, ids) }); err != nil {
			return nil, fmt.Errorf("lock %d puzzles: %w", len(ids), err)
		}
	}
	return c.Starts(ctx, ids, from)
}

// lockAll locks puzzles on a server. On Citus it locks shard by shard, all processes in the same order, so that two of
// them cannot deadlock.
func (c *Conn) lockAll(ctx context.Context, ids []int64) (err error) {
	groups := [][]int64{ids}
	if c.distributed {
		groups, err = c.byShard(ctx, ids)
	}
	for _, group := range groups {
		if err == nil {
			_, err = c.lock(ctx, group, `ORDER BY z.puzzle_id FOR UPDATE`)
		}
	}
	return err
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
// other connections. Look finds waiting puzzles without a lock and divides them into groups. Next locks the next group.
//
// The transaction of a group locks few partitions of puzzle and of the tables that have its rows: Claims reads one
// partition after the other, and workers begin with different ones. Citus locks rows by one statement on one shard
// only, so there a group has the puzzles of one shard. If the filter shares the puzzles with other workers, the groups
// come in random order, so that two workers meet only when they want the same group.
type Claims struct {
	conn   *Conn
	filter WorkFilter
	tables []string  // puzzle, or its partitions, that have more puzzles; nil before Look. On Citus Share needs none
	after  int64     // puzzles with ids up to this are in groups or were handed out; of the first of tables
	ended  bool      // no more puzzles will come into groups
	shards int       // on Citus: of a table, 0 before Look
	groups [][]int64 // ids that were not handed out
	used   int       // the number of groups that Next has looked at
}

// Claims returns Claims that begin with the first puzzle.
func (c *Conn) Claims(w WorkFilter) *Claims { return &Claims{conn: c, filter: w} }

// Look reports whether Next may find anything. Call it outside of Atomically, because on Citus it asks all shards. On a
// plain server it makes the connection plan every statement for its parameters: a generic plan locks all partitions and
// their indexes, and the table of locks has no space for that if there are many partitions and workers.
func (k *Claims) Look(ctx context.Context, limit int) (found bool, err error) {
	look := k.lookInTables
	if k.conn.distributed && k.filter.Share {
		look = k.lookInShards
	}
	if len(k.groups) == 0 && !k.ended {
		err = look(ctx, limit)
	}
	if err != nil {
		return false, k.conn.explain(fmt.Errorf("look for puzzles to solve: %w", err))
	}
	return len(k.groups) > 0, nil
}

// Next locks the next group of puzzles, about as many as the limit of Look, at most one and a half times as many. It
// returns none if other workers have taken all puzzles that Look has found. Call it inside Atomically, at most once in
// a transaction; the lock lasts until the transaction ends. A file need not be locked. When the transaction is
// committed, call Done. Otherwise the next call begins with the same puzzles. Without Share the starts say which
// puzzles another process has solved meanwhile.
func (k *Claims) Next(ctx context.Context) (starts []record.Start, err error) {
	for k.used = 0; k.used < len(k.groups) && len(starts) == 0 && err == nil; {
		ids := k.groups[k.used]
		k.used++
		if k.conn.db.dialect == SQLite || !k.filter.Share {
			starts, err = k.conn.Lock(ctx, ids, k.filter.From)
			continue
		}
		condition, args := k.filter.condition()
		ids, err = k.conn.lock(ctx, ids, `AND `+condition+` ORDER BY z.puzzle_id FOR UPDATE SKIP LOCKED`, args...)
		if err == nil {
			starts, err = k.conn.Starts(ctx, ids, k.filter.From)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("claim puzzles: %w", err)
	}
	return starts, nil
}

// Done says that the transaction of Next is committed.
func (k *Claims) Done() { k.groups, k.used = k.groups[k.used:], 0 }

// groupsAtOnce is the number of groups that Look makes of partitions, and the largest number of partitions in a group.
const groupsAtOnce = 8

// lookInTables reads the ids of waiting puzzles, table by table. Where few puzzles wait, groups are smaller.
func (k *Claims) lookInTables(ctx context.Context, limit int) error {
	if k.tables == nil {
		if err := k.findTables(ctx); err != nil {
			return err
		}
	}
	most := limit
	if k.filter.Share {
		most *= groupsAtOnce
	}
	var ids []int64
	for read := 0; len(k.tables) > 0 && len(ids) < most && read < groupsAtOnce; {
		var found []int64
		query, args := k.filter.waiting(k.tables[0], k.after, most-len(ids))
		if err := k.conn.SelectContext(ctx, &found, query, args...); err != nil {
			return err
		}
		if len(found) > 0 {
			read, k.after = read+1, found[len(found)-1]
		}
		if ids = append(ids, found...); len(ids) < most {
			k.tables, k.after = k.tables[1:], 0
		}
	}
	k.ended = len(k.tables) == 0
	k.group(ids, limit)
	return nil
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

// findTables finds the tables of puzzles. A user who may not read a partition by its name gets the table puzzle.
func (k *Claims) findTables(ctx context.Context) error {
	k.tables = []string{"puzzle"}
	if k.conn.Dialect() == Postgres { // a user who may not lock puzzles gets the error even if none waits
		if _, err := k.conn.ExecContext(ctx, `SELECT z.puzzle_id FROM puzzle AS z WHERE FALSE FOR UPDATE`); err != nil {
			return err
		}
	}
	if k.conn.Dialect() != Postgres || !k.filter.Share {
		return nil
	}
	var partitions []struct {
		Name string
		May  bool
	}
	err := k.conn.SelectContext(ctx, &partitions, `
		SELECT CAST(CAST(i.inhrelid AS REGCLASS) AS TEXT) AS name, HAS_TABLE_PRIVILEGE(i.inhrelid, 'SELECT') AS may
		FROM pg_inherits AS i
		WHERE i.inhparent = CAST('puzzle' AS REGCLASS)
		ORDER BY i.inhrelid`)
	if err != nil || len(partitions) == 0 {
		return err
	}
	var names []string
	for _, p := range partitions {
		if !p.May {
			return nil
		}
		names = append(names, p.Name)
	}
	first := rand.IntN(len(names))
	k.tables = slices.Concat(names[first:], names[:first])
	return k.conn.planForParameters(ctx)
}

// lookInShards reads the ids of waiting puzzles on Citus, for about one group of each shard. It reads ranges of ids,
// because every shard would return as many rows as a limit allows. Where few puzzles wait it reads wider ranges.
func (k *Claims) lookInShards(ctx context.Context, limit int) (err error) {
	if k.shards == 0 {
		err = k.conn.GetContext(ctx, &k.shards, `SELECT COUNT(*) FROM pg_dist_shard
				WHERE logicalrelid = CAST('puzzle' AS REGCLASS)`)
		if err != nil {
			return err
		}
	}
	enough := limit * k.shards
	condition, args := k.filter.condition()
	var found []int64
	for width := int64(enough); len(found) < enough/2; width *= 2 {
		var first int64
		query, firstArgs := k.filter.waiting("puzzle", k.after, 1)
		err := k.conn.GetContext(ctx, &first, query, firstArgs...)
		if errors.Is(err, sql.ErrNoRows) {
			k.ended = true
			break
		}
		if err != nil {
			return err
		}
		k.after = first + width - 1
		var list []int64
		err = k.conn.SelectContext(ctx, &list, `
			SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id BETWEEN ? AND ? AND `+condition,
			append([]any{first, k.after}, args...)...)
		if err != nil {
			return err
		}
		found = append(found, list...)
	}
	byShard, err := k.conn.byShard(ctx, found)
	for _, ids := range byShard {
		k.group(ids, limit)
	}
	return err
}

// byShard groups puzzles by their shard of Citus, in the order of shards, the ids of each in order.
func (c *Conn) byShard(ctx context.Context, ids []int64) (groups [][]int64, err error) {
	var rows []struct {
		ID    int64 `db:"id"`
		Shard int64
	}
	err = c.SelectContext(ctx, &rows, `
		SELECT i.id, GET_SHARD_ID_FOR_DISTRIBUTION_COLUMN('puzzle', i.id) AS shard
		FROM UNNEST(CAST(? AS BIGINT[])) AS i (id)
		ORDER BY shard, i.id`, ids)
	last := int64(-1)
	for _, r := range rows {
		if r.Shard != last {
			last = r.Shard
			groups = append(groups, nil)
		}
		groups[len(groups)-1] = append(groups[len(groups)-1], r.ID)
	}
	return groups, err
}
