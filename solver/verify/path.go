package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// Path is a solution path: a start and the steps that were made from it. Verify can prove it without a database.
type Path struct {
	// Start is the puzzle before the first step. Techniques that assume one solution count that of its givens.
	Start setdoku.State
	Steps []PathStep
	// Contradiction is what the path ends in, or nil. Its Step is not read.
	Contradiction *setdoku.Contradiction
}

// PathStep is a step of a path.
type PathStep struct {
	Step int    // number in the audit
	Rule string // name of the technique, or manual
	// Deductions are all that the step does, one deduction for each pattern.
	Deductions []setdoku.Deduction
}

// PathError names the first deduction of a path that does not hold.
type PathError struct {
	Step      int // number in the audit
	Deduction setdoku.Deduction
	Problem   string
}

// Error returns the step, the rule and what is wrong.
func (e *PathError) Error() string {
	return fmt.Sprintf("step %d, %s, pattern %d: %s", e.Step, e.Deduction.Technique, e.Deduction.Pattern, e.Problem)
}

// Prove checks that every deduction of the path follows from its pattern in the state that the earlier steps of the
// path leave, and that the path ends in its contradiction. It does not check that a step has everything that its
// technique finds. The error is a *PathError.
func (p *Path) Prove() error {
	in, err := p.proved()
	if err != nil {
		return err
	}
	if c := p.Contradiction; c != nil && !in.p.contradicts(c) {
		return &PathError{Problem: fmt.Sprintf("the path does not end in the contradiction that %s", c)}
	}
	return nil
}

// proved returns the end of the path. It proves every step.
func (p *Path) proved() (*pathState, error) {
	in := newPathState(p.Start)
	for n := range p.Steps {
		if err := in.step(&p.Steps[n]); err != nil {
			return nil, err
		}
	}
	return in, nil
}

// pathState is the state that a path has reached.
type pathState struct {
	p  position
	in situation // about p; it keeps whether the givens have exactly one solution
}

func newPathState(s setdoku.State) *pathState {
	in := &pathState{p: *newPosition(s)}
	in.in = situation{p: &in.p, givens: s.Givens}
	return in
}

// step proves a step and applies it.
func (in *pathState) step(s *PathStep) error {
	for k := range s.Deductions {
		d := &s.Deductions[k]
		list := conclusions(d)
		if problem := in.possible(list); problem != "" {
			return &PathError{s.Step, *d, problem}
		}
		if s.Rule == setdoku.RuleManual {
			continue
		}
		r := ruleOf(s.Rule)
		if err := r.proves(&in.in, d.Evidence, list); err != nil {
			return &PathError{s.Step, *d, err.Error()}
		}
	}
	in.apply(s)
	return nil
}

// possible returns what is wrong with conclusions about candidates that are not live, or "".
func (in *pathState) possible(list []Conclusion) string {
	for _, c := range list {
		if !exists(c.Cell, c.Digit) {
			return fmt.Sprintf("there is no cell %d with digit %d", c.Cell, c.Digit)
		}
		if !in.p.live(c) {
			return fmt.Sprintf("%d is no candidate of %s", c.Digit, setdoku.CellName(setdoku.CellIndex(c.Cell)))
		}
	}
	return ""
}

// apply carries out the deductions of a step.
func (in *pathState) apply(s *PathStep) {
	for k := range s.Deductions {
		in.p.apply(conclusions(&s.Deductions[k]))
	}
}

// live reports whether a conclusion is about a candidate of p.
func (p *position) live(c Conclusion) bool { return p.marks[setdoku.CellIndex(c.Cell)].Has(c.Digit) }

// contradicts reports whether a contradiction is one of p: a cell or a unit without a candidate, or a cell or a unit
// that two singles claim. For a search that found no solution, p must have none.
func (p *position) contradicts(c *setdoku.Contradiction) bool {
	switch c.Kind {
	case "no_candidate", "two_digits":
		return p.endsInCell(setdoku.CellIndex(c.Cell)) == nil
	case "no_place", "two_places":
		return p.endsInUnit(c.Unit-1, c.Digit) == nil
	}
	n, _ := p.solutions()
	return n == 0
}

// conclusions returns what a deduction places and eliminates.
func conclusions(d *setdoku.Deduction) []Conclusion {
	list := make([]Conclusion, 0, len(d.Placements)+len(d.Eliminations))
	for _, c := range d.Placements {
		list = append(list, Conclusion{true, c.Cell, c.Digit, d.Pattern})
	}
	for _, c := range d.Eliminations {
		list = append(list, Conclusion{false, c.Cell, c.Digit, d.Pattern})
	}
	return list
}

// proves checks that the rows of a pattern prove the conclusions.
func (r *rule) proves(s *situation, rows []setdoku.Evidence, list []Conclusion) error {
	if len(rows) > 0 {
		proof, err := r.proofOf(s, rows)
		if err != nil {
			return err
		}
		if i := slices.IndexFunc(list, func(d Conclusion) bool { return !proof.decides(d) }); i >= 0 {
			return doesNotFollow(list[i])
		}
		if !r.namesOnly {
			return nil
		}
	}
	switch {
	case r.find != nil && (len(rows) > 0 || r.rowsOptional):
		found := r.deductions(s.p)
		for _, d := range list {
			if !slices.ContainsFunc(found, func(f Conclusion) bool {
				return f.Placement == d.Placement && f.Cell == d.Cell && f.Digit == d.Digit
			}) {
				return doesNotFollow(d)
			}
		}
		return nil
	case r.userDefined:
		if i := slices.IndexFunc(list, func(d Conclusion) bool { return !s.p.sound(d) }); i >= 0 {
			return fmt.Errorf("%s contradicts a solution", list[i].name())
		}
		return nil
	}
	return fmt.Errorf("the pattern has no rows")
}

func doesNotFollow(d Conclusion) error { return fmt.Errorf("%s does not follow", d.name()) }

// name returns r4c5=7 or r4c5<>7.
func (d Conclusion) name() string {
	c := setdoku.Candidate{Cell: d.Cell, Digit: d.Digit}
	if d.Placement {
		return c.Placement()
	}
	return c.Elimination()
}
