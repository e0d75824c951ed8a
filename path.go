package setdoku

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Path is a solved path: a start, the steps that were made from it, and what they end in.
type Path struct {
	Start State // before the first step. Techniques that assume one solution count that of its givens
	// Steps are in order. Steps[0] is step 1. A shortened path has fewer, and they keep the numbers of the whole path.
	Steps         []Step
	Status        string         // at the end, one of the constants Status...
	Contradiction *Contradiction // why the puzzle has no solution, nil if it has one or nobody knows
	Singles       []string       // those of Singles that were selected, nil if that is unknown

	Live *[CellCount]DigitSet // the candidates at the end, nil if they follow from the steps
	// Joints has the candidates, after steps before the last, that do not follow from the steps: Append keeps Live there.
	Joints map[int]*[CellCount]DigitSet
}

// Step is one step of a path: all that one technique proves in a state, or one move by hand.
type Step struct {
	// StepRow has the number of the step, 0 for singles that a shortened path has found again. The rule is "" if the run kept
	// nothing of the step. It counts all placements and eliminations, kept or not.
	StepRow
	Deductions []Deduction // one for each pattern, by pattern
}

// Position is a state of a path.
type Position struct {
	State State
	Known bool // whether the candidates are known; without, State has only the digits
}

// StepsMost is the greatest number of steps that a puzzle can have: each takes a candidate away, but a search that finds several
// solutions does not.
const StepsMost = CellCount*9 + 1

var (
	// ErrNoStep is the error for a step that the puzzle does not have.
	ErrNoStep = errors.New("no such step")
	// ErrPathNotKept is the error for a puzzle whose runs have not kept all steps, eliminations and patterns.
	ErrPathNotKept = errors.New("the run did not keep every step with its eliminations and patterns (see --audit)")
)

// NewStep returns a step that was made completely.
func NewStep(number int, rule string, deductions ...Deduction) Step {
	s := Step{StepRow{Step: number, Rule: rule}, deductions}
	s.Placements, s.Eliminations = s.stored()
	return s
}

// stored counts the placements and eliminations of the deductions.
func (s *Step) stored() (placements, eliminations int) {
	for i := range s.Deductions {
		placements += len(s.Deductions[i].Placements)
		eliminations += len(s.Deductions[i].Eliminations)
	}
	return placements, eliminations
}

// Missing returns how many placements and eliminations of the step were not kept. Audit level steps keeps no eliminations.
func (s *Step) Missing() int {
	placements, eliminations := s.stored()
	return s.Placements + s.Eliminations - placements - eliminations
}

// Kept reports whether everything was kept of the step, its patterns too.
func (s *Step) Kept() bool {
	return s.Rule != "" && s.Missing() == 0 && !slices.ContainsFunc(s.Deductions, func(d Deduction) bool { return !d.PatternKept() })
}

// Changes returns the placements and the eliminations of the step, by cell and digit.
func (s *Step) Changes() (placements, eliminations []Change) {
	of := func(list []Change, d *Deduction, changed []Candidate) []Change {
		for _, c := range changed {
			list = append(list, Change{s.Step, c.Cell, c.Digit, s.Rule, d.Pattern})
		}
		return list
	}
	for i := range s.Deductions {
		d := &s.Deductions[i]
		placements, eliminations = of(placements, d, d.Placements), of(eliminations, d, d.Eliminations)
	}
	for _, list := range [][]Change{placements, eliminations} {
		slices.SortFunc(list, func(a, b Change) int { return cmp.Or(a.Cell-b.Cell, int(a.Digit)-int(b.Digit)) })
	}
	return placements, eliminations
}

// Kept returns an error that wraps ErrPathNotKept and names the first step of which not everything was kept, or nil.
func (p *Path) Kept() error {
	for i := range p.Steps {
		if !p.Steps[i].Kept() {
			return fmt.Errorf("step %d: %w", i+1, ErrPathNotKept)
		}
	}
	return nil
}

