package driver

import (
	"context"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/statement"
)

// atOnce is the number of puzzles for which forcing makes hypotheses at once. Each puzzle has some hundred
// hypotheses.
const atOnce = 25

// discover runs a technique for the puzzles of the pass and returns the number of deductions. The statements of
// forcing and search insert assumptions. The driver then applies the singles to all hypothetical puzzles at once.
func (d *Driver) discover(ctx context.Context, t setdoku.Technique) (int64, error) {
	switch t.File {
	case setdoku.RuleForcing:
		return d.force(ctx, t)
	case setdoku.RuleSearch:
		return d.search(ctx)
	}
	found, err := d.Statements.Find(ctx, t.File, d.opts.Audit == setdoku.AuditFull, d.known(t))
	if err != nil || found == 0 || !t.HasSize() {
		return found, err
	}
	// The statement uses the name of the technique without the size.
	for _, table := range []string{"deduction", "deduction_evidence"} {
		if err := d.exec(ctx, "UPDATE "+table+" SET technique = ? WHERE technique = ?", t.Name, t.BaseName()); err != nil {
			return 0, err
		}
	}
	return found, nil
}

// force assumes every candidate of every puzzle of the pass.
func (d *Driver) force(ctx context.Context, t setdoku.Technique) (int64, error) {
	var ids []int64
	if err := d.Conn.SelectContext(ctx, &ids, `SELECT puzzle_id FROM pass ORDER BY puzzle_id`); err != nil {
		return 0, err
	}
	var found int64
	for len(ids) > 0 {
		n := min(atOnce, len(ids))
		rows := make([]any, 0, 4*n)
		for _, id := range ids[:n] {
			rows = append(rows, id, t.Name, t.Size, 0)
		}
		ids = ids[n:]
		if err := d.exec(ctx, `DELETE FROM pass`); err != nil {
			return 0, err
		}
		if err := d.Conn.Insert(ctx, "pass", []string{"puzzle_id", "technique", "size", "skip_complements"}, rows); err != nil {
			return 0, err
		}
		if _, err := d.Run(ctx, t.File); err != nil {
			return 0, err
		}
		// The same table holds the assumptions, so the deductions so far are saved in another one.
		if err := d.saveDeductions(ctx); err != nil {
			return 0, err
		}
		if err := d.runHypotheses(ctx); err != nil {
			return 0, err
		}
		refuted, err := d.Statements.Find(ctx, "driver/refute", d.opts.Audit == setdoku.AuditFull, statement.ReuseNone)
		if err != nil {
			return 0, err
		}
		found += refuted
		if _, err := d.Run(ctx, "driver/drop_hypotheses"); err != nil {
			return 0, err
		}
	}
	return found, d.restoreDeductions(ctx)
}

// saveDeductions moves the rows of deduction to saved_deduction. restoreDeductions moves them back.
func (d *Driver) saveDeductions(ctx context.Context) error {
	if err := d.exec(ctx, `
		INSERT INTO saved_deduction (puzzle_id, technique, placement, cell, digit, pattern)
		SELECT puzzle_id, technique, placement, cell, digit, pattern FROM deduction`); err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM deduction`)
}

func (d *Driver) restoreDeductions(ctx context.Context) error {
	if err := d.exec(ctx, `
		INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
		SELECT puzzle_id, technique, placement, cell, digit, pattern FROM saved_deduction`); err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM saved_deduction`)
}

// search branches until every puzzle of the pass has two solutions or no open branch.
func (d *Driver) search(ctx context.Context) (int64, error) {
	for {
		branches, err := d.Run(ctx, setdoku.RuleSearch)
		if err != nil {
			return 0, err
		}
		if branches == 0 {
			break
		}
		if err := d.runHypotheses(ctx); err != nil {
			return 0, err
		}
		if _, err := d.Run(ctx, "driver/next_search_round"); err != nil {
			return 0, err
		}
	}
	if _, err := d.Run(ctx, "driver/conclude_search"); err != nil {
		return 0, err
	}
	if _, err := d.Run(ctx, "driver/drop_hypotheses"); err != nil {
		return 0, err
	}
	var found int64
	err := d.Conn.GetContext(ctx, &found, `SELECT COUNT(*) FROM deduction`)
	return found, err
}

// runHypotheses makes a puzzle of every new hypothesis and applies the singles until each is solved, invalid or
// stuck. It uses the tables pass and deduction and leaves them empty.
func (d *Driver) runHypotheses(ctx context.Context) error {
	if err := d.exec(ctx, `DELETE FROM pass`); err != nil {
		return err
	}
	if _, err := d.Run(ctx, "driver/hypothesize"); err != nil {
		return err
	}
	if err := d.advance(ctx); err != nil {
		return err
	}
	for again := true; again; {
		again = false
		for i, file := range catalogue.Singles {
			some, err := d.single(ctx, file, i+1)
			if err != nil {
				return err
			}
			again = again || some
		}
	}
	return d.concludeHypotheses(ctx)
}

// single runs a single for the hypotheses that wait for it, and reports whether any waited.
func (d *Driver) single(ctx context.Context, file string, tier int) (bool, error) {
	waiting, err := d.fill(ctx, setdoku.Technique{Name: file, Size: 1, Tier: tier})
	if err != nil || waiting == 0 {
		return false, err
	}
	found, err := d.Statements.Find(ctx, file, false, statement.ReuseNone)
	if err != nil {
		return false, err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET tier = ? WHERE tier = ?`, tier+1, tier); err != nil {
		return false, err
	}
	if found > 0 {
		if err := d.findClash(ctx); err != nil {
			return false, err
		}
		if err := d.advance(ctx); err != nil {
			return false, err
		}
	}
	return true, d.exec(ctx, `DELETE FROM pass`)
}

// advance applies the placements of a pass to the hypotheses.
func (d *Driver) advance(ctx context.Context) error {
	for _, f := range []string{"driver/apply", "driver/apply_placements"} {
		if _, err := d.Run(ctx, f, 1); err != nil {
			return err
		}
	}
	return d.exec(ctx, `DELETE FROM deduction`)
}

// concludeHypotheses looks for contradictions in the hypotheses to which no single applies.
func (d *Driver) concludeHypotheses(ctx context.Context) error {
	if _, err := d.fill(ctx, setdoku.Technique{Tier: len(catalogue.Singles) + 1}); err != nil {
		return err
	}
	if err := d.findContradiction(ctx); err != nil {
		return err
	}
	err := d.exec(ctx, `UPDATE work_puzzle SET status = 'stuck', tier = 0 WHERE tier = ?`, len(catalogue.Singles)+1)
	if err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM pass`)
}
