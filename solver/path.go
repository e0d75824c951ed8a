package solver

import (
	"cmp"
	"context"
	"slices"

	"setdoku/internal/grid"
	"setdoku/solver/bitmask"
	"setdoku/store"
)

// PathStep is a step of a puzzle with all it deduces, as find would tell it.
type PathStep struct {
	Step       int
	Technique  Technique
	Before     grid.State
	Deductions []Deduction // by pattern, their parts in order
}

// Path is what became of a puzzle in memory, step by step.
type Path struct {
	Steps         []PathStep
	Status        string
	Contradiction *store.Contradiction // when Status is invalid
	End           grid.State
}

// Pathfinder takes puzzles through their steps in memory and keeps the patterns of all deductions. It is not safe for
// concurrent use.
type Pathfinder struct{ memory *memory }

// NewPathfinder prepares for the techniques and StopAtFirst of opts. The error names a technique that memory has not.
func NewPathfinder(catalogue Catalogue, opts Options) (*Pathfinder, error) {
	opts.Engine, opts.Audit, opts.Jobs, opts.OnPass = EngineAuto, AuditFull, 1, nil
	m, err := newMemory(catalogue, opts)
	if err != nil {
		return nil, err
	}
	return &Pathfinder{m}, nil
}

// Close gives back what techniques needed that are known as statements alone.
func (f *Pathfinder) Close(ctx context.Context) error { return f.memory.foreign.close(ctx) }

// Find returns the steps of a puzzle from a state on; the first has the number after+1.
func (f *Pathfinder) Find(ctx context.Context, state grid.State, after int) (*Path, error) {
	start := bitmask.Start{Digits: state.Filled(), Givens: &state.Givens, Step: after}
	if !state.Plain() {
		marks := state.Candidates()
		start.Candidates = &marks
	}
	o := f.memory.logics[0].Solve(&start)
	if o.Status == bitmask.Waits {
		j := newJourney(start, o)
		if err := f.memory.travel(ctx, []*journey{j}); err != nil {
			return nil, err
		}
		o = &j.outcome
	}
	p := &Path{Status: o.Status}
	for k, s := range o.Steps {
		p.Steps = append(p.Steps, PathStep{Step: after + 1 + k, Technique: f.memory.opts.Techniques[s.Technique]})
	}
	p.deduce(o, after)
	p.replay(state)
	if o.Status == bitmask.Invalid {
		p.Contradiction = contradictionOf(&o.Contradiction)
	}
	return p, ctx.Err()
}

// deduce gives the steps their deductions and those their evidence.
func (p *Path) deduce(o *bitmask.Outcome, after int) {
	add := func(d *bitmask.Deduction, placement bool) {
		s := &p.Steps[d.Step-after-1]
		at := slices.IndexFunc(s.Deductions, func(k Deduction) bool {
			return k.Pattern == d.Pattern
		})
		if at < 0 {
			at = len(s.Deductions)
			s.Deductions = append(s.Deductions, Deduction{Technique: s.Technique.Name, Asked: s.Technique.Asked(), Pattern: d.Pattern})
		}
		c := CellDigit{Cell: grid.Number(d.Cell), Digit: int(d.Digit)}
		if k := &s.Deductions[at]; placement {
			k.Placements = append(k.Placements, c)
		} else {
			k.Eliminations = append(k.Eliminations, c)
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
		slices.SortFunc(s.Deductions, func(a, b Deduction) int { return cmp.Compare(a.Pattern, b.Pattern) })
		for k := range s.Deductions {
			d := &s.Deductions[k]
			sortCells(d.Placements)
			sortCells(d.Eliminations)
			d.Evidence = patternParts(s.Technique.File, d.Pattern)
		}
	}
	for i := range o.Evidence {
		e := &o.Evidence[i]
		for k := range p.Steps[e.Step-after-1].Deductions {
			if d := &p.Steps[e.Step-after-1].Deductions[k]; d.Pattern == e.Pattern {
				d.Evidence = append(d.Evidence, evidenceOf(e))
			}
		}
	}
}

func sortCells(list []CellDigit) {
	slices.SortFunc(list, func(a, b CellDigit) int { return (a.Cell-b.Cell)*10 + a.Digit - b.Digit })
}

// replay gives every step the state before it.
func (p *Path) replay(s grid.State) {
	for i := range p.Steps {
		p.Steps[i].Before = s
		for _, d := range p.Steps[i].Deductions {
			s = d.Apply(s)
		}
	}
	p.End = s
}

// Apply returns the state after the deduction.
func (d Deduction) Apply(s grid.State) grid.State {
	live := s.Candidates()
	for _, c := range d.Placements {
		s.Placed[grid.Index(c.Cell)] = uint8(c.Digit)
	}
	for _, c := range d.Eliminations {
		live[grid.Index(c.Cell)] &^= grid.Mark(uint8(c.Digit))
	}
	s.KeepOnly(&live)
	return s
}

func evidenceOf(e *bitmask.Evidence) store.Evidence {
	out := store.Evidence{Pattern: e.Pattern, Ordinal: e.Ordinal, Role: e.Role}
	if e.Cell >= 0 {
		out.Cell = number(grid.Number(e.Cell))
	}
	if e.Digit > 0 {
		out.Digit = number(int(e.Digit))
	}
	if e.UnitNo > 0 {
		setUnit(&out, e.UnitNo)
	}
	return out
}

func number(n int) *int { return &n }

// setUnit names a unit by its number 1..27.
func setUnit(e *store.Evidence, unitNo int) {
	kind := grid.UnitTypes[(unitNo-1)/9]
	e.UnitType, e.Unit = &kind, number((unitNo-1)%9+1)
}

func contradictionOf(c *bitmask.Contradiction) *store.Contradiction {
	out := &store.Contradiction{Step: c.Step, Kind: c.Kind}
	if c.Cell >= 0 {
		out.Cell = number(grid.Number(c.Cell))
	}
	if c.Digit > 0 {
		out.Digit = number(int(c.Digit))
	}
	if c.UnitNo > 0 {
		kind := grid.UnitTypes[(c.UnitNo-1)/9]
		out.UnitType, out.Unit = &kind, number((c.UnitNo-1)%9+1)
	}
	return out
}

// PatternKept reports whether the pattern of the deduction is known. What has no pattern, a search or a move by hand,
// has lost none.
func (d Deduction) PatternKept() bool {
	return d.Pattern != 0 || len(d.Evidence) > 0 || !store.HasPatterns(d.Technique)
}

// Deductions are those of a step that a database has kept, as find would tell them: what one pattern proves is one. The
// placements of a search, and what was done by hand, have no pattern and are one too.
func Deductions(h store.HistoryStep) []Deduction {
	var list []Deduction
	for _, k := range h.Deductions {
		at := slices.IndexFunc(list, func(d Deduction) bool { return d.Pattern == k.Pattern })
		if at < 0 {
			at = len(list)
			list = append(list, Deduction{Technique: h.Rule, Asked: h.Rule, Pattern: k.Pattern})
		}
		c := CellDigit{Cell: k.Cell, Digit: k.Digit}
		if d := &list[at]; k.Placement {
			d.Placements = append(d.Placements, c)
		} else {
			d.Eliminations = append(d.Eliminations, c)
		}
	}
	slices.SortStableFunc(list, func(a, b Deduction) int { return cmp.Compare(a.Pattern, b.Pattern) })
	for i := range list {
		for _, e := range h.Evidence {
			if e.Pattern == list[i].Pattern {
				list[i].Evidence = append(list[i].Evidence, e)
			}
		}
	}
	return list
}
