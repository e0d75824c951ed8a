package batch

import (
	"context"
	"errors"
	"slices"

	"setdoku"
	"setdoku/internal/audit"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
)

// Pathfinder solves puzzles in memory and keeps every step with its patterns. It is not safe for concurrent use. Close closes the
// temporary database of techniques that have no finder in memory.
type Pathfinder struct{ *pool }

// NewPathfinder uses the techniques and StopAtFirst of opts. The error names a technique that it does not know.
func NewPathfinder(catalogue catalogue.Catalogue, opts driver.Options) (*Pathfinder, error) {
	opts.Engine, opts.Audit, opts.Jobs, opts.OnPass = driver.EngineAuto, setdoku.AuditFull, 1, nil
	pool, err := newPool(catalogue, opts)
	return &Pathfinder{pool}, err
}

// Find solves a puzzle from a state and returns its path.
func (f *Pathfinder) Find(ctx context.Context, state setdoku.State) (p *setdoku.Path, err error) {
	start := memoryStart(&audit.Start{State: state})
	var fault error
	err = f.play(ctx, 1, func(int) memory.Start { return start }, func(_, _ int, o *memory.Outcome) {
		rows := o.Rows
		rows.Evidence = slices.Clone(o.Evidence) // the path keeps it
		p, fault = f.path(state, o.Status, rows, &o.Contradiction)
	})
	return p, errors.Join(err, fault)
}

// path returns the path of a puzzle that was solved with full audit. why counts only if the status is invalid.
func (m *pool) path(start setdoku.State, status string, rows audit.Rows, why *setdoku.Contradiction) (*setdoku.Path, error) {
	if m.keys == nil {
		m.keys = make(map[string]*sqlfiles.Key)
		for i := range m.opts.Techniques {
			t := &m.opts.Techniques[i]
			var err error
			if m.keys[t.Name], err = sqlfiles.KeyOf(t); err != nil {
				return nil, err
			}
		}
	}
	r := audit.Record{Start: start, Status: status, Steps: len(rows.StepRows), Rows: rows, StoredEvidence: true}
	if status == setdoku.StatusInvalid {
		r.Contradictions = []setdoku.Contradiction{*why}
	}
	p := r.Path(func(rule string, pattern int64) []setdoku.Evidence { return m.keys[rule].Decode(pattern) })
	p.Singles = []string{}
	for _, t := range m.opts.Techniques {
		if t.Single() {
			p.Singles = append(p.Singles, t.Name)
		}
	}
	return p, nil
}
