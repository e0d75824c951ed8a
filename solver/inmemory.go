package solver

import (
	"context"

	"setdoku/internal/format"
	"setdoku/internal/grid"
	"setdoku/solver/bitmask"
	"setdoku/store"
)

// InMemory solves puzzles without a database: the results are those that one would have, and
// nothing else is kept.
type InMemory struct {
	memory *memory
}

// NewInMemory prepares for a run. The error names a technique that memory has not.
func NewInMemory(catalogue Catalogue, opts Options) (*InMemory, error) {
	m, err := newMemory(catalogue, opts)
	if err != nil {
		return nil, err
	}
	return &InMemory{memory: m}, nil
}

// Solve solves the puzzles and returns a result for each, in order. They are not numbered.
func (m *InMemory) Solve(ctx context.Context, puzzles []format.Puzzle) ([]store.Result, error) {
	results := make([]store.Result, len(puzzles))
	err := m.memory.each(ctx, len(puzzles), func(l *bitmask.Logic, job, low, high int) {
		for i := low; i < high; i++ {
			state := &puzzles[i].State
			start := store.Start{Givens: state.Givens.String(), Digits: state.Filled()}
			var marks [grid.Size]grid.Marks
			if !state.Plain() {
				marks = state.Candidates()
				start.Candidates = &marks
			}
			o := l.Solve(&bitmask.Start{Digits: start.Digits, Candidates: start.Candidates})
			m.memory.count(job, o)
			r := &results[i]
			*r = *m.memory.rate(&start, o)
		}
	})
	return results, err
}

// Close does nothing; there is nothing to end.
func (m *InMemory) Close(context.Context) error { return nil }
