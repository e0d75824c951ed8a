package store

import (
	"context"
	"fmt"

	"setdoku"
)

// Replay is the stored history of a puzzle. At computes the puzzle after any of its steps.
type Replay struct {
	Steps        []HistoryStep // without their deductions, see Outline
	puzzle       Puzzle
	givens       setdoku.Grid
	cells        []replayed
	eliminations []replayed
	live         *[setdoku.CellCount]setdoku.DigitSet // current candidates, nil when there are none in the database
}

// replayed is a row of cell or elimination.
type replayed struct {
	Step  int
	Rule  string
	Cell  int
	Digit uint8
}

// Replay reads the history of a puzzle.
func (s *Snapshot) Replay(ctx context.Context, p Puzzle) (*Replay, error) {
	r := &Replay{puzzle: p}
	fail := func(err error) (*Replay, error) {
		return nil, fmt.Errorf("read what happened in puzzle %d: %w", p.PuzzleID, Explain(err))
	}
	var err error
	if r.givens, err = setdoku.ParseLine(p.Givens); err != nil {
		return fail(err)
	}
	if r.Steps, err = s.Outline(ctx, p.PuzzleID); err != nil {
		return nil, err
	}
	// A digit by hand without a step counts as part of step 0.
	err = s.list(ctx, &r.cells, `
		SELECT COALESCE(step, 0) AS step, rule, cell, digit FROM cell WHERE puzzle_id = ?`, p.PuzzleID)
	if err != nil {
		return fail(err)
	}
	err = s.list(ctx, &r.eliminations, `
		SELECT COALESCE(step, 0) AS step, rule, cell, digit FROM elimination WHERE puzzle_id = ?`, p.PuzzleID)
	if err != nil {
		return fail(err)
	}
	if unfinished(p.Status) {
		r.live = new([setdoku.CellCount]setdoku.DigitSet)
		err := s.cellDigits(ctx, markInto(r.live), `SELECT puzzle_id, cell, digit FROM candidate WHERE puzzle_id = ?`, p.PuzzleID)
		if err != nil {
			return fail(err)
		}
		if *r.live == [setdoku.CellCount]setdoku.DigitSet{} {
			r.live = nil // nobody has filled them in, so they follow from the cells and the eliminations
		}
	}
	return r, nil
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
	place := placeInto(&pos.State)
	for _, c := range r.cells {
		if c.Step <= step {
			place(0, c.Cell, c.Digit)
		}
		if c.Step == step && step > 0 {
			pos.Rule = c.Rule
		}
	}
	steps, promised := 0, 0 // the steps stored up to this one, and their number of eliminations
	for _, h := range r.Steps {
		if h.Step > step {
			break
		}
		steps++
		promised += h.Eliminations
		if h.Step == step {
			pos.Rule = h.Rule
		}
	}
	if r.live != nil && step == p.Steps {
		pos.Known = true
		pos.State.KeepOnly(r.live)
		return pos, nil
	}
	kept := 0
	for _, e := range r.eliminations {
		if e.Step <= step {
			pos.State.Deleted[setdoku.CellIndex(e.Cell)] |= setdoku.SetOf(e.Digit)
		}
		if e.Step > 0 && e.Step <= step {
			kept++
		}
	}
	if pos.Known = step == 0 || p.Status == setdoku.StatusSolved && step == p.Steps || steps == step && promised == kept; pos.Known {
		live := pos.State.Candidates()
		pos.State.KeepOnly(&live)
	} else {
		pos.State.Deleted = [setdoku.CellCount]setdoku.DigitSet{}
	}
	return pos, nil
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
