package batch

import (
	"context"
	"time"

	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// Worker solves the puzzles of a database chunk by chunk, together with other workers. No two workers take the same
// chunk. If a worker is killed, its chunk is free again as soon as its connections are closed.
type Worker struct {
	db    *store.DB
	batch *Batch // nil while Watch has lost the server
	opts  memory.Options
	run   record.Run
	runID int64 // of the last batch
	// OnChunk is called with the records of every chunk, in any order.
	OnChunk func([]*record.Puzzle)
	// OnRefused is that of Batch.
	OnRefused func(id int64, reason error)
	Outage    Outage // what Watch does while it cannot reach the server
}

// Outage is a time in which a server cannot be reached.
type Outage struct {
	// OnLost is called when the server cannot be reached, and OnBack when it has answered again.
	OnLost func(error)
	OnBack func()
	lost   bool // OnLost was called last
	pause  time.Duration
}

// Wait pauses before the next attempt and returns nil if err means that the server cannot be reached at the moment. It
// returns any other error at once, also if the context has ended, and otherwise that of the context if it has ended or
// ends.
func (o *Outage) Wait(ctx context.Context, err error) error {
	if !store.IsUnreachable(err) {
		return err
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if !o.lost && o.OnLost != nil {
		o.OnLost(store.Explain(err))
	}
	o.lost, o.pause = true, min(max(2*o.pause, firstPause), longestPause)
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(o.pause):
		return nil
	}
}

// answered notes that the server has answered.
func (o *Outage) answered() {
	if o.lost && o.OnBack != nil {
		o.OnBack()
	}
	o.lost, o.pause = false, 0
}

// NewWorker prepares a run on db. It writes nothing until there is a puzzle to solve.
func NewWorker(ctx context.Context, db *store.DB, opts memory.Options, run record.Run) (*Worker, error) {
	batch, err := NewBatch(ctx, db, opts, run)
	if err != nil {
		return nil, err
	}
	return &Worker{db: db, batch: batch, opts: opts, run: run}, nil
}

// Close closes the connections, unless the server is lost.
func (w *Worker) Close(ctx context.Context) error {
	if w.batch == nil {
		return nil
	}
	return w.batch.Close(ctx)
}

// otherWorkers is the pause before a worker looks again for chunks that other workers have locked.
const otherWorkers = 250 * time.Millisecond

// Drain solves until no puzzle is left to solve. While other workers have locked puzzles it stays, because they may
// be killed.
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
		case <-time.After(otherWorkers):
		}
	}
}

// Watch solves the stored puzzles and then new ones, until the context ends. If the server can announce new puzzles,
// Watch solves them at once. Otherwise it looks for them after every poll. If it loses the server, it tries to reach it
// until it succeeds or the context ends.
func (w *Worker) Watch(ctx context.Context, poll time.Duration) error {
	listener, err := w.db.Listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	// Look only once at puzzles that are stuck under another selection. There may be very many of them.
	waiting := store.WorkFilter{Selection: w.batch.run.Selection, Share: true}
	for {
		if err := w.sweepAgain(ctx, waiting); err != nil {
			w.disconnect(ctx)
			if err = w.Outage.Wait(ctx, err); err != nil {
				return err
			}
			continue
		}
		waiting.OnlyNew = true
		if err := listener.Wait(ctx, poll); err != nil {
			return err
		}
	}
}

// The pauses before attempts to reach a lost server become longer.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 5 * time.Second
)

// disconnect closes the connections. The next sweep connects again.
func (w *Worker) disconnect(ctx context.Context) {
	if w.batch != nil {
		w.runID = w.batch.runID
		_ = w.batch.Close(ctx)
		w.batch = nil
	}
}

// sweepAgain connects again if the server was lost, and then sweeps. The new batch continues the run.
func (w *Worker) sweepAgain(ctx context.Context, waiting store.WorkFilter) error {
	if w.batch == nil {
		batch, err := NewBatch(ctx, w.db, w.opts, w.run)
		if err != nil {
			return err
		}
		batch.runID = w.runID
		w.batch = batch
	}
	_, err := w.sweep(ctx, waiting)
	if err == nil {
		w.Outage.answered()
	}
	return err
}

// sweep solves the chunks that it can lock and reports whether there were any.
func (w *Worker) sweep(ctx context.Context, waiting store.WorkFilter) (solved bool, err error) {
	w.batch.OnRefused = w.OnRefused
	return w.batch.sweep(ctx, waiting, func(chunk []*record.Puzzle) error {
		w.Outage.answered()
		if w.OnChunk != nil {
			w.OnChunk(chunk)
		}
		return nil
	})
}
