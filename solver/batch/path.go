package batch

import (
	"cmp"
	"context"
	"slices"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// PathStep is a step of a puzzle with its deductions, in the form that find returns.
type PathStep struct {
	Step       int
	Technique  setdoku.Technique
	Before     setdoku.State
	Deductions []setdoku.Deduction // by pattern, with sorted parts
}

// Path is the solution of a puzzle, step by step.
type Path struct {
	Steps         []PathStep
	Status        string
	Contradiction *setdoku.Contradiction // if Status is invalid
	End           setdoku.State
	Singles       []string // the singles that were selected
}

// Pathfinder solves puzzles in memory and keeps every step with its patterns. It is not safe for concurrent use.
type Pathfinder struct{ pool *pool }

// NewPathfinder uses the techniques and StopAtFirst of opts. The error names a technique that it does not know.
func NewPathfinder(catalogue catalogue.Catalogue, opts driver.Options) (*Pathfinder, error) {
	opts.Engine, opts.Audit, opts.Jobs, opts.OnPass = driver.EngineAuto, setdoku.AuditFull, 1, nil
	m, err := newPool(catalogue, opts)
	if err != nil {
		return nil, err
	}
	return &Pathfinder{m}, nil
}

// Close closes the temporary database of techniques that have no finder in memory.
func (f *Pathfinder) Close(ctx context.Context) error { return f.pool.finders.close(ctx) }

// Find solves a puzzle from a state and returns its steps. The first step has the number after+1.
func (f *Pathfinder) Find(ctx context.Context, state setdoku.State, after int) (*Path, error) {
	start := memory.Start{Digits: state.Filled(), Givens: &state.Givens, Step: after}
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
	p := &Path{Status: o.Status, Singles: []string{}}
	for _, t := range f.pool.opts.Techniques {
		if t.Family == "singles" {
			p.Singles = append(p.Singles, t.Name)
		}
	}
	for _, s := range o.Steps {
		t, _ := f.pool.opts.Techniques.Find(s.Rule)
		p.Steps = append(p.Steps, PathStep{Step: s.Step, Technique: t})
	}
	if err := p.deduce(o, after); err != nil {
		return nil, err
	}
	p.replay(state)
	if o.Status == setdoku.StatusInvalid {
		c := o.Contradiction
		p.Contradiction = &c
	}
	return p, ctx.Err()
}

// deduce adds the deductions to the steps, and the evidence to the deductions.
func (p *Path) deduce(o *memory.Outcome, after int) error {
	add := func(d *setdoku.Change, placement bool) {
		s := &p.Steps[d.Step-after-1]
		at := slices.IndexFunc(s.Deductions, func(k setdoku.Deduction) bool {
			return k.Pattern == d.Pattern
		})
		if at < 0 {
			at = len(s.Deductions)
			s.Deductions = append(s.Deductions, setdoku.Deduction{Technique: s.Technique.Name, Asked: s.Technique.Sized(), Pattern: d.Pattern})
		}
		if k := &s.Deductions[at]; placement {
			k.Placements = append(k.Placements, d.Candidate())
		} else {
			k.Eliminations = append(k.Eliminations, d.Candidate())
		}
	}
	for i := range o.Placements {
		add(&o.Placements[i], true)
	}
	for i := range o.Eliminations {
		add(&o.Eliminations[i], false)
	}
	for i := range p.Steps {
		s := &p.Steps[i]
		key, err := sqlfiles.KeyOf(&s.Technique)
		if err != nil {
			return err
		}
		slices.SortFunc(s.Deductions, func(a, b setdoku.Deduction) int { return cmp.Compare(a.Pattern, b.Pattern) })
		for k := range s.Deductions {
			d := &s.Deductions[k]
			sortCells(d.Placements)
			sortCells(d.Eliminations)
			d.Evidence = key.Decode(d.Pattern)
		}
	}
	for i := range o.Evidence {
		e := o.Evidence[i]
		s := &p.Steps[e.Step-after-1]
		e.Step = 0 // find returns step 0
		for k := range s.Deductions {
			if d := &s.Deductions[k]; d.Pattern == e.Pattern {
				d.Evidence = append(d.Evidence, e)
			}
		}
	}
	return nil
}

func sortCells(list []setdoku.Candidate) {
	slices.SortFunc(list, func(a, b setdoku.Candidate) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
	})
}

// replay sets the state before each step.
func (p *Path) replay(s setdoku.State) {
	for i := range p.Steps {
		p.Steps[i].Before = s
		for _, d := range p.Steps[i].Deductions {
			s = s.Apply(d)
		}
	}
	p.End = s
}

// Deductions returns the deductions of a stored step, one for each pattern. The placements of a search, and the changes of a
// step by hand, have no pattern and are one deduction.
func Deductions(h store.HistoryStep) []setdoku.Deduction {
	var list []setdoku.Deduction
	for _, k := range h.Deductions {
		at := slices.IndexFunc(list, func(d setdoku.Deduction) bool { return d.Pattern == k.Pattern })
		if at < 0 {
			at = len(list)
			list = append(list, setdoku.Deduction{Technique: h.Rule, Asked: h.Rule, Pattern: k.Pattern})
		}
		if d := &list[at]; k.Placement {
			d.Placements = append(d.Placements, k.Candidate)
		} else {
			d.Eliminations = append(d.Eliminations, k.Candidate)
		}
	}
	slices.SortStableFunc(list, func(a, b setdoku.Deduction) int { return cmp.Compare(a.Pattern, b.Pattern) })
	for i := range list {
		for _, e := range h.Evidence {
			if e.Pattern == list[i].Pattern {
				list[i].Evidence = append(list[i].Evidence, e)
			}
		}
	}
	return list
}
