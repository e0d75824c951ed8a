package store

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"setdoku"
)

// HistoryStep is a step of a puzzle with all that is known about it.
type HistoryStep struct {
	Step         int
	Rule         string
	Placements   int // how many, kept or not
	Eliminations int // how many, kept or not
	Deductions   []HistoryDeduction
	Evidence     []setdoku.Evidence // by pattern and ordinal
}

// HistoryDeduction is one placement or elimination of a step.
type HistoryDeduction struct {
	Placement bool `db:"placement"`
	setdoku.Candidate
	Pattern int64  `db:"pattern"`
	Text    string `db:"-"` // from the view history
}

// Name returns r4c5=7 for a placement and r4c5<>7 for an elimination.
func (d HistoryDeduction) Name() string {
	if d.Placement {
		return d.Candidate.Placement()
	}
	return d.Elimination()
}

// Missing is how many placements and eliminations of the step were not kept: audit level
// steps keeps no eliminations.
func (h HistoryStep) Missing() int { return h.Placements + h.Eliminations - len(h.Deductions) }

// PatternNotKept is the sentence that stands in place of a pattern that a run did not keep.
const PatternNotKept = "The run did not keep the pattern (see --audit)."

// NotKept tells which eliminations and patterns of the step the run did not keep, "" when it kept all of them.
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

// History returns the steps of a puzzle in order, the placements of each before its
// eliminations, both by cell and digit. Of a run with audit level none only the
// steps that placed something are known.
func (s *Snapshot) History(ctx context.Context, id int64) ([]HistoryStep, error) {
	steps, err := s.history(ctx, id, 1, math.MaxInt32, true)
	if err != nil {
		return nil, fmt.Errorf("read the history of puzzle %d: %w", id, Explain(err))
	}
	return steps, nil
}

// Step returns one step of a puzzle with its evidence, and with the texts of its deductions if these are
// wanted. The error wraps ErrNoStep when the puzzle has no such step, and ErrNotKept when the run kept nothing
// of it.
func (s *Snapshot) Step(ctx context.Context, id int64, step int, texts bool) (HistoryStep, error) {
	steps, err := s.history(ctx, id, step, step, texts)
	if err != nil {
		return HistoryStep{}, fmt.Errorf("read step %d of puzzle %d: %w", step, id, Explain(err))
	}
	if len(steps) == 0 {
		return HistoryStep{}, s.noStep(ctx, id, step)
	}
	return steps[0], s.addEvidence(ctx, id, steps, step, step)
}

// noStep says why nothing is known about a step.
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

// Outline returns the steps of a puzzle in order, without what they did. Of a run with audit level none only the
// steps that placed something are known.
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

// history is History of the steps from low to high, with or without the texts.
func (s *Snapshot) history(ctx context.Context, id int64, low, high int, told bool) ([]HistoryStep, error) {
	var steps []HistoryStep
	err := s.list(ctx, &steps, `
		SELECT step, rule, placements, eliminations FROM step WHERE puzzle_id = ? AND step BETWEEN ? AND ? ORDER BY step`,
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
		SELECT step, rule, 1 AS placement, cell, digit, pattern FROM placement WHERE puzzle_id = ? AND step BETWEEN ? AND ?
		UNION ALL
		SELECT step, rule, 0, cell, digit, pattern FROM elimination WHERE puzzle_id = ? AND step BETWEEN ? AND ?
		ORDER BY step, placement DESC, cell, digit`, id, low, high, id, low, high)
	if err != nil {
		return nil, err
	}
	var texts map[stepName]string
	if told {
		if texts, err = s.historyTexts(ctx, id, low, high); err != nil {
			return nil, err
		}
	}
	byStep := func(h HistoryStep, step int) int { return cmp.Compare(h.Step, step) }
	for _, r := range rows {
		i, ok := slices.BinarySearchFunc(steps, r.Step, byStep)
		if !ok {
			steps = slices.Insert(steps, i, HistoryStep{Step: r.Step, Rule: r.Rule})
		}
		h := &steps[i]
		r.Text = texts[stepName{r.Step, r.Name()}]
		h.Deductions = append(h.Deductions, r.HistoryDeduction)
		if h.Missing() < 0 && r.Placement {
			h.Placements++
		} else if h.Missing() < 0 {
			h.Eliminations++
		}
	}
	return steps, nil
}

// stepName is a step and what it did, such as r4c5=7.
type stepName struct {
	step int
	name string
}

// historyTexts reads the view history, by the first word of its texts.
func (s *Snapshot) historyTexts(ctx context.Context, id int64, low, high int) (map[stepName]string, error) {
	var rows []struct {
		Step int
		Text string
	}
	err := s.list(ctx, &rows, `SELECT step, text FROM history WHERE puzzle_id = ? AND step BETWEEN ? AND ?`, id, low, high)
	if err != nil {
		return nil, err
	}
	texts := make(map[stepName]string, len(rows))
	for _, r := range rows {
		name, _, _ := strings.Cut(r.Text, " ")
		texts[stepName{r.Step, name}] = r.Text
	}
	return texts, nil
}

// AddEvidence gives the steps of a puzzle their evidence.
func (s *Snapshot) AddEvidence(ctx context.Context, id int64, steps []HistoryStep) error {
	return s.addEvidence(ctx, id, steps, 0, math.MaxInt32)
}

func (s *Snapshot) addEvidence(ctx context.Context, id int64, steps []HistoryStep, low, high int) error {
	var rows []setdoku.Evidence
	err := s.list(ctx, &rows, `
		SELECT step, pattern, ordinal, role, COALESCE(cell, 0) AS cell, COALESCE(digit, 0) AS digit, `+unitNumber+` AS unit
		FROM evidence
		WHERE puzzle_id = ? AND step BETWEEN ? AND ?
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
