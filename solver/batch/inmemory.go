package batch

import (
	"context"

	"setdoku"
	"setdoku/internal/audit"
	"setdoku/internal/format"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

// InMemory solves puzzles without a database. It gives the same results as a database and stores nothing. Close closes the temporary
// database of techniques that have no finder in memory.
type InMemory struct {
	*pool
	previous int64 // number of puzzles of the previous calls
}

// NewInMemory prepares a run whose results have no paths. The error names a technique that cannot run in memory.
func NewInMemory(catalogue catalogue.Catalogue, opts driver.Options) (*InMemory, error) {
	opts.Audit = ""
	m, err := newPool(catalogue, opts)
	return &InMemory{pool: m}, err
}

// NewAudited prepares a run whose results have the rows that full audit keeps. Path makes a path of them.
func NewAudited(catalogue catalogue.Catalogue, opts driver.Options) (*InMemory, error) {
	opts.Audit = setdoku.AuditFull
	m, err := newPool(catalogue, opts)
	return &InMemory{pool: m}, err
}

// Solve solves the puzzles and returns a result for each, in order, without ids. The steps of each count from 1. Options.OnPass gets the
// position of a puzzle among all that were solved, from 1.
func (m *InMemory) Solve(ctx context.Context, puzzles []format.Puzzle) ([]audit.Result, error) {
	starts := make([]audit.Start, len(puzzles))
	for i := range puzzles {
		starts[i].PuzzleID, starts[i].State = m.previous+int64(i)+1, puzzles[i].State
	}
	m.previous += int64(len(puzzles))
	results, err := m.pool.solve(ctx, starts)
	for i := range results {
		results[i].PuzzleID = 0
	}
	return results, err
}

// Path returns the path of a puzzle from the result of Solve. The run must be audited.
func (m *InMemory) Path(p *format.Puzzle, r *audit.Result) (*setdoku.Path, error) {
	return m.path(p.State, r.Status, r.Rows, r.Contradiction)
}
