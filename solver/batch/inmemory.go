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
	return newInMemory(catalogue, opts)
}

// NewAudited prepares a run whose outcomes have everything that full audit stores, see Outcomes.
func NewAudited(catalogue catalogue.Catalogue, opts driver.Options) (*InMemory, error) {
	opts.Audit = setdoku.AuditFull
	return newInMemory(catalogue, opts)
}

func newInMemory(catalogue catalogue.Catalogue, opts driver.Options) (*InMemory, error) {
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
	err := m.run(ctx, puzzles, func(job, i int, s *store.Start, o *memory.Outcome) { results[i] = *m.pool.rate(job, s, o) })
	return results, err
}

// Outcomes solves the puzzles and returns what a database would store of each, in order, without ids. Their steps count from 1.
func (m *InMemory) Outcomes(ctx context.Context, puzzles []format.Puzzle) ([]store.Outcome, error) {
	outcomes := make([]store.Outcome, len(puzzles))
	err := m.run(ctx, puzzles, func(job, i int, s *store.Start, o *memory.Outcome) { outcomes[i] = m.pool.outcome(job, s, o) })
	return outcomes, err
}

// run solves the puzzles and calls done for each with the job, its index, its start and its outcome. It calls done in any
// order and from several goroutines. The outcome is valid until done returns.
func (m *InMemory) run(ctx context.Context, puzzles []format.Puzzle, done func(job, i int, s *store.Start, o *memory.Outcome)) error {
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
		done(job, i, &starts[i], o)
	})
}

// Close closes the temporary database of techniques that have no finder in memory.
func (m *InMemory) Close(ctx context.Context) error { return m.pool.finders.close(ctx) }
