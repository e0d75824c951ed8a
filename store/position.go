package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"setdoku/internal/grid"
)

// Position is a puzzle as it was after one of its steps.
type Position struct {
	Step int
	Rule string // of the step, "" for step 0
	// State has the candidates too, unless Known is false.
	State grid.State
	// Known reports whether the candidates are known. Where a run kept no
	// eliminations (audit levels steps and none) the steps behind the first
	// elimination have candidates that nobody can tell any more.
	Known bool
}

// Position returns a puzzle after step, 0 being the puzzle as it came and p.Steps as it
// stands. The error wraps ErrNoStep when the puzzle has no such step.
func (s *Snapshot) Position(ctx context.Context, p Puzzle, step int) (Position, error) {
	pos := Position{Step: step}
	if step < 0 || step > p.Steps {
		return pos, fmt.Errorf("puzzle %d, step %d: %w, its steps are 0 to %d", p.PuzzleID, step, ErrNoStep, p.Steps)
	}
	fail := func(err error) (Position, error) {
		return pos, fmt.Errorf("read puzzle %d after step %d: %w", p.PuzzleID, step, Explain(err))
	}
	err := s.tx.GetContext(ctx, &pos.Rule, `
		SELECT rule FROM step WHERE puzzle_id = ? AND step = ?
		UNION
		SELECT rule FROM cell WHERE puzzle_id = ? AND step = ? AND step > 0`, p.PuzzleID, step, p.PuzzleID, step)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fail(err)
	}
	if pos.State.Givens, err = grid.Parse(p.Givens); err != nil {
		return fail(err)
	}
	err = s.cellDigits(ctx, placeInto(&pos.State),
		`SELECT puzzle_id, cell, digit FROM cell WHERE puzzle_id = ? AND step <= ?`, p.PuzzleID, step)
	if err != nil {
		return fail(err)
	}
	marks := `SELECT puzzle_id, cell, digit FROM candidate_at WHERE puzzle_id = ? AND step = ?`
	args := []any{p.PuzzleID, step}
	if unfinished(p.Status) && step == p.Steps {
		marks, args = `SELECT puzzle_id, cell, digit FROM candidate WHERE puzzle_id = ?`, args[:1]
		pos.Known = true
	} else if pos.Known, err = s.known(ctx, p, step); err != nil {
		return fail(err)
	}
	if pos.Known {
		var live [grid.Size]grid.Marks
		if err := s.cellDigits(ctx, markInto(&live), marks, args...); err != nil {
			return fail(err)
		}
		pos.State.KeepOnly(&live)
	}
	return pos, nil
}

// known reports whether all eliminations up to a step were kept.
func (s *Snapshot) known(ctx context.Context, p Puzzle, step int) (bool, error) {
	if step == 0 || p.Status == "solved" && step == p.Steps {
		return true, nil
	}
	var known bool
	err := s.tx.GetContext(ctx, &known, `
		SELECT COUNT(*) = ? AND SUM(s.eliminations) = (
			SELECT COUNT(*) FROM elimination AS e WHERE e.puzzle_id = ? AND e.step BETWEEN 1 AND ?
		)
		FROM step AS s
		WHERE s.puzzle_id = ? AND s.step <= ?`, step, p.PuzzleID, step, p.PuzzleID, step)
	return known, err
}

// unfinished reports whether the table candidate has the candidates of a puzzle.
func unfinished(status string) bool { return status == "new" || status == "stuck" }

// placeInto returns a function that enters digits into the empty cells of a state.
func placeInto(s *grid.State) func(int64, int, uint8) {
	return func(_ int64, cell int, digit uint8) {
		if i := grid.Index(cell); s.Givens[i] == 0 {
			s.Placed[i] = digit
		}
	}
}

func markInto(m *[grid.Size]grid.Marks) func(int64, int, uint8) {
	return func(_ int64, cell int, digit uint8) { m[grid.Index(cell)] |= grid.Mark(digit) }
}
