package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Claims hands out the puzzles that a filter selects, each of them once. Other processes have Claims of their own on other
// connections.
//
// It pages by puzzle_id. If the filter shares the puzzles of a server with other workers, it does so in one partition of puzzle after the
// other. So a chunk has puzzles of few partitions, and its statements lock only these, see Look. Workers begin with different partitions. Citus
// locks rows by one statement on one shard only. There Claims looks for waiting puzzles to share without a lock, groups them by shard, and hands
// out a group at a time, in random order, so that two workers meet only when they want the same group.
type Claims struct {
	conn   *Conn
	filter WorkFilter
	after  int64    // puzzles with ids up to this were handed out, or are in groups; of the present partition
	tables []string // on a file or a plain server: puzzle, or its partitions
	at     int      // the table in which Next begins
	nextAt int      // where the call after Next begins, once Done is called
	last   int64    // the same of after
	ended  bool
	shards int       // on Citus: of a table, 0 before it was asked
	groups [][]int64 // on Citus: ids of one shard each, that were not handed out
	used   int       // how many of groups Next has looked at
}

// Claims returns Claims that begin with the first puzzle.
func (c *Conn) Claims(w WorkFilter) *Claims { return &Claims{conn: c, filter: w} }

// Look reports whether Next may find anything. Call it outside of Atomically, because on Citus it asks all shards. On a plain server
// it makes the connection plan every statement for its parameters: a generic plan locks all partitions and their indexes, and the
// table of locks has no room for that if there are many partitions and workers.
func (k *Claims) Look(ctx context.Context, limit int) (bool, error) {
	if !k.byShards() && k.tables == nil {
		if err := k.begin(ctx); err != nil {
			return false, fmt.Errorf("look for puzzles to solve: %w", k.conn.explain(err))
		}
	}
	if k.byShards() && len(k.groups) == 0 && !k.ended {
		if err := k.look(ctx, limit); err != nil {
			return false, fmt.Errorf("look for puzzles to solve: %w", k.conn.explain(err))
		}
	}
	return !k.ended || len(k.groups) > 0, nil
}

// byShards reports whether the puzzles are handed out by the shards of Citus.
func (k *Claims) byShards() bool { return k.conn.distributed && k.filter.Share }

// Next selects and locks about limit puzzles, on Citus up to one and a half times as many. It returns none if all that Look has found are
// taken meanwhile, or if none waits in some partitions. Call it inside Atomically, at most once in a transaction; the lock lasts until the
// transaction ends. A file need not be locked. When the transaction is committed, call Done. Otherwise the next call begins with the same
// puzzles.
func (k *Claims) Next(ctx context.Context, limit int) ([]Start, error) {
	if !k.byShards() {
		return k.nextInTables(ctx, limit)
	}
	for k.used = 0; k.used < len(k.groups); {
		ids := k.groups[k.used]
		k.used++
		entries, err := k.conn.claim(ctx, k.filter, ids)
		if err != nil {
			return nil, fmt.Errorf("lock puzzles %d to %d: %w", ids[0], ids[len(ids)-1], err)
		}
		if len(entries) > 0 {
			return entries, nil
		}
	}
	return nil, nil
}

// Done says that the transaction of Next is committed.
func (k *Claims) Done() {
	if k.byShards() {
		k.groups, k.used = k.groups[k.used:], 0
		return
	}
	k.at, k.after = k.nextAt, k.last
	k.ended = k.at >= len(k.tables)
}

