package setdoku

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Path is a solved path: a start, the steps that were made from it, and what they end in.
type Path struct {
	Start State // before the first step. Techniques that assume one solution count that of its givens
	// Steps are in order. Steps[0] is step 1. A shortened path has fewer, and they keep the numbers of the whole path.
	Steps         []Step
	Status        Status         // at the end
	Contradiction *Contradiction // why the puzzle has no solution, nil if it has one or nobody knows
	Singles       []string       // those of Singles that were selected, nil if that is unknown

	Live *[CellCount]DigitSet // the candidates at the end, nil if they follow from the steps
	// joints has the candidates, after steps before the last, that do not follow from the steps: Append keeps Live
	// there.
	joints map[int]*[CellCount]DigitSet
}

// Step is one step of a path: all that one technique proves in a state, or one move by hand.
type Step struct {
	Number     int         // 1, 2, ...; 0 for singles that a shortened path has found again
	Rule       string      // the name of the technique, RuleManual, or "" if the run stored nothing of the step
	Rounds     int         // of the hypotheses that prove a step of forcing, 0 for other techniques
	Deductions []Deduction // one for each pattern, by pattern
	// Missing is the number of placements and eliminations of the step that the run did not store. Audit level steps
	// keeps no eliminations.
	Missing int
}

// Position is a state of a path.
type Position struct {
	State State
	Known bool // whether the candidates are known; without, State has only the digits
}

var (
	// ErrNoStep is the error for a step that the puzzle does not have.
	ErrNoStep = errors.New("no such step")
	// ErrPathIncomplete is the error for a puzzle whose runs have not stored all steps, eliminations and patterns.
	ErrPathIncomplete = errors.New("the run did not store every step with its eliminations and patterns (see --audit)")
)

// String names the step with its placements and eliminations, such as "step 7, x_wing: r2c3<>5, r8c3<>5".
func (s *Step) String() string {
	var names []string
	for i := range s.Deductions {
		names = append(names, s.Deductions[i].Names()...)
	}
	return fmt.Sprintf("step %d, %s: %s", s.Number, s.Rule, strings.Join(names, ", "))
}

// Complete reports whether the path has everything that the step did, its patterns too.
func (s *Step) Complete() bool {
	return s.Rule != "" && s.Missing == 0 &&
		!slices.ContainsFunc(s.Deductions, func(d Deduction) bool { return !d.HasPattern() })
}

// Complete returns an error that wraps ErrPathIncomplete and names the first step that is not complete, or nil.
func (p *Path) Complete() error {
	for i := range p.Steps {
		if !p.Steps[i].Complete() {
			return fmt.Errorf("step %d: %w", i+1, ErrPathIncomplete)
		}
	}
	return nil
}

// Positions returns the positions before the first step and after each step: item n is the position after n steps.
func (p *Path) Positions() []Position {
	at := Position{p.Start, true}
	kept := true
	join := func(step int) {
		if live := p.joints[step]; live != nil {
			at.State.KeepOnly(live)
			kept = true
		}
	}
	join(0)
	list := []Position{at}
	for i := range p.Steps {
		s := &p.Steps[i]
		at.State = at.State.After(s.Deductions)
		kept = kept && s.Rule != "" && s.Missing == 0
		join(i + 1)
		filled := at.State.Filled()
		at.Known = kept || !slices.Contains(filled[:], 0)
		list = append(list, at)
	}
	if p.Live != nil {
		last := &list[len(list)-1]
		last.State.KeepOnly(p.Live)
		last.Known = true
	}
	for i := range list {
		if !list[i].Known {
			list[i].State.Deleted = [CellCount]DigitSet{}
		}
	}
	return list
}

// At returns the position after a step. 0 is the start. The error wraps ErrNoStep.
func (p *Path) At(step int) (Position, error) {
	if step < 0 || step > len(p.Steps) {
		return Position{}, fmt.Errorf("step %d: %w, its steps are 0 to %d", step, ErrNoStep, len(p.Steps))
	}
	return p.Positions()[step], nil
}

// End returns the position after the last step.
func (p *Path) End() Position { return p.Positions()[len(p.Steps)] }

// Append adds the steps of a path that begins where p ends. It then ends as that path does.
func (p *Path) Append(more *Path) {
	n := len(p.Steps)
	if p.Live != nil {
		if p.joints == nil {
			p.joints = make(map[int]*[CellCount]DigitSet)
		}
		p.joints[n] = p.Live
	}
	for _, s := range more.Steps {
		s.Number += n
		p.Steps = append(p.Steps, s)
	}
	if p.Status, p.Contradiction, p.Live = more.Status, more.Contradiction, more.Live; p.Contradiction != nil {
		c := *p.Contradiction
		c.Step += n
		p.Contradiction = &c
	}
	if len(p.Singles) == 0 {
		p.Singles = more.Singles
	}
}
