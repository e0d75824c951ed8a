package store

import (
	"context"
	"encoding/json"
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
	Techniques          map[string]int                       // number of placements and eliminations of each technique in those steps
	TechniqueSteps      map[string]int                       // number of steps of each technique among those steps
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
		PuzzleID       int64 `db:"puzzle_id"`
		Givens         string
		State          string
		Score          int
		Techniques     string
		TechniqueSteps string `db:"technique_steps"`
	}
	list, args := inList(ids)
	err := c.SelectContext(ctx, &rows, `SELECT puzzle_id, givens, state, score, techniques, technique_steps FROM puzzle WHERE puzzle_id IN `+list, args...)
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
			if err := json.Unmarshal([]byte(r.Techniques), &starts[i].Techniques); err != nil {
				return nil, fmt.Errorf("puzzle %d, column techniques: %w", id, err)
			}
			if err := json.Unmarshal([]byte(r.TechniqueSteps), &starts[i].TechniqueSteps); err != nil {
				return nil, fmt.Errorf("puzzle %d, column technique_steps: %w", id, err)
			}
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
	var cells, marks []struct {
		Cell  int
		Digit uint8
	}
	err := c.SelectContext(ctx, &cells, `SELECT cell, digit FROM cell WHERE puzzle_id = ? AND step <= ?`, s.PuzzleID, s.Kept)
	if err != nil {
		return err
	}
	if err := c.SelectContext(ctx, &marks, `SELECT cell, digit FROM candidate WHERE puzzle_id = ?`, s.PuzzleID); err != nil {
		return err
	}
	s.Digits = setdoku.Grid{}
	for _, r := range cells {
		s.Digits[setdoku.CellIndex(r.Cell)] = r.Digit
	}
	s.Candidates = new([setdoku.CellCount]setdoku.DigitSet)
	for _, r := range marks {
		s.Candidates[setdoku.CellIndex(r.Cell)] |= setdoku.SetOf(r.Digit)
	}
	return nil
}

// DeletePreviousResult deletes the rows of puzzles after the steps that stay: cells, steps, eliminations and
// attempts. It deletes all rows of the tables that every solve writes again. Puzzles with Kept -1 have no such rows.
func (c *Conn) DeletePreviousResult(ctx context.Context, starts []Start) error {
	byKept := make(map[int][]int64)
	for _, s := range starts {
		if s.Kept >= 0 {
			byKept[s.Kept] = append(byKept[s.Kept], s.PuzzleID)
		}
	}
	for kept, ids := range byKept {
		list, args := inList(ids)
		for _, table := range []string{"main.deduction", "main.deduction_evidence", "branch", "needed", "contradiction", "stored_candidate"} {
			if _, err := c.ExecContext(ctx, c.Qualify(`DELETE FROM `+table+` WHERE puzzle_id IN `+list), args...); err != nil {
				return fmt.Errorf("delete the previous result: %s: %w", table, err)
			}
		}
		tables := []string{"stored_elimination", "stored_evidence"}
		if c.db.dialect == SQLite {
			tables = append(tables, "stored_cell", "stored_step")
		} else if err := c.deletePaths(ctx, ids, kept); err != nil {
			return fmt.Errorf("delete the previous result: stored_path: %w", err)
		}
		for _, table := range tables {
			query := `DELETE FROM ` + table + ` WHERE puzzle_id IN ` + list + ` AND step > ?`
			if _, err := c.ExecContext(ctx, query, append(args[:len(args):len(args)], kept)...); err != nil {
				return fmt.Errorf("delete the previous result: %s: %w", table, err)
			}
		}
		query := `DELETE FROM attempt WHERE puzzle_id IN ` + list + ` AND first_step > ?`
		if _, err := c.ExecContext(ctx, query, append(args[:len(args):len(args)], kept)...); err != nil {
			return fmt.Errorf("delete the previous result: attempt: %w", err)
		}
	}
	return nil
}
