package batch

import (
	"context"
	"slices"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
)

// Pathfinder solves puzzles in memory and keeps every step with its patterns. It is not safe for concurrent use.
type Pathfinder struct {
	pool *pool
	keys map[string]*sqlfiles.Key // of the techniques, by name
}

// NewPathfinder uses the techniques and StopAtFirst of opts. The error names a technique that it does not know.
func NewPathfinder(catalogue catalogue.Catalogue, opts driver.Options) (*Pathfinder, error) {
	opts.Engine, opts.Audit, opts.Jobs, opts.OnPass = driver.EngineAuto, setdoku.AuditFull, 1, nil
	f := &Pathfinder{keys: make(map[string]*sqlfiles.Key)}
	for i := range opts.Techniques {
		t := &opts.Techniques[i]
		var err error
		if f.keys[t.Name], err = sqlfiles.KeyOf(t); err != nil {
			return nil, err
		}
	}
	var err error
	f.pool, err = newPool(catalogue, opts)
	return f, err
}

// Close closes the temporary database of techniques that have no finder in memory.
func (f *Pathfinder) Close(ctx context.Context) error { return f.pool.finders.close(ctx) }

// Find solves a puzzle from a state and returns its path.
func (f *Pathfinder) Find(ctx context.Context, state setdoku.State) (*setdoku.Path, error) {
	start := memory.Start{Digits: state.Filled(), Givens: &state.Givens}
	if !state.Plain() {
		marks := state.Candidates()
		start.Candidates = &marks
	}
	o := f.pool.logics[0].Solve(&start)
	if o.Status == memory.StatusWaiting {
		j := newWaitingPuzzle(start, o)
		if err := f.pool.solveWaiting(ctx, []*waitingPuzzle{j}); err != nil {
			return nil, err
		}
		o = &j.outcome
	}
	r := setdoku.Record{Start: state, Status: o.Status, Steps: len(o.StepRows), Rows: o.Rows, StoredEvidence: true}
	r.Evidence = slices.Clone(o.Evidence) // the path keeps it
	if o.Status == setdoku.StatusInvalid {
		r.Contradictions = []setdoku.Contradiction{o.Contradiction}
	}
	p := r.Path(func(rule string, pattern int64) []setdoku.Evidence { return f.keys[rule].Decode(pattern) })
	p.Singles = []string{}
	for _, t := range f.pool.opts.Techniques {
		if t.Single() {
			p.Singles = append(p.Singles, t.Name)
		}
	}
	return p, ctx.Err()
}
