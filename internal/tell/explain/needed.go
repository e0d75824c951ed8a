package explain

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"setdoku"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/proof"
	"setdoku/solver/shorten"
)

// Needed returns the path without what nothing later relies on, see shorten.Path. The steps are numbered again. Step.Audit has
// their numbers in the whole path. The error wraps proof.ErrPathNotKept if the database has not kept the whole path.
func (s *Path) Needed(all catalogue.Catalogue) (*Path, error) {
	whole, err := s.whole()
	if err != nil {
		return nil, err
	}
	short, err := shorten.Path(whole, s.Singles)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.Name, err)
	}
	path := *s
	path.Steps = nil
	by := s.techniques()
	at := s.Start
	for i, k := range short.Steps {
		step := Step{Number: i + 1, Audit: k.Step, Rule: k.Rule, Title: k.Rule, Before: at, Deductions: k.Deductions, Complete: true}
		if t, known := by[k.Rule]; known {
			step.Title, step.Level, step.By = t.Title, t.Level, t.By
		}
		if t, known := all.Rule(k.Rule); known && step.By == nil {
			step.Title, step.Level, step.By = t.Title, t.Level, &t
		}
		for _, d := range k.Deductions {
			at = at.Apply(d)
		}
		if len(k.Deductions) == 0 && k.Rule == setdoku.RuleSearch {
			step.Note = SearchPlacesNothing
		}
		path.Steps = append(path.Steps, step)
	}
	path.Whole = len(s.Steps)
	if path.contradiction = short.Contradiction; path.contradiction != nil {
		path.contradiction.Step = len(path.Steps)
		path.End, path.Ending = at, ending(setdoku.StatusInvalid, path.contradiction)
	}
	return &path, nil
}

// whole returns the path as it is proved.
func (s *Path) whole() (*proof.Path, error) {
	whole := &proof.Path{Start: s.Start, Contradiction: s.contradiction}
	for _, k := range s.Steps {
		if k.Unknown || k.Last > 0 || !k.kept() {
			return nil, fmt.Errorf("%s, step %d: %w", s.Name, k.Number, proof.ErrPathNotKept)
		}
		whole.Steps = append(whole.Steps, proof.PathStep{Step: k.Number, Rule: k.Rule, Deductions: k.Deductions})
	}
	return whole, nil
}

// kept reports whether everything that the step did is known.
func (s *Step) kept() bool {
	for _, d := range s.Deductions {
		if !d.PatternKept() {
			return false
		}
	}
	return s.Complete
}

// techniques returns the first step of each rule.
func (s *Path) techniques() map[string]*Step {
	by := make(map[string]*Step)
	for i := range s.Steps {
		if k := &s.Steps[i]; by[k.Rule] == nil {
			by[k.Rule] = k
		}
	}
	return by
}

// FirstNeeded returns the first step of what is needed to solve a puzzle from a state: the simplest deduction of it,
// with everything that its pattern eliminates.
// whole finds the whole path with the techniques of all. It returns nil if no technique gets the puzzle any further.
func FirstNeeded(ctx context.Context, s setdoku.State, whole *batch.Pathfinder, all catalogue.Catalogue) (*Step, error) {
	found, err := whole.Find(ctx, s, 0)
	if err != nil {
		return nil, err
	}
	story := &Path{Start: s, End: s}
	story.AddPath(found)
	path, err := story.Needed(all)
	if err != nil || len(path.Steps) == 0 || len(path.Steps[0].Deductions) == 0 {
		return nil, err
	}
	step := path.Steps[0]
	d := inOrder(step.Deductions)[0]
	if step.Audit > 0 {
		d = withAll(s, d, &story.Steps[step.Audit-1])
	}
	step.Deductions = []setdoku.Deduction{d}
	return &step, nil
}

// withAll returns a deduction with everything that its pattern eliminates in its step of the whole path, if the pattern
// proves all of that in state s too.
func withAll(s setdoku.State, d setdoku.Deduction, step *Step) setdoku.Deduction {
	for _, full := range step.Deductions {
		trial := proof.Path{Start: s, Steps: []proof.PathStep{{Rule: step.Rule, Deductions: []setdoku.Deduction{full}}}}
		if full.Pattern == d.Pattern && shorten.Prove(&trial) == nil {
			return full
		}
	}
	return d
}

// inOrder returns the deductions of a step in the order in which they are told: the patterns with the fewest parts
// first.
func inOrder(list []setdoku.Deduction) []setdoku.Deduction {
	list = slices.Clone(list)
	slices.SortStableFunc(list, func(a, b setdoku.Deduction) int { return cmp.Compare(parts(a), parts(b)) })
	return list
}

// parts counts the parts of a pattern.
func parts(d setdoku.Deduction) (n int) {
	for _, e := range d.Evidence {
		if e.Role != "body" { // the base units of a fish already give these
			n++
		}
	}
	return n
}
