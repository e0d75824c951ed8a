package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Claims hands out the puzzles that a filter selects to one worker, each of them once. Other workers have Claims of
// their own on other connections.
//
// On a file and on a plain server it pages by puzzle_id. Citus locks rows by one statement on one shard only. There
// Claims looks for waiting puzzles without a lock, groups them by shard, and hands out a group at a time, in random
// order, so that two workers meet only when they want the same group.
type Claims struct {
	conn   *Conn
	filter WorkFilter
	after  int64 // puzzles with ids up to this were handed out, or are in groups
	last   int64 // on a plain server: the last of the puzzles that Next returned
	ended  bool
	shards int       // on Citus: of a table, 0 before it was asked
	groups [][]int64 // on Citus: ids of one shard each, that were not handed out
	used   int       // how many of groups Next has looked at
}

// Claims returns Claims that begin with the first puzzle.
func (c *Conn) Claims(w WorkFilter) *Claims { return &Claims{conn: c, filter: w} }

// Look reports whether Next may find anything. Call it outside of Atomically, because on Citus it asks all shards.
func (k *Claims) Look(ctx context.Context, limit int) (bool, error) {
	if k.conn.distributed && len(k.groups) == 0 && !k.ended {
		if err := k.look(ctx, limit); err != nil {
			return false, fmt.Errorf("look for puzzles to solve: %w", k.conn.explain(err))
		}
	}
	return !k.ended || len(k.groups) > 0, nil
}

// Next selects and locks about limit puzzles, on Citus up to one and a half times as many. It returns none if all that Look has found are taken meanwhile. Call it
// inside Atomically, at most once in a transaction. The lock lasts as long as that of Take. When the transaction is
// committed, call Done. Otherwise the next call begins with the same puzzles.
func (k *Claims) Next(ctx context.Context, limit int) ([]Entry, error) {
	if !k.conn.distributed {
		entries, err := k.conn.Take(ctx, k.filter, k.after, limit)
		if k.last = k.after; len(entries) > 0 {
			k.last = entries[len(entries)-1].PuzzleID
		}
		return entries, err
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
	if k.conn.distributed {
		k.groups, k.used = k.groups[k.used:], 0
		return
	}
	k.ended = k.last == k.after
	k.after = k.last
}

// claim locks those of the puzzles of one shard that the filter selects and that nobody has locked.
func (c *Conn) claim(ctx context.Context, w WorkFilter, ids []int64) ([]Entry, error) {
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
	return c.entries(ctx, locked)
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
	condition, args := w.condition()
	err = c.GetContext(ctx, &id, `
		SELECT z.puzzle_id FROM puzzle AS z WHERE z.puzzle_id > ? AND `+condition+` ORDER BY z.puzzle_id LIMIT 1`, append([]any{after}, args...)...)
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
