package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"setdoku"
)

// neededColumns are the columns of the table needed.
var neededColumns = []string{"puzzle_id", "step", "cell", "digit", "placement", "rule", "pattern", "audit_step"}

// SaveNeeded replaces the rows of the table needed for puzzles: those that the records have in Needed. A puzzle that
// was solved, played or deleted since its record was read keeps what it has. SaveNeeded returns how many it saved.
func (c *Conn) SaveNeeded(ctx context.Context, records []setdoku.Record) (saved int, err error) {
	err = c.Atomically(ctx, func() error {
		saved = 0
		for i := range records {
			r := &records[i]
			same, err := c.unchanged(ctx, r)
			if err != nil {
				return fmt.Errorf("save what is needed of puzzle %d: %w", r.PuzzleID, err)
			}
			if !same {
				continue
			}
			saved++
			if _, err := c.ExecContext(ctx, `DELETE FROM needed WHERE puzzle_id = ?`, r.PuzzleID); err != nil {
				return fmt.Errorf("delete what was needed of puzzle %d: %w", r.PuzzleID, err)
			}
			rows := make([]any, 0, len(neededColumns)*len(r.Needed))
			for _, n := range r.Needed {
				placement := 0
				if n.Placement {
					placement = 1
				}
				rows = append(rows, r.PuzzleID, n.Step, n.Cell, int(n.Digit), placement, n.Rule, n.Pattern, n.AuditStep)
			}
			if err := c.Insert(ctx, "needed", neededColumns, rows); err != nil {
				return fmt.Errorf("save what is needed of puzzle %d: %w", r.PuzzleID, err)
			}
		}
		return nil
	})
	return saved, err
}

// unchanged reports whether a puzzle is as its record says. On a server it stays so until the transaction ends.
func (c *Conn) unchanged(ctx context.Context, r *setdoku.Record) (bool, error) {
	var now struct {
		Status string
		Steps  int
		Run    int64
	}
	query := `SELECT status, steps, COALESCE(run_id, 0) AS run FROM puzzle WHERE puzzle_id = ?`
	if c.db.dialect == Postgres {
		query += ` FOR UPDATE`
	}
	err := c.GetContext(ctx, &now, query, r.PuzzleID)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return now.Status == r.Status && now.Steps == r.Steps && now.Run == r.RunID, err
}
