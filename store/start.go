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
	starts := make([]Start, len(ids))
	for i, id := range ids {
		row, ok := at[id]
		if !ok {
			return nil, fmt.Errorf("puzzle %d: %w", id, ErrNoPuzzle)
		}
		r := &rows[row]
		starts[i] = Start{PuzzleID: id, Givens: r.Givens, Kept: kept[i]}
		if err := starts[i].read(r.Givens, r.State); err != nil {
			return nil, fmt.Errorf("puzzle %d: %w", id, err)
		}
		if kept[i] > 0 {
			starts[i].Score = r.Score
			uses, err := readUses(ctx, c, []int64{id})
			if err != nil {
				return nil, err
			}
			starts[i].Uses = uses[id]
			if err := c.played(ctx, &starts[i]); err != nil {
				return nil, err
			}
		}
	}
	return starts, nil
}

// read reads the puzzle as it was added.
func (s *Start) read(givens, state string) (err error) {
	if s.GivenDigits, err = setdoku.ParseLine(givens); err != nil {
		return err
	}
	if s.Digits = s.GivenDigits; state == "" {
		return nil
	}
	added, err := readState(state)
	if err != nil {
		return err
	}
	s.Digits = added.Filled()
	marks := added.Candidates()
	s.Candidates = &marks
	return nil
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

// played reads the puzzle with the steps by hand.
func (c *Conn) played(ctx context.Context, s *Start) error {
	var cells []digitRow
	err := c.SelectContext(ctx, &cells, `SELECT cell, digit FROM cell WHERE puzzle_id = ? AND step <= ?`, s.PuzzleID, s.Kept)
	if err != nil {
		return err
	}
	s.Digits = setdoku.Grid{}
	for _, r := range cells {
		s.Digits[setdoku.CellIndex(r.Cell)] = r.Digit
	}
	marks, err := c.candidates(ctx, s.PuzzleID)
	s.Candidates = &marks
	return err
}

// digitRow has the columns cell and digit of a row.
type digitRow struct {
	Cell  int
	Digit uint8
}

// candidates returns the candidates of an unfinished puzzle. If nobody has filled them in yet, they follow from the cells and the
// eliminations.
func (c *Conn) candidates(ctx context.Context, id int64) (marks [setdoku.CellCount]setdoku.DigitSet, err error) {
	var live []digitRow
	if err := c.SelectContext(ctx, &live, `SELECT cell, digit FROM candidate WHERE puzzle_id = ?`, id); err != nil {
		return marks, err
	}
	for _, r := range live {
		marks[setdoku.CellIndex(r.Cell)] |= setdoku.SetOf(r.Digit)
	}
	if len(live) > 0 {
		return marks, nil
	}
	var cells, gone []digitRow
	if err := c.SelectContext(ctx, &cells, `SELECT cell, digit FROM cell WHERE puzzle_id = ?`, id); err != nil {
		return marks, err
	}
	if err := c.SelectContext(ctx, &gone, `SELECT cell, digit FROM elimination WHERE puzzle_id = ?`, id); err != nil {
		return marks, err
	}
	var s setdoku.State
	for _, r := range cells {
		s.Givens[setdoku.CellIndex(r.Cell)] = r.Digit
	}
	for _, r := range gone {
		s.Deleted[setdoku.CellIndex(r.Cell)] |= setdoku.SetOf(r.Digit)
	}
	return s.Candidates(), nil
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
