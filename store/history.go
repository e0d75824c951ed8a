package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"setdoku"
)

// HistoryStep is a step of a puzzle with everything that is stored about it.
type HistoryStep struct {
	Step         int
	Rule         string
	Placements   int // how many, stored or not
	Eliminations int // how many, stored or not
	Deductions   []HistoryDeduction
	Evidence     []setdoku.Evidence // by pattern and ordinal
}

// HistoryDeduction is one placement or elimination of a step.
type HistoryDeduction struct {
	Placement bool `db:"placement"`
	setdoku.Candidate
	Pattern int64 `db:"pattern"`
}

// Name returns r4c5=7 for a placement and r4c5<>7 for an elimination.
func (d HistoryDeduction) Name() string {
	if d.Placement {
		return d.Candidate.Placement()
	}
	return d.Elimination()
}

// Missing returns how many placements and eliminations of the step are not stored. Audit level steps stores no
// eliminations.
func (h HistoryStep) Missing() int { return h.Placements + h.Eliminations - len(h.Deductions) }

// PatternNotKept replaces the description of a pattern that the run did not store.
const PatternNotKept = "The run did not keep the pattern (see --audit)."

// NotKept returns a sentence about the eliminations and patterns of the step that the run did not store, "" if it
// stored all.
func (h HistoryStep) NotKept() string {
	if n := h.Missing(); n > 0 {
		kept := ""
		if len(h.Deductions) > 0 {
			kept = "other "
		}
		if n == 1 {
			return "The run did not keep the " + kept + "elimination of this step (see --audit)."
		}
		return fmt.Sprintf("The run did not keep the %s%d eliminations of this step (see --audit).", kept, n)
	}
	lost := func(d HistoryDeduction) bool { return d.Pattern == 0 }
	if setdoku.HasPatterns(h.Rule) && slices.ContainsFunc(h.Deductions, lost) {
		return PatternNotKept
	}
	return ""
}

// History returns the steps of a puzzle in order. In each step, placements come before eliminations, both sorted by
// cell and digit. Of a run with audit level none it returns only the steps that placed a digit.
func (s *Snapshot) History(ctx context.Context, id int64) ([]HistoryStep, error) {
	steps, err := s.history(ctx, id, 1, math.MaxInt32)
	if err != nil {
		return nil, fmt.Errorf("read the history of puzzle %d: %w", id, Explain(err))
	}
	return steps, nil
}

// Step returns one step of a puzzle with its evidence. The error wraps ErrNoStep if the puzzle has no such step, and
// ErrNotKept if the run stored nothing of it.
func (s *Snapshot) Step(ctx context.Context, id int64, step int) (HistoryStep, error) {
	steps, err := s.history(ctx, id, step, step)
	if err != nil {
		return HistoryStep{}, fmt.Errorf("read step %d of puzzle %d: %w", step, id, Explain(err))
	}
	if len(steps) == 0 {
		return HistoryStep{}, s.noStep(ctx, id, step)
	}
	return steps[0], s.addEvidence(ctx, id, steps, step, step)
}

// noStep returns the error for a step of which nothing is stored.
func (s *Snapshot) noStep(ctx context.Context, id int64, step int) error {
	p, err := s.Puzzle(ctx, id)
	if err != nil {
		return err
	}
	if step < 1 || step > p.Steps {
		return fmt.Errorf("puzzle %d, step %d: %w", id, step, ErrNoStep)
	}
	return fmt.Errorf("puzzle %d, step %d: %w", id, step, ErrNotKept)
}

// Outline returns the steps of a puzzle in order, without their deductions. Of a run with audit level none it returns
// only the steps that placed a digit.
func (s *Snapshot) Outline(ctx context.Context, id int64) (steps []HistoryStep, err error) {
	err = s.list(ctx, &steps, `
		SELECT step, rule, placements, eliminations
		FROM step
		WHERE puzzle_id = ?
		UNION ALL
		SELECT c.step, MIN(c.rule), COUNT(*), 0
		FROM cell AS c
		WHERE c.puzzle_id = ? AND c.step > 0
			AND NOT EXISTS (SELECT 1 FROM step AS s WHERE s.puzzle_id = c.puzzle_id AND s.step = c.step)
		GROUP BY c.step
		ORDER BY step`, id, id)
	if err != nil {
		return nil, fmt.Errorf("read the steps of puzzle %d: %w", id, Explain(err))
	}
	return steps, nil
}

// history is History for the steps from low to high.
func (s *Snapshot) history(ctx context.Context, id int64, low, high int) ([]HistoryStep, error) {
	var steps []HistoryStep
	err := s.list(ctx, &steps, `
		SELECT step, rule, placements, eliminations FROM step WHERE puzzle_id = ? AND step BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER) ORDER BY step`,
		id, low, high)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Step int
		Rule string
		HistoryDeduction
	}
	err = s.list(ctx, &rows, `
		SELECT step, rule, 1 AS placement, cell, digit, pattern FROM placement WHERE puzzle_id = ? AND step BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
		UNION ALL
		SELECT step, rule, 0, cell, digit, pattern FROM elimination WHERE puzzle_id = ? AND step BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
		ORDER BY step, placement DESC, cell, digit`, id, low, high, id, low, high)
	if err != nil {
		return nil, err
	}
	byStep := func(h HistoryStep, step int) int { return cmp.Compare(h.Step, step) }
	for _, r := range rows {
		i, ok := slices.BinarySearchFunc(steps, r.Step, byStep)
		if !ok {
			steps = slices.Insert(steps, i, HistoryStep{Step: r.Step, Rule: r.Rule})
		}
		h := &steps[i]
		h.Deductions = append(h.Deductions, r.HistoryDeduction)
		if h.Missing() < 0 && r.Placement {
			h.Placements++
		} else if h.Missing() < 0 {
			h.Eliminations++
		}
	}
	return steps, nil
}

// AddEvidence reads the evidence of a puzzle and adds it to the steps.
func (s *Snapshot) AddEvidence(ctx context.Context, id int64, steps []HistoryStep) error {
	return s.addEvidence(ctx, id, steps, 0, math.MaxInt32)
}

func (s *Snapshot) addEvidence(ctx context.Context, id int64, steps []HistoryStep, low, high int) error {
	var rows []setdoku.Evidence
	err := s.list(ctx, &rows, `
		SELECT step, pattern, ordinal, role, COALESCE(cell, 0) AS cell, COALESCE(digit, 0) AS digit, `+unitNumber+` AS unit
		FROM evidence
		WHERE puzzle_id = ? AND step BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
		ORDER BY step, pattern, ordinal`, id, low, high)
	if err != nil {
		return fmt.Errorf("read the evidence of puzzle %d: %w", id, Explain(err))
	}
	for i := range steps {
		for _, e := range rows {
			if e.Step == steps[i].Step {
				steps[i].Evidence = append(steps[i].Evidence, e)
			}
		}
	}
	return nil
}
