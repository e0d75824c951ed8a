package batch

import (
	"context"
	"slices"

	"setdoku/internal/database"
	"setdoku/internal/memory"
	"setdoku/internal/record"
)

// engine solves the puzzles of a chunk in two parts. Compute takes long and locks nothing. Save is short and needs
// the lock of the file.
type engine interface {
	// Compute solves the puzzles. It writes to temporary tables only.
	Compute(ctx context.Context, chunk []record.Start) error
	// Save writes the results of some puzzles of the chunk for a run, inside a transaction of the batch. It returns
	// those results that the caller need not read from the database.
	Save(ctx context.Context, run int64, chunk []record.Start) ([]*record.Puzzle, error)
	// Close frees the resources of the engine, but does not close its connection.
	Close(ctx context.Context) error
}

// computed holds the results of an engine that computes outside of the database, until they are written.
type computed struct {
	conn    *database.Conn
	engine  string // as the audit names it
	results []record.Puzzle
}

func (r *computed) Save(ctx context.Context, run int64, chunk []record.Start) ([]*record.Puzzle, error) {
	if err := r.conn.DeletePreviousResult(ctx, chunk); err != nil {
		return nil, err
	}
	results := make([]*record.Puzzle, len(chunk))
	for i, s := range chunk {
		at := slices.IndexFunc(r.results, func(r record.Puzzle) bool { return r.PuzzleID == s.PuzzleID })
		results[i] = &r.results[at]
	}
	return results, r.conn.Write(ctx, run, r.engine, results)
}

// memoryEngine computes on bitmasks in memory.
type memoryEngine struct {
	computed
	*memory.Solver
}

func (e *memoryEngine) Compute(ctx context.Context, chunk []record.Start) (err error) {
	e.results, err = e.Continue(ctx, chunk)
	return err
}
