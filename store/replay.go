package store

import (
	"cmp"
	"context"
	"fmt"
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

// Position is the state of a puzzle after one of its steps.
type Position struct {
	Step int
	Rule string // of the step, "" for step 0
	// State includes the candidates, unless Known is false.
	State setdoku.State
	// Known reports whether the candidates are known. If a run stored no eliminations (audit levels steps and none),
	// the candidates after its first elimination are unknown.
	Known bool
}

// unfinished reports whether the candidates of a puzzle with this status are in the table candidate.
func unfinished(status string) bool {
	return status == setdoku.StatusNew || status == setdoku.StatusStuck
}

// Replay is the stored history of a puzzle. At computes the puzzle after any of its steps.
type Replay struct {
	// Steps are in order, without their evidence. In each step, placements come before eliminations, both sorted by cell and
	// digit. Of a run with audit level none there are only the steps that placed a digit.
	Steps   []HistoryStep
	puzzle  Puzzle
	givens  setdoku.Grid
	changes []historyChange
	live    *[setdoku.CellCount]setdoku.DigitSet // current candidates, nil if they are not in the database
}

// historyChange is a row of cell or elimination.
type historyChange struct {
	Step int
	Rule string
	HistoryDeduction
}

// Replay reads the history of a puzzle.
func (s *Snapshot) Replay(ctx context.Context, p Puzzle) (*Replay, error) {
	r := &Replay{puzzle: p}
	err := s.replay(ctx, r)
	if err != nil {
		return nil, fmt.Errorf("read what happened in puzzle %d: %w", p.PuzzleID, Explain(err))
	}
	return r, nil
}

func (s *Snapshot) replay(ctx context.Context, r *Replay) (err error) {
	id := r.puzzle.PuzzleID
	if r.givens, err = setdoku.ParseLine(r.puzzle.Givens); err != nil {
		return err
	}
	err = s.tx.SelectContext(ctx, &r.Steps, `SELECT step, rule, placements, eliminations FROM step WHERE puzzle_id = ? ORDER BY step`, id)
	if err != nil {
		return err
	}
	// A digit by hand without a step counts as part of step 0.
	err = s.tx.SelectContext(ctx, &r.changes, `
		SELECT COALESCE(step, 0) AS step, rule, 1 AS placement, cell, digit, pattern FROM cell WHERE puzzle_id = ?
		UNION ALL
		SELECT COALESCE(step, 0), rule, 0, cell, digit, pattern FROM elimination WHERE puzzle_id = ?
		ORDER BY step, placement DESC, cell, digit`, id, id)
	if err != nil {
		return err
	}
	r.addDeductions()
	if !unfinished(r.puzzle.Status) {
		return nil
	}
	boards, err := readBoards(ctx, s.tx, []int64{id})
	if err == nil && boards[id].filled() {
		r.live = &boards[id].live
	}
	return err
}

// addDeductions adds the changes to their steps, and the steps of which only changes are stored.
func (r *Replay) addDeductions() {
	for _, c := range r.changes {
		if c.Step <= 0 {
			continue
		}
		i, ok := r.find(c.Step)
		if !ok {
			r.Steps = slices.Insert(r.Steps, i, HistoryStep{Step: c.Step, Rule: c.Rule})
		}
		h := &r.Steps[i]
		h.Deductions = append(h.Deductions, c.HistoryDeduction)
		if h.Missing() < 0 && c.Placement {
			h.Placements++
		} else if h.Missing() < 0 {
			h.Eliminations++
		}
	}
}

// find returns the index of a step in Steps, or the index that it would have.
func (r *Replay) find(step int) (i int, found bool) {
	return slices.BinarySearchFunc(r.Steps, step, func(h HistoryStep, step int) int { return cmp.Compare(h.Step, step) })
}

// At returns the puzzle after a step: 0 is the puzzle as it was added, puzzle.steps is its current state. The error
// wraps ErrNoStep if there is no such step.
func (r *Replay) At(step int) (Position, error) {
	p := r.puzzle
	pos := Position{Step: step}
	if step < 0 || step > p.Steps {
		return pos, fmt.Errorf("puzzle %d, step %d: %w, its steps are 0 to %d", p.PuzzleID, step, ErrNoStep, p.Steps)
	}
	pos.State.Givens = r.givens
	kept := 0
	for _, c := range r.changes {
		switch i := setdoku.CellIndex(c.Cell); {
		case c.Step > step, c.Placement && r.givens[i] != 0:
		case c.Placement:
			pos.State.Placed[i] = c.Digit
		default:
			pos.State.Deleted[i] |= setdoku.SetOf(c.Digit)
			kept += min(c.Step, 1)
		}
	}
	steps, promised := 0, 0 // the steps stored up to this one, and their number of eliminations
	for ; steps < len(r.Steps) && r.Steps[steps].Step <= step; steps++ {
		promised += r.Steps[steps].Eliminations
		if r.Steps[steps].Step == step {
			pos.Rule = r.Steps[steps].Rule
		}
	}
	switch {
	case r.live != nil && step == p.Steps:
		pos.Known = true
		pos.State.KeepOnly(r.live)
	case step == 0, p.Status == setdoku.StatusSolved && step == p.Steps, steps == step && promised == kept:
		pos.Known = true
		live := pos.State.Candidates()
		pos.State.KeepOnly(&live)
	default:
		pos.State.Deleted = [setdoku.CellCount]setdoku.DigitSet{}
	}
	return pos, nil
}

// Step returns one step of a puzzle with its evidence. The error wraps ErrNoStep if the puzzle has no such step, and
// ErrNotKept if the run stored nothing of it.
func (s *Snapshot) Step(ctx context.Context, r *Replay, step int) (HistoryStep, error) {
	i, found := r.find(step)
	switch {
	case step < 1 || step > r.puzzle.Steps:
		return HistoryStep{}, fmt.Errorf("puzzle %d, step %d: %w", r.puzzle.PuzzleID, step, ErrNoStep)
	case !found:
		return HistoryStep{}, fmt.Errorf("puzzle %d, step %d: %w", r.puzzle.PuzzleID, step, ErrNotKept)
	}
	one := slices.Clone(r.Steps[i : i+1])
	err := s.AddEvidence(ctx, r.puzzle.PuzzleID, one)
	return one[0], err
}

// AddEvidence reads the evidence of steps of a puzzle and adds it to them. The steps are in order.
func (s *Snapshot) AddEvidence(ctx context.Context, id int64, steps []HistoryStep) error {
	if len(steps) == 0 {
		return nil
	}
	var rows []setdoku.Evidence
	err := s.tx.SelectContext(ctx, &rows, `
		SELECT step, pattern, ordinal, role, COALESCE(cell, 0) AS cell, COALESCE(digit, 0) AS digit, `+unitNumber+` AS unit
		FROM evidence
		WHERE puzzle_id = ? AND step BETWEEN CAST(? AS INTEGER) AND CAST(? AS INTEGER)
		ORDER BY step, pattern, ordinal`, id, steps[0].Step, steps[len(steps)-1].Step)
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

// Position returns a puzzle after a step, see Replay.At.
func (s *Snapshot) Position(ctx context.Context, p Puzzle, step int) (Position, error) {
	if step < 0 || step > p.Steps {
		return (&Replay{puzzle: p}).At(step)
	}
	r, err := s.Replay(ctx, p)
	if err != nil {
		return Position{}, err
	}
	return r.At(step)
}