// Positions returns the positions before the first step and after each step: item n is the position after n steps.
func (p *Path) Positions() []Position {
	at := Position{p.Start, true}
	kept := true
	join := func(step int) {
		if live := p.Joints[step]; live != nil {
			at.State.KeepOnly(live)
			kept = true
		}
	}
	join(0)
	list := []Position{at}
	for i := range p.Steps {
		s := &p.Steps[i]
		at.State = at.State.After(s.Deductions)
		kept = kept && s.Rule != "" && s.Missing() == 0
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
		if p.Joints == nil {
			p.Joints = make(map[int]*[CellCount]DigitSet)
		}
		p.Joints[n] = p.Live
	}
	for _, s := range more.Steps {
		s.Step += n
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

// Path returns the path that the record states, as far as its rows were kept. It proves nothing. It sorts the rows of the record by
// step. Of a damaged record with too many steps it has the first StepsMost. decode returns the parts of a pattern of a technique
// that follow from the pattern's integer; it is called if the record has only stored evidence.
func (r *Record) Path(decode func(rule string, pattern int64) []Evidence) *Path {
	p := &Path{Start: r.Start, Status: r.Status}
	if !r.StoredEvidence {
		decode = func(string, int64) []Evidence { return nil }
	}
	// A row by hand without a step, which no trigger has completed, counts as part of the start.
	for _, c := range r.Placements {
		if c.Step < 0 && ValidCell(c.Cell) && c.Digit >= 1 && c.Digit <= 9 && p.Start.Filled()[CellIndex(c.Cell)] == 0 {
			p.Start.Placed[CellIndex(c.Cell)] = c.Digit
		}
	}
	for _, c := range r.Eliminations {
		if c.Step < 0 && ValidCell(c.Cell) && c.Digit >= 1 && c.Digit <= 9 {
			p.Start.Deleted[CellIndex(c.Cell)] |= SetOf(c.Digit)
		}
	}
	p.Steps = r.steps(min(max(r.Steps, 0), StepsMost), decode)
	if r.Status == StatusInvalid && len(r.Contradictions) > 0 {
		c := r.Contradictions[0]
		p.Contradiction = &c
	}
	if Unfinished(r.Status) && len(r.Candidates) > 0 {
		p.Live = new([CellCount]DigitSet)
		for _, c := range r.Candidates {
			if ValidCell(c.Cell) && c.Digit >= 1 && c.Digit <= 9 {
				p.Live[CellIndex(c.Cell)] |= SetOf(c.Digit)
			}
		}
	}
	return p
}

// steps returns the steps 1 to last.
func (r *Rows) steps(last int, decode func(rule string, pattern int64) []Evidence) []Step {
	list := make([]Step, last)
	byPattern := func(a, b Change) int {
		return cmp.Or(a.Step-b.Step, cmp.Compare(a.Pattern, b.Pattern), a.Cell-b.Cell, int(a.Digit)-int(b.Digit))
	}
	slices.SortFunc(r.StepRows, func(a, b StepRow) int { return a.Step - b.Step })
	slices.SortFunc(r.Placements, byPattern)
	slices.SortFunc(r.Eliminations, byPattern)
	slices.SortFunc(r.Evidence, func(a, b Evidence) int {
		return cmp.Or(a.Step-b.Step, cmp.Compare(a.Pattern, b.Pattern), a.Ordinal-b.Ordinal)
	})
	rows, placements, eliminations, evidence := r.StepRows, r.Placements, r.Eliminations, r.Evidence
	stepOf := func(c *Change) int { return c.Step }
	for n := 0; n <= last; n++ {
		row := take(&rows, n, func(s *StepRow) int { return s.Step })
		placed, eliminated := take(&placements, n, stepOf), take(&eliminations, n, stepOf)
		shown := take(&evidence, n, func(e *Evidence) int { return e.Step })
		if n == 0 {
			continue
		}
		s := &list[n-1]
		s.Step = n
		switch {
		case len(row) > 0:
			s.StepRow = row[0]
		case len(placed) > 0:
			s.Rule = placed[0].Rule
		case len(eliminated) > 0:
			s.Rule = eliminated[0].Rule
		}
		s.Placements, s.Eliminations = max(s.Placements, len(placed)), max(s.Eliminations, len(eliminated))
		s.group(placed, eliminated, shown, decode)
	}
	return list
}

// take returns the rows of step n, and removes them and all earlier ones.
func take[T any](rows *[]T, n int, step func(*T) int) []T {
	low := 0
	for low < len(*rows) && step(&(*rows)[low]) < n {
		low++
	}
	high := low
	for high < len(*rows) && step(&(*rows)[high]) == n {
		high++
	}
	taken := (*rows)[low:high]
	*rows = (*rows)[high:]
	return taken
}

// group makes deductions of the changes, which are by pattern, and adds the evidence to them.
func (s *Step) group(placed, eliminated []Change, evidence []Evidence, decode func(rule string, pattern int64) []Evidence) {
	for len(placed)+len(eliminated) > 0 {
		d := Deduction{Technique: s.Rule, Asked: s.Rule}
		if len(placed) > 0 && (len(eliminated) == 0 || placed[0].Pattern <= eliminated[0].Pattern) {
			d.Pattern = placed[0].Pattern
		} else {
			d.Pattern = eliminated[0].Pattern
		}
		d.Placements, d.Eliminations = candidates(&placed, d.Pattern), candidates(&eliminated, d.Pattern)
		d.Evidence = decode(s.Rule, d.Pattern)
		for len(evidence) > 0 && evidence[0].Pattern < d.Pattern {
			evidence = evidence[1:]
		}
		shown := 0
		for shown < len(evidence) && evidence[shown].Pattern == d.Pattern {
			shown++
		}
		if d.Evidence == nil {
			d.Evidence = evidence[:shown:shown]
		} else {
			d.Evidence = append(d.Evidence, evidence[:shown]...)
		}
		evidence = evidence[shown:]
		s.Deductions = append(s.Deductions, d)
	}
}

// candidates returns what the first rows change, those with a pattern, and removes these rows.
func candidates(rows *[]Change, pattern int64) (list []Candidate) {
	for len(*rows) > 0 && (*rows)[0].Pattern == pattern {
		list = append(list, (*rows)[0].Candidate())
		*rows = (*rows)[1:]
	}
	return list
}
