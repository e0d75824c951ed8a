package batch

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/minimize"
	"setdoku/store"
	"setdoku/store/record"
)

// FillNeeded fills the table needed for the solved puzzles that have no rows there, chunk by chunk. It calls progress
// after each chunk, with the number of puzzles that got rows, and of those that cannot, because their runs did not
// store every deduction.
func FillNeeded(ctx context.Context, db *store.DB, progress func(filled, incomplete int)) (err error) {
	conn, err := db.Acquire(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	filled, incomplete := 0, 0
	var bad error
	for after := int64(0); ; {
		var records []record.Puzzle
		var runs []record.Run
		err := db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
			if runs, err = s.Runs(ctx); err == nil {
				records, err = s.Records(ctx, after, memory.ChunkSize)
			}
			return err
		})
		if err != nil || len(records) == 0 {
			return errors.Join(err, bad)
		}
		after = records[len(records)-1].PuzzleID
		records = slices.DeleteFunc(records, func(r record.Puzzle) bool {
			if r.Bad != nil {
				bad = errors.Join(bad, r.Bad)
				return true
			}
			return r.Refused != nil || r.Status != setdoku.StatusSolved || len(r.Needed) > 0 ||
				r.Givens == r.Solution // it needed no step
		})
		list := make([]*record.Puzzle, len(records))
		for i := range records {
			list[i] = &records[i]
		}
		err = onAllCores(ctx, len(list), func(i int) (err error) {
			list[i].Needed, err = Needed(ctx, list[i], runs)
			return err
		})
		if err == nil {
			err = addNeeded(ctx, conn, list)
		}
		if err != nil {
			return err
		}
		for _, r := range list {
			if len(r.Needed) == 0 {
				incomplete++
			} else {
				filled++
			}
		}
		progress(filled, incomplete)
	}
}

// onAllCores calls do with 0 to n-1 on all cores. It returns the errors.
func onAllCores(ctx context.Context, n int, do func(i int) error) error {
	failed := make([]error, n)
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				failed[i] = do(i)
			}
		})
	}
	for i := range n {
		if ctx.Err() == nil {
			next <- i
		}
	}
	close(next)
	group.Wait()
	return errors.Join(append(failed, ctx.Err())...)
}

// Needed returns the needed steps of a record, none if it is not complete.
func Needed(ctx context.Context, r *record.Puzzle, runs []record.Run) ([]record.Needed, error) {
	path := r.Path(catalogue.DecoderFor(r.Start.Board()))
	path.Singles = r.Singles(runs)
	short, err := minimize.Path(ctx, path)
	switch {
	case errors.Is(err, setdoku.ErrPathIncomplete):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("puzzle %d: %w", r.PuzzleID, err)
	}
	return record.NewNeeded(short), nil
}

// addNeeded writes the needed steps of the records whose puzzles are still the same.
func addNeeded(ctx context.Context, conn *store.Conn, records []*record.Puzzle) error {
	return conn.Atomically(ctx, func() error {
		if err := conn.Lock(ctx, records); err != nil {
			return err
		}
		same, err := conn.Unchanged(ctx, records)
		if err != nil {
			return err
		}
		return conn.AddNeeded(ctx, same)
	})
}
