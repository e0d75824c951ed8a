package verify

import (
	"errors"
	"fmt"
	"slices"

	"setdoku"
	sqlfiles "setdoku/sql"
)

// ErrPathNotKept is the error for a puzzle whose runs have not kept all steps, eliminations and patterns.
var ErrPathNotKept = errors.New("the run did not keep every step with its eliminations and patterns (see --audit)")

// PathOf returns the path that a record states. It does not prove it. The error wraps ErrPathNotKept if rows of the
// path were not kept.
func PathOf(r *setdoku.Record) (*Path, error) {
	rows := NewHistory(r)
	path := &Path{Start: rows.state}
	if r.Status == setdoku.StatusInvalid && len(r.Contradictions) > 0 {
		c := r.Contradictions[0]
		path.Contradiction = &c
	}
	for n := 1; n <= r.Steps; n++ {
		step, err := pathStep(r, rows.take(n))
		if err != nil {
			return nil, fmt.Errorf("puzzle %d step %d: %w", r.PuzzleID, n, err)
		}
		step.Step = n
		path.Steps = append(path.Steps, *step)
	}
	return path, nil
}

// pathStep returns the step that rows state.
func pathStep(r *setdoku.Record, rows stepRows) (*PathStep, error) {
	if len(rows.steps) != 1 || rows.steps[0].Placements != len(rows.cells) || rows.steps[0].Eliminations != len(rows.eliminations) {
		return nil, ErrPathNotKept
	}
	s := &PathStep{Rule: rows.steps[0].Rule}
	patterns := map[int]int64{}
	for _, p := range rows.placements {
		patterns[p.Cell] = p.Pattern
	}
	var found []Conclusion
	for _, c := range rows.cells {
		pattern := patterns[c.Cell]
		found = append(found, Conclusion{true, c.Cell, c.Digit, pattern})
		s.add(pattern, func(d *setdoku.Deduction) {
			d.Placements = append(d.Placements, setdoku.Candidate{Cell: c.Cell, Digit: c.Digit})
		})
	}
	for _, e := range rows.eliminations {
		found = append(found, Conclusion{false, e.Cell, e.Digit, e.Pattern})
		s.add(e.Pattern, func(d *setdoku.Deduction) { d.Eliminations = append(d.Eliminations, e.Candidate()) })
	}
	evidence := rows.evidence
	if r.StoredEvidence {
		evidence = redecoded(sqlfiles.KeyNamed(s.Rule), evidence, found)
	}
	for _, e := range evidence {
		if at := s.indexOf(e.Pattern); at >= 0 {
			d := &s.Deductions[at]
			d.Evidence = append(d.Evidence, e)
		}
	}
	if setdoku.HasPatterns(s.Rule) && slices.ContainsFunc(s.Deductions, func(d setdoku.Deduction) bool { return !d.PatternKept() }) {
		return nil, ErrPathNotKept
	}
	return s, nil
}

// indexOf returns the index of the deduction with a pattern, or -1.
func (s *PathStep) indexOf(pattern int64) int {
	return slices.IndexFunc(s.Deductions, func(d setdoku.Deduction) bool { return d.Pattern == pattern })
}

// add adds a change to the deduction with a pattern.
func (s *PathStep) add(pattern int64, change func(*setdoku.Deduction)) {
	at := s.indexOf(pattern)
	if at < 0 {
		at = len(s.Deductions)
		s.Deductions = append(s.Deductions, setdoku.Deduction{Technique: s.Rule, Asked: s.Rule, Pattern: pattern})
	}
	change(&s.Deductions[at])
}
