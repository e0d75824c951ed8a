package minimize

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
	"setdoku/solver/forcing"
	"setdoku/solver/proof"
	"setdoku/solver/solutions"
)

// judge proves the deductions of a puzzle.
type judge struct {
	ctx    context.Context
	prover *proof.Prover
	givens setdoku.State // without a move
	rules  map[string]origin
	all    catalogue.Catalogue // of sql/
}

// origin is a technique of a path.
type origin struct {
	builtIn     bool
	oneSolution bool // it may assume that the puzzle has exactly one solution
}

func newJudge(ctx context.Context, start *setdoku.State) (*judge, error) {
	all, err := catalogue.BuiltIn()
	return &judge{ctx, proof.New(), setdoku.State{Variant: start.Variant, Givens: start.Givens},
		make(map[string]origin), all}, err
}

// Prove proves every step of a path and its contradiction. The error names the first deduction that does not follow.
func Prove(ctx context.Context, p *setdoku.Path) error {
	j, err := newJudge(ctx, &p.Start)
	if err == nil {
		_, err = j.path(p, func(int, int, *board.Digits) {})
	}
	return err
}

// path proves every step of a path, and its contradiction. It calls each for every deduction that it has proved, and
// returns the boards before each step and after the last.
func (j *judge) path(p *setdoku.Path, each func(n, k int, at *board.Digits)) (starts []board.Digits, err error) {
	at := board.OfState(&p.Start)
	err = j.prover.Load(&p.Start)
	for n := range p.Steps {
		if err = errors.Join(err, j.ctx.Err()); err != nil {
			return nil, err
		}
		starts = append(starts, at)
		s := &p.Steps[n]
		for k := range s.Deductions {
			d := &s.Deductions[k]
			if err := j.deduction(&at, s.Rule, d); err != nil {
				return nil, fmt.Errorf("step %d, %s, pattern %d: %w", s.Number, s.Rule, d.Pattern, err)
			}
			each(n, k, &at)
		}
		for k := range s.Deductions {
			if !j.prover.Apply(&s.Deductions[k]) {
				err = fmt.Errorf("step %d, %s: two placements exclude each other", s.Number, s.Rule)
			}
		}
		apply(&at, s.Deductions)
	}
	if p.Contradiction != nil && j.solvable(at.State(j.givens.Givens)) {
		return nil, fmt.Errorf("the contradiction that %s %w", p.Contradiction, proof.ErrNotProved)
	}
	return append(starts, at), nil
}

// deduction proves a deduction at a board that the prover has loaded. Steps by hand need no proof. A deduction without
// evidence, such as that of a search or of a technique of a user, must hold in all solutions.
func (j *judge) deduction(at *board.Digits, name string, d *setdoku.Deduction) error {
	for _, c := range d.Changes() {
		if !j.prover.Live(c) {
			return fmt.Errorf("%d is not a candidate of cell %d", c.Digit, c.Cell)
		}
	}
	if name == setdoku.RuleManual {
		return nil
	}
	switch r := j.rule(name); {
	case len(d.Evidence) > 0:
		return j.prover.Prove(d, r.oneSolution && (r.builtIn || hasCorners(d)))
	case r.builtIn && name != setdoku.RuleSearch:
		return fmt.Errorf("a pattern without rows: %w", proof.ErrNotProved)
	}
	s := at.State(j.givens.Givens)
	for _, c := range d.Placements {
		i := c.Cell.Index()
		without := s
		if without.Deleted[i] |= setdoku.NewDigitSet(c.Digit); j.solvable(without) {
			return fmt.Errorf("%s %w", c.Placement(), proof.ErrNotProved)
		}
	}
	for _, c := range d.Eliminations {
		with := s
		if with.Placed[c.Cell.Index()] = c.Digit; j.solvable(with) {
			return fmt.Errorf("%s %w", c.Elimination(), proof.ErrNotProved)
		}
	}
	return nil
}

// solvable is solutions.Solvable. If the context ends, it is true: nothing is known then.
func (j *judge) solvable(s setdoku.State) bool {
	solvable, err := solutions.Solvable(j.ctx, s)
	return solvable || err != nil
}

func (j *judge) rule(name string) origin {
	r, known := j.rules[name]
	if !known {
		t, found := j.all.Rule(name)
		r.builtIn = found
		if t.AssumesUnique || !r.builtIn {
			r.oneSolution, _ = solutions.Proper(j.ctx, j.givens)
		}
		j.rules[name] = r
	}
	return r
}

