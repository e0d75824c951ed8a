package batch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// lastSave is how long the puzzles that are done may take to be saved after an interrupt.
const lastSave = 500 * time.Millisecond

// solve solves puzzles that wait for the run, and returns those that it has saved, also with an error. It computes
// without a lock, and writes what nobody has changed meanwhile. It takes the others as they are then, for another
// round.
func (b *Batch) solve(ctx context.Context, list []*record.Puzzle) (solved []*record.Puzzle, err error) {
	for len(list) > 0 {
		var others []*record.Puzzle
		for _, chunk := range b.byVariant(list) {
			failed := b.compute(ctx, chunk)
			saving := ctx
			if failed != nil {
				chunk = slices.DeleteFunc(slices.Clone(chunk), func(p *record.Puzzle) bool { return p.Filled == "" })
				if ctx.Err() == nil || len(chunk) == 0 {
					return solved, failed
				}
				var cancel context.CancelFunc // an interrupt saves the puzzles that are done
				saving, cancel = context.WithTimeout(context.WithoutCancel(ctx), lastSave)
				defer cancel()
			}
			same, changed, err := b.save(saving, chunk)
			if err = cmp.Or(err, failed); err != nil { // what went wrong in saving says more than the interrupt
				return append(solved, same...), err
			}
			solved, others = append(solved, same...), append(others, changed...)
		}
		list = waiting(others)
	}
	if err := b.continueLive(ctx, solved); err != nil {
		return nil, err // of some puzzles only the first steps are saved
	}
	return solved, nil
}

// continueLive makes the next step of the puzzles that a live run has begun, until none of them waits: it is not new
// any more, or another process has deleted it or made it something that is not a puzzle.
func (b *Batch) continueLive(ctx context.Context, begun []*record.Puzzle) error {
	if !b.Live {
		return nil
	}
	defer func(from store.StartPolicy) { b.From, b.Live = from, true }(b.From)
	b.From, b.Live = store.Resume, false // solve makes one step
	for {
		now, err := b.reload(ctx, begun)
		if err != nil {
			return err
		}
		begun = slices.DeleteFunc(now, func(p *record.Puzzle) bool {
			return p.Status != setdoku.StatusNew || p.Refused != nil
		})
		if len(begun) == 0 {
			return nil
		}
		if _, err := b.solve(ctx, waiting(begun)); err != nil {
			return err
		}
	}
}

// reload reads the puzzles that still exist as a run begins with them now, into their records, and returns them. No
// record is filled in then.
func (b *Batch) reload(ctx context.Context, puzzles []*record.Puzzle) (left []*record.Puzzle, err error) {
	for _, p := range puzzles {
		*p = record.Puzzle{PuzzleID: p.PuzzleID}
	}
	err = b.conn.Reading(ctx, func() (err error) {
		left, err = b.conn.Start(ctx, puzzles, b.filter())
		return err
	})
	return left, err
}

// solveLocked solves those of the puzzles that wait, in the current transaction, which has locked them.
func (b *Batch) solveLocked(ctx context.Context, list []*record.Puzzle) ([]*record.Puzzle, error) {
	list = waiting(list)
	for _, chunk := range b.byVariant(list) {
		err := b.compute(ctx, chunk)
		if err == nil {
			_, err = b.write(ctx, chunk)
		}
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}

// byVariant divides puzzles into chunks of one variant each if the engine runs statements. In memory each puzzle has
// its board.
func (b *Batch) byVariant(puzzles []*record.Puzzle) [][]*record.Puzzle {
	if _, inMemory := b.engine.(*memory.Solver); inMemory && len(puzzles) > 0 {
		return [][]*record.Puzzle{puzzles}
	}
	return statements.ByVariant(puzzles)
}

// use prepares the engine for a variant, nil for classic.
func (b *Batch) use(ctx context.Context, v *setdoku.Variant) error {
	if v != nil && b.opts.Engine == catalogue.EngineCTE {
		return fmt.Errorf("engine %s solves only classic puzzles, not the variant %s: use --engine auto or sql",
			b.opts.Engine, v.Name)
	}
	if s, ok := b.engine.(*sqlEngine); ok {
		return s.use(ctx, v)
	}
	return nil
}

// compute solves the puzzles of a chunk, which are of one variant if the engine needs that.
func (b *Batch) compute(ctx context.Context, chunk []*record.Puzzle) error {
	err := b.use(ctx, chunk[0].Start.Variant)
	if err == nil {
		err = b.engine.Compute(ctx, chunk)
	}
	if errors.Is(store.Explain(err), store.ErrConnectionLost) {
		return b.conn.Explained(err)
	}
	return failed(chunk, err)
}

// errChanged rolls back a transaction that would save nothing, and with it the run that it has begun.
var errChanged = errors.New("other processes have changed all puzzles of the chunk")

// save writes the puzzles of the chunk that was computed last, as far as they have the version from which they were
// computed. It gives the others back, with what another process has made of them. It forgets what was deleted.
func (b *Batch) save(ctx context.Context, chunk []*record.Puzzle) (same, changed []*record.Puzzle, err error) {
	err = b.atomically(ctx, func() (err error) {
		if err = b.conn.Lock(ctx, chunk); err == nil {
			same, err = b.write(ctx, chunk)
		}
		if err == nil && len(same) == 0 {
			err = errChanged
		}
		return err
	})
	if err != nil && !errors.Is(err, errChanged) {
		return nil, nil, err
	}
	if len(same) < len(chunk) {
		changed, err = b.reload(ctx, slices.DeleteFunc(slices.Clone(chunk),
			func(p *record.Puzzle) bool { return slices.Contains(same, p) }))
		return same, changed, err
	}
	return same, nil, nil
}

// write writes those puzzles of the chunk that was computed last that have the version from which they were computed.
func (b *Batch) write(ctx context.Context, puzzles []*record.Puzzle) (same []*record.Puzzle, err error) {
	if err := b.writeRun(ctx); err != nil {
		return nil, err
	}
	same, err = b.conn.Save(ctx, b.runID, b.run.Engine, puzzles)
	return same, failed(puzzles, err)
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
func failed(chunk []*record.Puzzle, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("solve puzzles %d to %d: %w", chunk[0].PuzzleID, chunk[len(chunk)-1].PuzzleID, err)
}
