package proof

import (
	"cmp"
	"errors"
	"fmt"
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// Path is a solution path: a start, and the steps that were made from it.
type Path struct {
	// Start is the puzzle before the first step. Techniques that assume one solution count that of its givens.
	Start setdoku.State
	Steps []PathStep
	// Contradiction is what the path ends in, or nil.
	Contradiction *setdoku.Contradiction
}

// PathStep is a step of a path.
type PathStep struct {
	Step int    // number in the audit, or 0 for a step that stands in no audit
	Rule string // name of the technique, or manual; "" if no row of the step was kept
	// Deductions are all that the step does, one deduction for each pattern, with all its evidence.
	Deductions []setdoku.Deduction
	// Partial says that the run did not keep all rows of the step.
	Partial bool
}

// ErrPathNotKept is the error for a puzzle whose runs have not kept all steps, eliminations and patterns.
var ErrPathNotKept = errors.New("the run did not keep every step with its eliminations and patterns (see --audit)")

// PathOf returns the path that a record states. It proves nothing. The error wraps ErrPathNotKept if rows of the path were not
// kept.
func PathOf(r *setdoku.Record) (*Path, error) {
	p := Stated(r)
	for i := range p.Steps {
		if p.Steps[i].Partial {
			return nil, fmt.Errorf("puzzle %d step %d: %w", r.PuzzleID, p.Steps[i].Step, ErrPathNotKept)
		}
	}
	return p, nil
}

// StepsMost is the greatest number of steps that a puzzle can have: each takes a candidate away, but a search that finds several
// solutions does not.
const StepsMost = candidateCount + 1

// Stated returns the path that a record states, as far as its rows were kept. It sorts the rows of the record by step. Of a
// damaged record with too many steps it has the first StepsMost.
func Stated(r *setdoku.Record) *Path {
	p := &Path{Start: startOf(r), Steps: make([]PathStep, min(max(r.Steps, 0), StepsMost))}
	if r.Status == setdoku.StatusInvalid && len(r.Contradictions) > 0 {
		c := r.Contradictions[0]
		p.Contradiction = &c
	}
	byPattern := func(a, b setdoku.Change) int {
		return cmp.Or(a.Step-b.Step, cmp.Compare(a.Pattern, b.Pattern), a.Cell-b.Cell, int(a.Digit)-int(b.Digit))
	}
	slices.SortFunc(r.StepRows, func(a, b setdoku.Step) int { return a.Step - b.Step })
	slices.SortFunc(r.Placements, byPattern)
	slices.SortFunc(r.Eliminations, byPattern)
	slices.SortFunc(r.Evidence, func(a, b setdoku.Evidence) int {
		return cmp.Or(a.Step-b.Step, cmp.Compare(a.Pattern, b.Pattern), a.Ordinal-b.Ordinal)
	})
	steps, placements, eliminations, evidence := r.StepRows, r.Placements, r.Eliminations, r.Evidence
	stepOf := func(c *setdoku.Change) int { return c.Step }
	for n := 0; n <= len(p.Steps); n++ {
		row := take(&steps, n, func(s *setdoku.Step) int { return s.Step })
		placed, eliminated := take(&placements, n, stepOf), take(&eliminations, n, stepOf)
		shown := take(&evidence, n, func(e *setdoku.Evidence) int { return e.Step })
		if n > 0 {
			p.Steps[n-1] = stepOfRows(n, row, placed, eliminated, shown, r.StoredEvidence)
		}
	}
	return p
}

// startOf returns the state with which a puzzle was added.
func startOf(r *setdoku.Record) (s setdoku.State) {
	if givens, err := setdoku.ParseLine(r.Givens); err == nil {
		s.Givens = givens
	}
	if r.Start != nil {
		for _, c := range r.Start.Placed {
			s.Placed[setdoku.CellIndex(c.Cell)] = c.Digit
		}
		for _, c := range r.Start.Deleted {
			s.Deleted[setdoku.CellIndex(c.Cell)] |= setdoku.SetOf(c.Digit)
		}
	}
	return s
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

// stepOfRows returns the step that rows state.
func stepOfRows(n int, row []setdoku.Step, placed, eliminated []setdoku.Change, evidence []setdoku.Evidence, stored bool) PathStep {
	s := PathStep{Step: n, Partial: len(row) != 1 || row[0].Placements != len(placed) || row[0].Eliminations != len(eliminated)}
	switch {
	case len(row) > 0:
		s.Rule = row[0].Rule
	case len(placed) > 0:
		s.Rule = placed[0].Rule
	}
	var key *sqlfiles.Key
	if stored {
		key = sqlfiles.KeyNamed(s.Rule)
	}
	for len(placed)+len(eliminated) > 0 {
		d := setdoku.Deduction{Technique: s.Rule, Asked: s.Rule}
		if len(placed) > 0 && (len(eliminated) == 0 || placed[0].Pattern <= eliminated[0].Pattern) {
			d.Pattern = placed[0].Pattern
		} else {
			d.Pattern = eliminated[0].Pattern
		}
		d.Placements, d.Eliminations = candidates(&placed, d.Pattern), candidates(&eliminated, d.Pattern)
		if key != nil && len(key.Parts) > 0 && d.Pattern > 0 {
			d.Evidence = key.Decode(d.Pattern)
		}
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
		s.Partial = s.Partial || setdoku.HasPatterns(s.Rule) && !d.PatternKept()
		s.Deductions = append(s.Deductions, d)
	}
	return s
}

// candidates returns what the first rows change, those with a pattern, and removes these rows.
func candidates(rows *[]setdoku.Change, pattern int64) (list []setdoku.Candidate) {
	for len(*rows) > 0 && (*rows)[0].Pattern == pattern {
		list = append(list, (*rows)[0].Candidate())
		*rows = (*rows)[1:]
	}
	return list
}