// pattern describes a pattern of the whole path.
type pattern struct {
	cases    int      // number of cases that its proof has needed
	assumes  bool     // it has hypotheses
	refutes  bool     // it has refutations inside its hypotheses
	strict   bool     // trials read the reasons of these refutations too, which takes long and is seldom necessary
	premises premises // none if it has hypotheses, whose rows have reasons
	readings []reading
	least    map[set][]setdoku.Evidence // the rows that changes need
}

// reading says whether a pattern proves some placements and eliminations at a board.
type reading struct {
	changed set
	at      board.Digits
	holds   bool
}

// holds reports whether the pattern of a deduction of step n is an instance of its technique where the trial is, and
// proves the deduction. A pattern that holds with more
// candidates on the board also holds with fewer.
func (t *trail) holds(n int, d *setdoku.Deduction) bool {
	p, list := t.pattern(n, d), set{}.with(d.Changes())
	if t.ctx.Err() != nil || !p.premises.hold(&t.at) {
		return false
	}
	for i := range p.readings {
		switch r := &p.readings[i]; {
		case r.holds && list.within(&r.changed) && within(&t.at, &r.at):
			return true
		case !r.holds && r.changed.within(&list) && within(&r.at, &t.at):
			return false
		}
	}
	_, ok := t.rows(n, d, p.strict || !p.refutes)
	p.readings = append(p.readings, reading{list, t.at, ok})
	return ok
}

// makeStrict makes a pattern strict and forgets the boards at which it held before, except the first.
func (p *pattern) makeStrict() {
	p.strict = true
	p.readings = append(p.readings[:1], slices.DeleteFunc(p.readings[1:], func(r reading) bool { return r.holds })...)
}

// pattern returns the pattern of a deduction of step n.
func (t *trail) pattern(n int, d *setdoku.Deduction) *pattern {
	return &t.patterns[n][slices.IndexFunc(t.whole.Steps[n].Deductions,
		func(o setdoku.Deduction) bool { return o.Pattern == d.Pattern })]
}

// rows returns the rows of a deduction of step n that prove it where the trial is, and whether there are any: all rows
// of its pattern, or those of its hypotheses that the deduction needs. With refutations inside the hypotheses all rows
// must hold, because it takes too long to find out which of them matter. With explained, each row of hypotheses has a
// reason that can be explained.
func (t *trail) rows(n int, d *setdoku.Deduction, explained bool) (rows []setdoku.Evidence, ok bool) {
	p, s := t.pattern(n, d), t.at.State(t.givens.Givens)
	if t.prover.Load(&s) != nil {
		return nil, false
	}
	if p.assumes {
		t.prover.Limit(p.cases) // from a wrong assumption everything follows, if enough cases are tried
		defer t.prover.Limit(proof.CasesMost)
	}
	proves := func(d *setdoku.Deduction) bool {
		if t.deduction(&t.at, t.whole.Steps[n].Rule, d) != nil {
			return false
		}
		if !p.assumes || !explained || t.at == t.starts[n] {
			return true
		}
		_, err := forcing.Read(s, d.Evidence)
		return err == nil
	}
	if proves(d) {
		return d.Evidence, true
	}
	if !p.assumes || p.refutes {
		return nil, false
	}
	least := *d
	least.Evidence = t.least(n, d)
	return least.Evidence, proves(&least)
}

// least returns the rows that a deduction of step n needs in the whole path.
func (t *trail) least(n int, d *setdoku.Deduction) []setdoku.Evidence {
	p, key := t.pattern(n, d), set{}.with(d.Changes())
	if rows, known := p.least[key]; known {
		return rows
	}
	rows := d.Evidence
	if read, err := forcing.Read(t.starts[n].State(t.givens.Givens), rows); err == nil {
		rows = read.Needed(d.Eliminations).Rows()
		for i := range rows {
			rows[i].Step, rows[i].Pattern = d.Evidence[0].Step, d.Pattern
		}
	}
	if p.least == nil {
		p.least = make(map[set][]setdoku.Evidence)
	}
	p.least[key] = rows
	return rows
}

// hasCorners reports whether the pattern of a deduction shows a rectangle.
func hasCorners(d *setdoku.Deduction) bool {
	return slices.ContainsFunc(d.Evidence, func(e setdoku.Evidence) bool {
		class, _ := catalogue.ClassForRole(e.Role)
		return class == catalogue.ClassOpen || class == catalogue.ClassCorner
	})
}

func hasRole(d *setdoku.Deduction, role string) bool {
	return slices.ContainsFunc(d.Evidence, func(e setdoku.Evidence) bool { return e.Role == role })
}
