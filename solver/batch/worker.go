package batch

import (
	"context"
	"time"

	"setdoku/solver/driver"
	"setdoku/store"
)

// Worker solves what waits in a database, one chunk after the other, beside other workers.
// Each takes chunks that no other has; the chunk of one that is killed is free again as
// soon as its connections are gone.
type Worker struct {
	db    *store.DB
	batch *Batch
	// OnChunk is called with the results of every chunk, grids left out.
	OnChunk func([]store.Result)
}

// NewWorker opens a run on db. Nothing is written until there is a puzzle to solve.
func NewWorker(ctx context.Context, db *store.DB, opts driver.Options, run store.Run) (*Worker, error) {
	batch, err := NewBatch(ctx, db, opts, run)
	if err != nil {
		return nil, err
	}
	return &Worker{db: db, batch: batch}, nil
}

// Close ends the run.
func (w *Worker) Close(ctx context.Context) error { return w.batch.Close(ctx) }

// others is how long a worker waits for chunks that others have taken to be done or free again.
const others = 250 * time.Millisecond

// Drain solves until no puzzle waits any more. It stays while others have puzzles that wait,
// for they may be killed.
func (w *Worker) Drain(ctx context.Context) error {
	waiting := store.WorkFilter{Selection: w.batch.run.Selection, Share: true}
	for {
		solved, err := w.sweep(ctx, waiting)
		if err != nil {
			return err
		}
		if solved {
			continue
		}
		left, err := w.db.HasWork(ctx, waiting)
		if err != nil || !left {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(others):
		}
	}
}

// Watch solves what waits and then what is added, until the context ends. It hears of new
// puzzles at once where the server can tell, else it looks for them after every poll.
func (w *Worker) Watch(ctx context.Context, poll time.Duration) error {
	listener, err := w.db.Listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	// Puzzles stuck under another selection are looked at once; there may be very many of them.
	waiting := store.WorkFilter{Selection: w.batch.run.Selection, Share: true}
	for {
		if _, err := w.sweep(ctx, waiting); err != nil {
			return err
		}
		waiting.OnlyNew = true
		if err := listener.Wait(ctx, poll); err != nil {
			return err
		}
	}
}

// sweep solves the chunks that it can have, in order of puzzle_id, and reports whether there
// were any.
func (w *Worker) sweep(ctx context.Context, waiting store.WorkFilter) (solved bool, err error) {
	for after := int64(0); ; solved = true {
		entries, err := w.batch.take(ctx, waiting, after)
		if err != nil || len(entries) == 0 {
			return solved, err
		}
		// What is committed is told, also to who is being interrupted.
		results, err := store.Results(context.WithoutCancel(ctx), w.batch.conn, ids(entries))
		if err != nil {
			return solved, err
		}
		if w.OnChunk != nil {
			w.OnChunk(inOrder(entries, results))
		}
		after = entries[len(entries)-1].PuzzleID
	}
}
