package batch

import (
	"context"

	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// engine solves the puzzles of a chunk in two parts. Compute takes long and locks nothing. Save is short and needs
// the lock of the file.
type engine interface {
	// Compute solves the puzzles. It reads nothing of them but their records, and writes to temporary tables only. An
	// engine in memory fills in their records.
	Compute(ctx context.Context, chunk []*record.Puzzle) error
	// Save writes the results of some puzzles of the chunk for a run, inside a transaction of the batch.
	Save(ctx context.Context, run int64, chunk []*record.Puzzle) error
	// Close frees the resources of the engine, but does not close its connection.
	Close(ctx context.Context) error
}

// rowSaver writes the records that an engine outside of the database has filled in.
type rowSaver struct {
	conn   *store.Conn
	engine string // as the audit names it
}

func (w *rowSaver) Save(ctx context.Context, run int64, chunk []*record.Puzzle) error {
	if err := w.conn.DeletePreviousResult(ctx, chunk); err != nil {
		return err
	}
	return w.conn.Write(ctx, run, w.engine, chunk)
}

// memoryEngine computes on bitmasks in memory. Compute is that of the Solver.
type memoryEngine struct {
	rowSaver
	*memory.Solver
}
