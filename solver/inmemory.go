package solver

import (
	"context"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/store"
)

// InMemory solves puzzles without a database: the results are those that one would have, and
// nothing else is kept.
type InMemory struct {
	pool   *pool
	before int64 // puzzles of the calls before, for the numbers of the next
}

// NewInMemory prepares for a run. The error names a technique that memory has not.
func NewInMemory(catalogue Catalogue, opts Options) (*InMemory, error) {
	opts.Audit = setdoku.AuditNone // patterns that nobody keeps need not be explained
	m, err := newPool(catalogue, opts)
	if err != nil {
		return nil, err
	}
	return &InMemory{pool: m}, nil
}

// Solve solves the puzzles and returns a result for each, in order. They are not numbered; Options.OnPass is told the
// place of a puzzle among all that were solved, from 1.
func (m *InMemory) Solve(ctx context.Context, puzzles []format.Puzzle) ([]store.Result, error) {
	results := make([]store.Result, len(puzzles))
	err := m.run(ctx, puzzles, func(i int, r *store.Result, _ *memory.Outcome) { results[i] = *r })
	return results, err
}

// run solves the puzzles and calls done for each, in no order and from several goroutines, with its index,
// what it has come to, and how. The last is good until done returns.
func (m *InMemory) run(ctx context.Context, puzzles []format.Puzzle, done func(int, *store.Result, *memory.Outcome)) error {
	starts := make([]store.Start, len(puzzles))
	defer func() { m.before += int64(len(puzzles)) }()
	return m.pool.play(ctx, len(puzzles), func(i int) memory.Start {
		state := &puzzles[i].State
		starts[i] = store.Start{Givens: state.Givens.String()}
		start := memory.Start{ID: m.before + int64(i) + 1, Digits: state.Filled(), Givens: &state.Givens}
		if !state.Plain() {
			marks := state.Candidates()
			start.Candidates = &marks
		}
		return start
	}, func(_, i int, o *memory.Outcome) {
		done(i, m.pool.rate(&starts[i], o), o)
	})
}

// Close gives back what techniques needed that are known as statements alone.
func (m *InMemory) Close(ctx context.Context) error { return m.pool.finders.close(ctx) }
