package memory

import (
	"context"
	"errors"
	"slices"

	"setdoku"
	"setdoku/internal/audit"
	sqlfiles "setdoku/sql"
)

// Find solves a puzzle from a state and returns its path. The solver must be a pathfinder.
func (m *Solver) Find(ctx context.Context, state setdoku.State) (p *setdoku.Path, err error) {
	start := newStart(&audit.Start{State: state})
	var fault error
	err = m.play(ctx, 1, func(int) Start { return start }, func(_, _ int, o *Outcome) {
		rows := o.Rows
		rows.Evidence = slices.Clone(o.Evidence) // the path keeps it
		p, fault = m.path(state, o.Status, rows, &o.Contradiction)
	})
	return p, errors.Join(err, fault)
}

// Path returns the path of a puzzle from its start and the result of Solve. The audit of the options must be full.
func (m *Solver) Path(start setdoku.State, r *audit.Result) (*setdoku.Path, error) {
	return m.path(start, r.Status, r.Rows, r.Contradiction)
}

// path returns the path of a puzzle that was solved with full audit. why counts only if the status is invalid.
func (m *Solver) path(start setdoku.State, status string, rows audit.Rows, why *setdoku.Contradiction) (*setdoku.Path,
	error) {
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
	p := r.Path(func(rule string, pattern int64) []setdoku.Evidence {
		return m.keys[rule].Decode(start.Board(), pattern)
	})
	p.Singles = []string{}
	for _, t := range m.opts.Techniques {
		if t.Single() {
			p.Singles = append(p.Singles, t.Name)
		}
	}
	return p, nil
}
