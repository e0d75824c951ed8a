package driver

import (
	"context"
	"fmt"

	"setdoku"
	"setdoku/internal/statement"
)

// discover runs a technique for the puzzles of the pass and returns the number of deductions. If the file makes
// hypotheses, the driver brings them to their fixed point.
func (d *Driver) discover(ctx context.Context, t setdoku.Technique) (int64, error) {
	if t.File == setdoku.RuleSearch {
		return d.search(ctx)
	}
	assumes, err := d.Settles(ctx, t.File)
	if err != nil {
		return 0, err
	}
	if assumes {
		return d.assume(ctx, t)
	}
	found, err := d.Find(ctx, t.File, statement.Search{Patterns: d.explaining(), Known: d.known(t),
		Inside: d.depth > 0})
	if err == nil && t.Text != "" {
		found, err = d.checkOwn(ctx, t)
	}
	if err != nil || found == 0 || !t.HasSize() {
		return found, err
	}
	// The statement uses the name of the technique without the size.
	for _, table := range []string{"deduction", "deduction_evidence"} {
		if err := d.exec(ctx, "UPDATE "+table+" SET technique = ? WHERE technique = ?", t.Name,
			t.BaseName()); err != nil {
			return 0, err
		}
	}
	return found, nil
}

// explaining reports whether patterns are explained: nobody reads those of techniques inside of hypotheses.
func (d *Driver) explaining() bool { return d.depth == 0 && d.opts.Audit == setdoku.AuditFull }

// known returns which work tables of the technique's file are filled already, because the previous technique was of
// the same file. It also stores the technique as the last one. A puzzle that waits for this technique has already
// tried the previous one and has not changed since.
func (d *Driver) known(t setdoku.Technique) statement.Reuse {
	last := d.last
	d.last = t
	switch {
	case last.File != t.File:
		return statement.ReuseNone
	case last.Size != t.Size:
		return statement.ReuseFile
	}
	return statement.ReuseSize
}

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
