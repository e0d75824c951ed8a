package store

import (
	"context"
	"fmt"
	"strings"

	"setdoku"
	"setdoku/internal/format"
)

// Start is a stored puzzle from which an engine in memory continues.
type Start struct {
	PuzzleID int64
	Givens   string // 81 characters
	Kept     int    // the last step that stays, 0 for the puzzle as it came, -1 if the database has nothing but the row of puzzle
	// GivenDigits are the givens, Digits all filled cells.
	GivenDigits, Digits setdoku.Grid
	Candidates          *[setdoku.CellCount]setdoku.DigitSet // nil for all candidates that no filled peer excludes
	Score               int                                  // of the steps that stay
	Uses                []setdoku.Use                        // the techniques of those steps
}

// Starts reads the puzzles with the given ids, in their order. kept holds the last step of each that stays.
func (c *Conn) Starts(ctx context.Context, ids []int64, kept []int) ([]Start, error) {
	starts, err := c.starts(ctx, ids, kept)
	if err != nil {
		return nil, fmt.Errorf("read %d puzzles: %w", len(ids), err)
	}
	return starts, nil
}

func (c *Conn) starts(ctx context.Context, ids []int64, kept []int) ([]Start, error) {
	var rows []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Givens   string
		State    string
		Score    int
	}
	list, args := inList(ids)
	err := c.SelectContext(ctx, &rows, `SELECT puzzle_id, givens, state, score FROM puzzle WHERE puzzle_id IN `+list, args...)
	if err != nil {
		return nil, err
	}
	at := make(map[int64]int, len(rows))
	for i, r := range rows {
		at[r.PuzzleID] = i
	}
	var played []int64
	for i, id := range ids {
		if kept[i] > 0 {
			played = append(played, id)
		}
	}
	boards, err := readBoards(ctx, c, played)
	if err != nil {
		return nil, err
	}
	uses, err := readUses(ctx, c, played)
	if err != nil {
		return nil, err
	}
	starts := make([]Start, len(ids))
	for i, id := range ids {
		row, ok := at[id]
		if !ok {
			return nil, fmt.Errorf("puzzle %d: %w", id, ErrNoPuzzle)
		}
		r, s := &rows[row], &starts[i]
		added, err := addedState(r.Givens, r.State)
		if err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", id, err)
		}
		*s = Start{PuzzleID: id, Givens: r.Givens, Kept: kept[i], GivenDigits: added.Givens, Digits: added.Filled()}
		if b := boards[id]; b != nil {
			s.Score, s.Uses, s.Digits = r.Score, uses[id], b.digits
			marks := b.candidates()
			s.Candidates = &marks
		} else if r.State != "" {
			marks := added.Candidates()
			s.Candidates = &marks
		}
	}
	return starts, nil
}

// readState reads the column state of a puzzle that has more than givens.
func readState(state string) (setdoku.State, error) {
	p, err := format.NewReader(strings.NewReader(state+"\n"), "state").Read()
	if err != nil {
		return setdoku.State{}, fmt.Errorf("column state: %w", err)
	}
	return p.State, nil
}

// addedState reads the columns givens and state of a puzzle: the puzzle as it was added.
func addedState(givens, state string) (s setdoku.State, err error) {
	if state != "" {
		return readState(state)
	}
	s.Givens, err = setdoku.ParseLine(givens)
	return s, err
}

// DeletePreviousResult deletes the rows of puzzles after the steps that stay: cells, steps, eliminations and
// attempts. It deletes all rows of the tables that every solve writes again. Puzzles with Kept -1 have no such rows.
//
// While it deletes candidates, the puzzles are finished. Otherwise a trigger would take the deletion for a move by hand.
func (c *Conn) DeletePreviousResult(ctx context.Context, starts []Start) error {
	byKept := make(map[int][]int64)
	for _, s := range starts {
		if s.Kept >= 0 {
			byKept[s.Kept] = append(byKept[s.Kept], s.PuzzleID)
		}
	}
	for kept, ids := range byKept {
		list, args := inList(ids)
		statements := []string{
			`UPDATE puzzle SET status = 'invalid', solution = NULL, depth = NULL WHERE status <> 'invalid' AND puzzle_id IN ` + list,
		}
		for _, table := range []string{"main.deduction", "main.deduction_evidence", "branch", "contradiction", "candidate", "puzzle_technique"} {
			statements = append(statements, c.Qualify(`DELETE FROM `+table+` WHERE puzzle_id IN `+list))
		}
		after := args[:len(args):len(args)]
		for _, table := range []string{"cell", "step", "elimination", "step_evidence"} {
			statements = append(statements, `DELETE FROM `+table+` WHERE puzzle_id IN `+list+` AND step > ?`)
		}
		statements = append(statements, `DELETE FROM attempt WHERE puzzle_id IN `+list+` AND first_step > ?`)
		for _, s := range statements {
			if strings.HasSuffix(s, "?") {
				after = append(args[:len(args):len(args)], kept)
			}
			if _, err := c.ExecContext(ctx, s, after...); err != nil {
				return fmt.Errorf("delete the previous result: %s: %w", s[:min(len(s), 40)], err)
			}
		}
	}
	return nil
}
