package memory

import (
	"context"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store/record"
)

// Find solves a puzzle from a state and returns its path. The solver must be a pathfinder.
func (m *Solver) Find(ctx context.Context, state setdoku.State) (*setdoku.Path, error) {
	p := &record.Puzzle{Start: state}
	if err := m.play(ctx, []*record.Puzzle{p}, func(int, *record.Puzzle) {}); err != nil {
		return nil, err
	}
	return m.path(p)
}

// Path returns the path of a puzzle from its start and the result of Solve. The audit of the options must be full.
func (m *Solver) Path(start setdoku.State, r *record.Puzzle) (*setdoku.Path, error) {
	return m.path(&record.Puzzle{Start: start, Rating: r.Rating, Rows: r.Rows, Contradictions: r.Contradictions})
}

// path returns the path of a puzzle that was solved with full audit.
func (m *Solver) path(r *record.Puzzle) (*setdoku.Path, error) {
	if m.keys == nil {
		m.keys = make(map[string]*catalogue.Key)
		for i := range m.opts.Techniques {
			t := &m.opts.Techniques[i]
			var err error
			if m.keys[t.Name], err = catalogue.ParseKey(t); err != nil {
				return nil, err
			}
		}
	}
	r.Steps, r.StoredEvidence = len(r.StepRows), true
	p := r.Path(func(rule string, pattern int64) []setdoku.Evidence {
		return m.keys[rule].Decode(r.Start.Board(), pattern)
	})
	p.Singles = []string{}
	for _, t := range m.opts.Techniques {
		if t.Single() {
			p.Singles = append(p.Singles, t.Name)
		}
	}
	return p, nil
}
