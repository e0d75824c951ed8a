package batch

import (
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/database"
	"setdoku/internal/driver"
	"setdoku/internal/memory"
	"setdoku/internal/record"
)

// solve solves those of the puzzles that need it. A file has a single lock, so solve computes without it, and computes
// a puzzle again under the lock if another process has changed it meanwhile. The statements read steps by hand from the
// database, where somebody may change them and change them back, so they compute puzzles with such steps under the
// lock. A temporary database has no other user. A server has a lock for each puzzle, under which solve computes all.
func (b *Batch) solve(ctx context.Context, starts []record.Start) error {
	for _, chunk := range b.byVariant(b.waiting(starts)) {
		if err := b.use(ctx, chunk[0].State.Variant); err != nil {
			return failed(chunk, err)
		}
		if err := b.solveChunk(ctx, chunk); err != nil {
			return err
		}
	}
	return nil
}

// goOn makes the next step of the puzzles that a live run has begun, until none of them is new.
func (b *Batch) goOn(ctx context.Context, puzzles []record.Start) error {
	if !b.Live {
		return nil
	}
	defer func(from database.Begin) { b.From = from }(b.From)
	for b.From = database.AfterLast; ; {
		var now []record.Start
		own := slices.DeleteFunc(ids(puzzles), func(id int64) bool { return !b.hasSolved(id) })
		err := b.conn.Reading(ctx, func() (err error) {
			now, err = b.conn.Starts(ctx, own, b.From)
			return err
		})
		puzzles = slices.DeleteFunc(now, func(s record.Start) bool { return s.Status != setdoku.StatusNew })
		if err != nil || len(puzzles) == 0 {
			return err
		}
		for i := range puzzles {
			delete(b.done, puzzles[i].PuzzleID)
		}
		if err := b.solve(ctx, puzzles); err != nil {
			return err
		}
	}
}

// solveChunk solves puzzles of one variant.
func (b *Batch) solveChunk(ctx context.Context, chunk []record.Start) error {
	var computed []record.Start
	if !b.db.LocksRows() && !b.Recycle {
		computed = slices.DeleteFunc(slices.Clone(chunk),
			func(s record.Start) bool { return s.BaseStep > 0 && b.opts.Engine == memory.EngineSQL })
		if err := b.compute(ctx, computed); err != nil {
			return err
		}
	}
	return b.atomically(ctx, func() error {
		if b.Recycle {
			return b.solveLocked(ctx, chunk)
		}
		now, err := b.conn.Lock(ctx, ids(chunk), b.From)
		if err != nil {
			return err
		}
		same, rest := unchanged(computed, now)
		if err := b.save(ctx, same); err != nil {
			return err
		}
		return b.solveLocked(ctx, b.waiting(rest))
	})
}

// solveLocked computes and saves puzzles in the current transaction.
func (b *Batch) solveLocked(ctx context.Context, puzzles []record.Start) error {
	for _, chunk := range b.byVariant(puzzles) {
		err := b.use(ctx, chunk[0].State.Variant)
		if err != nil {
			return failed(chunk, err)
		}
		if err = b.compute(ctx, chunk); err == nil {
			err = b.save(ctx, chunk)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// byVariant divides puzzles into chunks of one variant each if the engine runs statements. In memory each puzzle has
// its board.
func (b *Batch) byVariant(puzzles []record.Start) [][]record.Start {
	if _, statements := b.engine.(*driver.Driver); !statements && len(puzzles) > 0 &&
		b.opts.Engine != memory.EngineCTE {
		return [][]record.Start{puzzles}
	}
	return driver.ByVariant(puzzles)
}

// use prepares the engine for a variant, nil for classic.
func (b *Batch) use(ctx context.Context, v *setdoku.Variant) error {
	if v != nil && b.opts.Engine == memory.EngineCTE {
		return fmt.Errorf("engine %s solves only classic puzzles, not the variant %s: use --engine auto or sql",
			b.opts.Engine, v.Name)
	}
	if d, ok := b.engine.(*driver.Driver); ok {
		return d.Use(ctx, v)
	}
	return nil
}

func (b *Batch) compute(ctx context.Context, chunk []record.Start) error {
	if len(chunk) == 0 {
		return nil
	}
	return failed(chunk, b.engine.Compute(ctx, chunk))
}

// unchanged returns those of now that are as they were when they were computed, and the rest.
func unchanged(computed, now []record.Start) (same, rest []record.Start) {
	before := make(map[int64]*record.Start, len(computed))
	for i := range computed {
		before[computed[i].PuzzleID] = &computed[i]
	}
	for _, s := range now {
		if was := before[s.PuzzleID]; was != nil && !was.Changed(&s) {
			same = append(same, s)
		} else {
			rest = append(rest, s)
		}
	}
	return same, rest
}

// save writes the results of the chunk that was computed last, or of some of its puzzles.
func (b *Batch) save(ctx context.Context, chunk []record.Start) error {
	if len(chunk) == 0 {
		return nil
	}
	if err := b.writeRun(ctx); err != nil {
		return err
	}
	results, err := b.engine.Save(ctx, b.runID, chunk)
	if err != nil {
		return failed(chunk, err)
	}
	for i := range chunk {
		b.done[chunk[i].PuzzleID] = nil
	}
	for _, r := range results {
		b.done[r.PuzzleID] = r
	}
	return nil
}

// writeRun begins the run, or stores that it writes again.
func (b *Batch) writeRun(ctx context.Context) (err error) {
	if b.runID != 0 {
		return b.conn.ContinueRun(ctx, b.runID)
	}
	b.runID, err = b.conn.BeginRun(ctx, b.run)
	return err
}

// failed adds the range of puzzles to an error.
func failed(chunk []record.Start, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("solve puzzles %d to %d: %w", chunk[0].PuzzleID, chunk[len(chunk)-1].PuzzleID, err)
}
