package batch

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"sync"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	sqlfiles "setdoku/sql"
	"setdoku/store"
	"setdoku/store/record"
)

// cte solves each puzzle with one recursive statement, sql/cte.sql. The result is the solutions, up to two, without
// any steps.
type cte struct {
	stmt  *sqlx.Stmt
	rater *memory.Rater
}

func newCTE(ctx context.Context, conn *store.Conn, all catalogue.Catalogue) (*cte, error) {
	text, err := recursiveStatement()
	if err != nil {
		return nil, err
	}
	stmt, err := conn.PreparexContext(ctx, text)
	if err != nil {
		return nil, fmt.Errorf("prepare sql/cte.sql: %w", err)
	}
	return &cte{stmt, memory.NewRater(all, setdoku.AuditNone)}, nil
}

func (c *cte) Close(context.Context) error { return c.stmt.Close() }

// puzzleText matches the puzzle in sql/cte.sql. A user of the file replaces it with another one.
var puzzleText = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\('[.0-9]{81}'\)`) })

// recursiveStatement returns the statement of sql/cte.sql with a parameter ? for the puzzle: 81 characters, or 729
// characters that are candidates. Its rows are the solutions, at most two.
func recursiveStatement() (string, error) {
	text, err := sqlfiles.Text("cte")
	if err != nil {
		return "", err
	}
	if n := len(puzzleText().FindAllString(text, -1)); n != 1 {
		return "", fmt.Errorf("sql/cte.sql has %d puzzles, want 1", n)
	}
	return puzzleText().ReplaceAllLiteralString(text, "(CAST(? AS TEXT))"), nil
}

func (c *cte) Compute(ctx context.Context, chunk []*record.Puzzle) error {
	for _, p := range chunk {
		if err := c.solve(ctx, p); err != nil {
			return fmt.Errorf("puzzle %d: %w", p.PuzzleID, err)
		}
	}
	return nil
}

// solve sets the status of a puzzle, and a contradiction if it has no solution. There is no path, because no step fills
// cells.
func (c *cte) solve(ctx context.Context, p *record.Puzzle) (err error) {
	var solutions []string
	if err := c.stmt.SelectContext(ctx, &solutions, candidateText(&p.Start)); err != nil {
		return errors.Join(ctx.Err(), err)
	}
	filled := p.Start.Filled()
	p.Status, p.Contradictions = setdoku.StatusMultiple, nil
	switch len(solutions) {
	case 0:
		p.Status = setdoku.StatusInvalid
		p.Contradictions = []setdoku.Contradiction{{Step: p.LastStep(), Kind: "no_solution"}}
	case 1:
		if filled, err = setdoku.ParseGrid(solutions[0]); err != nil {
			return fmt.Errorf("solution from sql/cte.sql: %w", err)
		}
		p.Status = setdoku.StatusSolved
	}
	c.rater.Fill(ctx, p, &filled)
	return ctx.Err()
}

// candidateText returns a puzzle in the form that the statement reads: its digits or, if it has pencil marks, nine
// characters for each cell.
func candidateText(state *setdoku.State) string {
	digits := state.Filled()
	if state.Plain() {
		return digits.String()
	}
	text := make([]byte, 0, 9*setdoku.CellCount)
	for i, marks := range state.Candidates() {
		filled := digits[i]
		if filled != 0 {
			marks = setdoku.NewDigitSet(filled)
		}
		for d := uint8(1); d <= 9; d++ {
			if marks.Has(d) {
				text = append(text, '0'+d)
			} else {
				text = append(text, '.')
			}
		}
	}
	return string(text)
}
