package driver

import (
	"context"
	"fmt"

	"setdoku"
)

// checkOwn checks the rows that a technique file of a user has written in a pass, and returns the number of deductions.
func (d *Driver) checkOwn(ctx context.Context, t setdoku.Technique) (found int64, err error) {
	for _, table := range []struct{ name, check string }{
		{"deduction", "driver/find_wrong_deduction"},
		{"deduction_evidence", "driver/find_wrong_evidence"},
	} {
		query, err := d.Text(table.check)
		if err != nil {
			return 0, err
		}
		var wrong []struct {
			PuzzleID       int64 `db:"puzzle_id"`
			Entry, Problem string
		}
		if err := d.Conn.SelectContext(ctx, &wrong, query); err != nil {
			return 0, fmt.Errorf("check the rows of %s: %w", t.Name, err)
		}
		for _, w := range wrong {
			return 0, d.RowFault(t.File, table.name, w.PuzzleID, w.Entry, w.Problem)
		}
	}
	err = d.Conn.GetContext(ctx, &found, `SELECT COUNT(*) FROM deduction`)
	return found, err
}
