package batch

import (
	"context"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	"setdoku/store"
)

// InMemory solves puzzles without a database. It gives the same results as a database and stores nothing.
type InMemory struct {
	pool   *pool
	before int64 // puzzles of the previous calls
}

// NewInMemory prepares a run. The error names a technique that cannot run in memory.
func NewInMemory(catalogue catalogue.Catalogue, opts driver.Options) (*InMemory, error) {
	opts.Audit = setdoku.AuditNone // nobody reads the patterns
	m, err := newPool(catalogue, opts)
	if err != nil {
		return nil, err
	}
	return &InMemory{pool: m}, nil
}

// Solve solves the puzzles and returns a result for each, in order, without ids. Options.OnPass gets the position of
// a puzzle among all that were solved, from 1.
func (m *InMemory) Solve(ctx context.Context, puzzles []format.Puzzle) ([]store.Result, error) {
	results := make([]store.Result, len(puzzles))
	err := m.run(ctx, puzzles, func(i int, r *store.Result, _ *memory.Outcome) { results[i] = *r })
	return results, err
}

// run solves the puzzles and calls done for each with its index, its result and its outcome. It calls done in any
// order and from several goroutines. The outcome is valid until done returns.
func (m *InMemory) run(ctx context.Context, puzzles []format.Puzzle, done func(int, *store.Result, *memory.Outcome)) error {
	starts := make([]store.Start, len(puzzles))
	defer func() { m.before += int64(len(puzzles)) }()
	return m.pool.play(ctx, len(puzzles), func(i int) memory.Start {
		state := &puzzles[i].State
		start := memory.Start{ID: m.before + int64(i) + 1, Digits: state.Filled(), Givens: &state.Givens}
		if !state.Plain() {
			marks := state.Candidates()
			start.Candidates = &marks
		}
		starts[i] = store.Start{Givens: state.Givens.String(), GivenDigits: state.Givens, Digits: start.Digits, Candidates: start.Candidates}
		return start
	}, func(job, i int, o *memory.Outcome) {
		done(i, m.pool.rate(job, &starts[i], o), o)
	})
}

// Close closes the temporary database of techniques that have no finder in memory.
func (m *InMemory) Close(ctx context.Context) error { return m.pool.finders.close(ctx) }
