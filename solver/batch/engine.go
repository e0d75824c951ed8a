package batch

import (
	"context"
	"slices"

	"setdoku/solver/driver"
	"setdoku/solver/memory"
	"setdoku/store"
)

// engine solves the puzzles of a chunk in two parts. Compute takes long and locks nothing. Save is short and needs
// the lock of the file.
type engine interface {
	// Compute solves the puzzles. It writes to temporary tables only.
	Compute(ctx context.Context, chunk []driver.Work) error
	// Played returns the puzzles of the chunk with steps by hand, as Compute has read them.
	Played() []store.Start
	// Drop discards the results of some puzzles.
	Drop(ctx context.Context, ids []int64) error
	// Save writes the results of Compute for a run, inside a transaction of the batch. It returns the results that
	// the caller need not read from the database.
	Save(ctx context.Context, run int64) ([]*store.Result, error)
	// Close frees the resources of the engine, but does not close its connection.
	Close(ctx context.Context) error
}

// record holds a chunk of an engine that computes outside of the database, until it is written.
type record struct {
	conn     *store.Conn
	engine   string // as the audit names it
	starts   []store.Start
	outcomes []store.Outcome // of starts, in their order
}

// read reads the puzzles of a chunk.
func (r *record) read(ctx context.Context, chunk []driver.Work) error {
	ids, kept := make([]int64, len(chunk)), make([]int, len(chunk))
	for i, w := range chunk {
		ids[i], kept[i] = w.PuzzleID, w.Kept
	}
	return r.conn.Reading(ctx, func() (err error) {
		r.starts, err = r.conn.Starts(ctx, ids, kept)
		return err
	})
}

func (r *record) Played() []store.Start { return driver.PlayedByHand(r.starts) }

func (r *record) Drop(_ context.Context, ids []int64) error {
	r.starts = slices.DeleteFunc(r.starts, func(s store.Start) bool { return slices.Contains(ids, s.PuzzleID) })
	r.outcomes = slices.DeleteFunc(r.outcomes, func(o store.Outcome) bool { return slices.Contains(ids, o.Result.PuzzleID) })
	return nil
}

func (r *record) Save(ctx context.Context, run int64) ([]*store.Result, error) {
	if err := r.conn.DeletePreviousResult(ctx, r.starts); err != nil {
		return nil, err
	}
	if err := r.conn.Write(ctx, run, r.engine, r.outcomes); err != nil {
		return nil, err
	}
	results := make([]*store.Result, len(r.outcomes))
	for i, o := range r.outcomes {
		results[i] = o.Result
	}
	return results, nil
}

// memoryEngine computes on bitmasks in memory.
type memoryEngine struct {
	record
	*pool
}

func (e *memoryEngine) Compute(ctx context.Context, chunk []driver.Work) error {
	if err := e.read(ctx, chunk); err != nil {
		return err
	}
	e.outcomes = make([]store.Outcome, len(e.starts))
	return e.play(ctx, len(e.starts), func(i int) memory.Start {
		s := &e.starts[i]
		return memory.Start{ID: s.PuzzleID, Digits: s.Digits, Givens: &s.GivenDigits, Candidates: s.Candidates, Step: max(s.Kept, 0)}
	}, func(job, i int, o *memory.Outcome) {
		e.outcomes[i] = e.outcome(job, &e.starts[i], o)
	})
}

func (e *memoryEngine) Close(ctx context.Context) error { return e.finders.close(ctx) }
