package store

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
)

// HistoryStep is a step of a puzzle with all that is known about it.
type HistoryStep struct {
	Step         int
	Rule         string
	Placements   int // how many, kept or not
	Eliminations int // how many, kept or not
	Deductions   []HistoryDeduction
	Evidence     []Evidence // by pattern and ordinal
}

// HistoryDeduction is one placement or elimination of a step.
type HistoryDeduction struct {
	Placement bool   `db:"placement"`
	Cell      int    `db:"cell"` // 11..99
	Digit     int    `db:"digit"`
	Pattern   int64  `db:"pattern"`
	Text      string `db:"-"` // from the view history
}

// Name returns r4c5=7 for a placement and r4c5<>7 for an elimination.
func (d HistoryDeduction) Name() string {
	sign := "<>"
	if d.Placement {
		sign = "="
	}
	return fmt.Sprintf("r%dc%d%s%d", d.Cell/10, d.Cell%10, sign, d.Digit)
}

// Missing is how many placements and eliminations of the step were not kept: audit level
// steps keeps no eliminations.
func (h HistoryStep) Missing() int { return h.Placements + h.Eliminations - len(h.Deductions) }

// History returns the steps of a puzzle in order, the placements of each before its
// eliminations, both by cell and digit. Of a run with audit level none only the
// steps that placed something are known.
func (s *Snapshot) History(ctx context.Context, id int64) ([]HistoryStep, error) {
	steps, err := s.history(ctx, id)
	if err != nil {
		return nil, fmt.Errorf("read the history of puzzle %d: %w", id, Explain(err))
	}
	return steps, nil
}

func (s *Snapshot) history(ctx context.Context, id int64) ([]HistoryStep, error) {
	var steps []HistoryStep
	err := s.tx.SelectContext(ctx, &steps, `
		SELECT step, rule, placements, eliminations FROM step WHERE puzzle_id = ? ORDER BY step`, id)
	if err != nil {
		return nil, err
	}
	var rows []struct {
		Step int
		Rule string
		HistoryDeduction
	}
	err = s.tx.SelectContext(ctx, &rows, `
		SELECT step, rule, 1 AS placement, cell, digit, pattern FROM placement WHERE puzzle_id = ? AND step > 0
		UNION ALL
		SELECT step, rule, 0, cell, digit, pattern FROM elimination WHERE puzzle_id = ? AND step > 0
		ORDER BY step, placement DESC, cell, digit`, id, id)
	if err != nil {
		return nil, err
	}
	texts, err := s.historyTexts(ctx, id)
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
func (s *Snapshot) historyTexts(ctx context.Context, id int64) (map[stepName]string, error) {
	var rows []struct {
		Step int
		Text string
	}
	if err := s.tx.SelectContext(ctx, &rows, `SELECT step, text FROM history WHERE puzzle_id = ?`, id); err != nil {
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
	var rows []Evidence
	err := s.tx.SelectContext(ctx, &rows, `
		SELECT `+evidenceColumns+`
		FROM evidence
		WHERE puzzle_id = ? AND step IS NOT NULL
		ORDER BY step, pattern, ordinal`, id)
	if err != nil {
		return fmt.Errorf("read the evidence of puzzle %d: %w", id, Explain(err))
	}
	for i := range steps {
		for _, e := range rows {
			if *e.Step == steps[i].Step {
				steps[i].Evidence = append(steps[i].Evidence, e)
			}
		}
	}
	return nil
}
