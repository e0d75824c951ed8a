package statements

import (
	"context"

	"setdoku"
	"setdoku/internal/catalogue"
)

// discover runs a technique for the puzzles of the pass and returns the number of deductions. If the file makes
// hypotheses, the driver brings them to their fixed point.
func (d *Driver) discover(ctx context.Context, t catalogue.Technique) (int64, error) {
	if t.File == setdoku.RuleSearch {
		return d.search(ctx)
	}
	if t.Text != "" && d.users != nil {
		return d.findElsewhere(ctx, t)
	}
	assumes, err := d.settles(ctx, t.File)
	if err != nil {
		return 0, err
	}
	if assumes {
		return d.assume(ctx, t)
	}
	found, err := d.find(ctx, t.File, findOptions{patterns: d.explaining(), known: d.known(t), inside: d.depth > 0})
	if err == nil && t.Text != "" {
		found, err = d.checkRows(ctx, t)
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
func (d *Driver) known(t catalogue.Technique) reuse {
	last := d.last
	d.last = t
	switch {
	case last.File != t.File:
		return reuseNone
	case last.Size != t.Size:
		return reuseFile
	}
	return reuseSize
}
