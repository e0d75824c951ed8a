package batch

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"setdoku/solver/driver"
	"setdoku/store"
)

// sharedRounds is how often a chunk is computed without a lock before it is computed with one, if other processes
// change its puzzles.
const sharedRounds = 3

// solve solves the entries that need it. A file has a single lock, so solve computes a chunk without the lock and
// repeats puzzles that another process has changed meanwhile. A server has a lock for each puzzle, and a temporary
// database has no other user. There solve computes the chunk under the lock.
func (b *Batch) solve(ctx context.Context, entries []store.Entry) (err error) {
	if b.db.Dialect() == store.SQLite && !b.Recycle {
		for range sharedRounds {
			if entries, err = b.solveShared(ctx, entries); err != nil {
				return err
			}
		}
	}
	if len(b.waiting(entries)) == 0 {
		return nil
	}
	return b.atomically(ctx, func() error {
		entries, err := b.conn.Lock(ctx, ids(entries))
		if err != nil {
			return err
		}
		return b.solveInTransaction(ctx, b.waiting(entries))
	})
}

// solveInTransaction computes and saves a chunk in the current transaction.
func (b *Batch) solveInTransaction(ctx context.Context, chunk []driver.Work) error {
	if len(chunk) == 0 {
		return nil
	}
	if err := b.engine.Compute(ctx, chunk); err != nil {
		return failed(chunk, err)
	}
	return b.save(ctx, chunk)
}

// solveShared computes the entries that need it. It then saves those that no other process has changed since they
// were read, and returns the others as they are now.
func (b *Batch) solveShared(ctx context.Context, entries []store.Entry) (changed []store.Entry, err error) {
	chunk := b.waiting(entries)
	if len(chunk) == 0 {
		return nil, nil
	}
	if err := b.engine.Compute(ctx, chunk); err != nil {
		return nil, failed(chunk, err)
	}
	err = b.atomically(ctx, func() error {
		var gone map[int64]bool
		if gone, changed, err = b.changed(ctx, entries, chunk); err != nil {
			return err
		}
		if len(gone) > 0 {
			if err := b.engine.Drop(ctx, slices.Sorted(maps.Keys(gone))); err != nil {
				return err
			}
		}
		return b.save(ctx, slices.DeleteFunc(slices.Clone(chunk), func(w driver.Work) bool { return gone[w.PuzzleID] }))
	})
	return changed, err
}

// changed returns which puzzles of a chunk have changed, and the current entries of those that still exist. It
// compares all rows of a puzzle with steps by hand, because a step may be removed and another one added.
func (b *Batch) changed(ctx context.Context, entries []store.Entry, chunk []driver.Work) (gone map[int64]bool, now []store.Entry, err error) {
	list := make([]int64, len(chunk))
	gone = make(map[int64]bool)
	for i, w := range chunk {
		list[i] = w.PuzzleID
		gone[w.PuzzleID] = true
	}
	before := make(map[int64]store.Entry, len(entries))
	for _, e := range entries {
		e.Fresh = false
		before[e.PuzzleID] = e
	}
	if now, err = b.conn.Entries(ctx, list); err != nil {
		return nil, nil, err
	}
	for _, e := range now {
		if e == before[e.PuzzleID] {
			delete(gone, e.PuzzleID)
		}
	}
	if err := b.moved(ctx, gone); err != nil {
		return nil, nil, err
	}
	return gone, slices.DeleteFunc(now, func(e store.Entry) bool { return !gone[e.PuzzleID] }), nil
}

// moved adds the puzzles to gone that have other steps by hand than before, although as many.
func (b *Batch) moved(ctx context.Context, gone map[int64]bool) error {
	began := make(map[int64]store.Start)
	var played []int64
	var kept []int
	for _, s := range b.engine.Played() {
		if !gone[s.PuzzleID] {
			began[s.PuzzleID] = s
			played, kept = append(played, s.PuzzleID), append(kept, s.Kept)
		}
	}
	if len(played) == 0 {
		return nil
	}
	starts, err := b.conn.Starts(ctx, played, kept)
	if err != nil {
		return err
	}
	for _, s := range starts {
		if !reflect.DeepEqual(s, began[s.PuzzleID]) {
			gone[s.PuzzleID] = true
		}
	}
	return nil
}

// save writes a chunk without the dropped puzzles.
func (b *Batch) save(ctx context.Context, chunk []driver.Work) error {
	if len(chunk) == 0 {
		return nil
	}
	if b.runID == 0 {
		id, err := b.conn.BeginRun(ctx, b.run)
		if err != nil {
			return err
		}
		b.runID = id
	}
	results, err := b.engine.Save(ctx, b.runID)
	if err != nil {
		return failed(chunk, err)
	}
	for _, w := range chunk {
		b.saved[w.PuzzleID] = true
	}
	for _, r := range results {
		b.solved[r.PuzzleID] = *r
	}
	return nil
}

// failed adds the range of puzzles to an error.
func failed(chunk []driver.Work, err error) error {
	return fmt.Errorf("solve puzzles %d to %d: %w", chunk[0].PuzzleID, chunk[len(chunk)-1].PuzzleID, err)
}