// begin finds the tables of puzzles. Who may not lock rows of a partition by its name gets the table puzzle.
func (k *Claims) begin(ctx context.Context) error {
	k.tables = []string{"puzzle"}
	if k.conn.Dialect() != Postgres || !k.filter.Share {
		return nil
	}
	var partitions []struct {
		Name string
		May  bool
	}
	err := k.conn.SelectContext(ctx, &partitions, `
		SELECT CAST(CAST(i.inhrelid AS REGCLASS) AS TEXT) AS name,
			HAS_TABLE_PRIVILEGE(i.inhrelid, 'SELECT') AND HAS_TABLE_PRIVILEGE(i.inhrelid, 'UPDATE') AS may
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

// tablesOfChunk is the largest number of partitions in one transaction. Where few puzzles wait, chunks are smaller.
const tablesOfChunk = 8

// nextInTables is Next on a file or a plain server.
func (k *Claims) nextInTables(ctx context.Context, limit int) ([]Start, error) {
	var ids []int64
	k.nextAt, k.last = k.at, k.after
	for len(ids) < limit && k.nextAt < min(k.at+tablesOfChunk, len(k.tables)) {
		wanted := limit - len(ids)
		found, err := k.conn.takeIDs(ctx, k.tables[k.nextAt], k.filter, k.last, wanted)
		if err != nil {
			return nil, fmt.Errorf("look for puzzles to solve: %w", err)
		}
		if ids = append(ids, found...); len(found) < wanted {
			k.nextAt, k.last = k.nextAt+1, 0
		} else {
			k.last = found[len(found)-1]
		}
	}
	if k.conn.distributed {
		return k.conn.Lock(ctx, ids, k.filter.Again) // the starts tell what another process has solved meanwhile
	}
	return k.conn.Starts(ctx, ids, k.filter.Again)
}

// claim locks those of the puzzles of one shard that the filter selects and that nobody has locked.
func (c *Conn) claim(ctx context.Context, w WorkFilter, ids []int64) ([]Start, error) {
	condition, args := w.condition()
	var locked []int64
	err := c.SelectContext(ctx, &locked, `
		SELECT z.puzzle_id
		FROM puzzle AS z
		WHERE z.puzzle_id = ANY (CAST(? AS BIGINT[])) AND `+condition+`
		ORDER BY z.puzzle_id
		FOR UPDATE SKIP LOCKED`, append([]any{ids}, args...)...)
	if err != nil || len(locked) == 0 {
		return nil, err
	}
	return c.starts(ctx, locked, w.Again)
}

// look reads the ids of waiting puzzles into groups, for about one group of each shard. It reads ranges of ids, because
// a limit would make every shard return as many rows. Where few puzzles wait it reads wider ranges.
func (k *Claims) look(ctx context.Context, limit int) (err error) {
	if k.shards == 0 {
		err = k.conn.GetContext(ctx, &k.shards, `SELECT COUNT(*) FROM pg_dist_shard WHERE logicalrelid = CAST('puzzle' AS REGCLASS)`)
		if err != nil {
			return err
		}
	}
	enough := limit * k.shards
	var found []int64
	for width := int64(enough); len(found) < enough/2; width *= 2 {
		first, err := k.conn.firstWaiting(ctx, k.filter, k.after)
		if errors.Is(err, sql.ErrNoRows) {
			k.ended = true
			break
		}
		if err != nil {
			return err
		}
		k.after = first + width - 1
		list, err := k.conn.waiting(ctx, k.filter, first, k.after)
		if err != nil {
			return err
		}
		found = append(found, list...)
	}
	byShard, err := k.conn.byShard(ctx, found)
	if err != nil {
		return err
	}
	for _, ids := range byShard {
		pieces := max(1, (len(ids)+limit/2)/limit)
		k.groups = slices.AppendSeq(k.groups, slices.Chunk(ids, (len(ids)+pieces-1)/pieces))
	}
	rand.Shuffle(len(k.groups), func(i, j int) { k.groups[i], k.groups[j] = k.groups[j], k.groups[i] })
	return nil
}

// firstWaiting returns the first puzzle with an id greater than after that the filter selects.
func (c *Conn) firstWaiting(ctx context.Context, w WorkFilter, after int64) (id int64, err error) {
	query, args := w.waiting("puzzle", after, 1)
	err = c.GetContext(ctx, &id, query, args...)
	return id, err
}

// waiting returns the puzzles of a range that the filter selects.
func (c *Conn) waiting(ctx context.Context, w WorkFilter, low, high int64) (ids []int64, err error) {
	condition, args := w.condition()
	err = c.SelectContext(ctx, &ids, `
		SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id BETWEEN ? AND ? AND `+condition, append([]any{low, high}, args...)...)
	return ids, err
}

// byShard groups puzzles by their shard of Citus, in the order of shards, the ids of each in order.
func (c *Conn) byShard(ctx context.Context, ids []int64) (groups [][]int64, err error) {
	var rows []struct {
		ID    int64 `db:"id"`
		Shard int64
	}
	slices.Sort(ids)
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
