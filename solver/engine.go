package solver

import (
	"context"

	"setdoku/solver/memory"
	"setdoku/store"
)

// engine takes the puzzles of a chunk as far as its techniques go. It works in two parts: compute takes long and
// locks nothing, save is short and has the lock of the file.
type engine interface {
	// compute works out what the puzzles come to. It writes to temporary tables alone.
	compute(ctx context.Context, chunk []Work) error
	// began returns those puzzles of the chunk that were played by hand, as compute has read them.
	began() []store.Start
	// drop forgets what compute has worked out for some of the puzzles.
	drop(ctx context.Context, ids []int64) error
	// save writes what compute has worked out as a run, inside a transaction of the batch. It returns the results that
	// need not be read from the database.
	save(ctx context.Context, run int64) ([]*store.Result, error)
	// Close gives back what the engine holds, but not its connection.
	Close(ctx context.Context) error
}

// record is what an engine that computes outside of the database knows of a chunk until it is written.
type record struct {
	conn   *store.Conn
	starts []store.Start
	parts  []store.Outcomes
}

// read reads the puzzles of a chunk.
func (r *record) read(ctx context.Context, chunk []Work) error {
	ids, kept := make([]int64, len(chunk)), make([]int, len(chunk))
	for i, w := range chunk {
		ids[i], kept[i] = w.PuzzleID, w.Kept
	}
	return r.conn.Reading(ctx, func() (err error) {
		r.starts, err = r.conn.Starts(ctx, ids, kept)
		return err
	})
}

func (r *record) began() []store.Start { return played(r.starts) }

// played returns the puzzles that have steps by hand.
func played(starts []store.Start) (list []store.Start) {
	for _, s := range starts {
		if s.Kept > 0 {
			list = append(list, s)
		}
	}
	return list
}

func (r *record) drop(_ context.Context, ids []int64) error {
	gone := make(map[int64]bool, len(ids))
	for _, id := range ids {
		gone[id] = true
	}
	kept := r.starts[:0]
	for _, s := range r.starts {
		if !gone[s.PuzzleID] {
			kept = append(kept, s)
		}
	}
	r.starts = kept
	for i := range r.parts {
		r.parts[i].Drop(ids)
	}
	return nil
}

func (r *record) save(ctx context.Context, run int64) ([]*store.Result, error) {
	if err := r.conn.Forget(ctx, r.starts); err != nil {
		return nil, err
	}
	if err := r.conn.Write(ctx, run, r.parts); err != nil {
		return nil, err
	}
	var results []*store.Result
	for i := range r.parts {
		results = append(results, r.parts[i].Results...)
	}
	return results, nil
}

// memoryEngine computes on bitmasks in memory.
type memoryEngine struct {
	record
	*pool
}

func (e *memoryEngine) compute(ctx context.Context, chunk []Work) error {
	if err := e.read(ctx, chunk); err != nil {
		return err
	}
	if e.parts == nil {
		e.parts = make([]store.Outcomes, len(e.logics))
	}
	for i := range e.parts {
		e.parts[i].Reset()
	}
	return e.play(ctx, len(e.starts), func(i int) memory.Start {
		s := &e.starts[i]
		return memory.Start{ID: s.PuzzleID, Digits: s.Digits, Givens: &s.GivenDigits, Candidates: s.Candidates, Step: max(s.Kept, 0)}
	}, func(job, i int, o *memory.Outcome) {
		e.rows(&e.parts[job], &e.starts[i], o)
	})
}

func (e *memoryEngine) Close(ctx context.Context) error { return e.finders.close(ctx) }
