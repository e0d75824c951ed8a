package statements

import (
	"context"

	"setdoku/internal/catalogue"
)

// check looks for contradictions in the puzzles of the pass: at checkTier in all puzzles, and if some puzzles are
// checked, also before the first technique and after the last. It fills place_mask, which the techniques from checkTier
// on read.
func (d *Driver) check(ctx context.Context, tier int) error {
	first := d.opts.Techniques[0].Tier
	if due := tier == d.checkTier || d.checking && (tier == first || tier == catalogue.EndTier); !due {
		return nil
	}
	return d.findContradiction(ctx)
}

// findContradiction takes puzzles out of the pass that have a cell without candidates or a unit without a place for a
// digit.
func (d *Driver) findContradiction(ctx context.Context) error {
	for _, f := range []string{relationFile(placeMask), "driver/find_contradiction"} {
		if _, err := d.run(ctx, f); err != nil {
			return err
		}
	}
	d.built = relationSet{placeMask: true}
	return d.removeContradicted(ctx)
}

// findClash takes checked puzzles out of the pass if their placements contradict each other.
func (d *Driver) findClash(ctx context.Context) error {
	if _, err := d.run(ctx, "driver/find_clash"); err != nil {
		return err
	}
	return d.removeContradicted(ctx)
}

// removeContradicted takes puzzles with a contradiction out of the pass. They are invalid if every pass was checked,
// as for hypotheses. Otherwise they are suspects and are replayed.
func (d *Driver) removeContradicted(ctx context.Context) error {
	err := d.exec(ctx, `
		UPDATE work_puzzle
		SET status = CASE checked WHEN 1 THEN 'invalid' ELSE 'suspect' END, tier = 0
		WHERE status = 'new' AND puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k)`)
	if err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM pass WHERE puzzle_id IN (SELECT k.puzzle_id FROM work_contradiction AS k)`)
}

// clash discards the pass of puzzles whose placements contradict each other. If an unchecked puzzle gets a digit
// twice in a unit, recheckFilled finds that in unit_state.
func (d *Driver) clash(ctx context.Context) error {
	if d.checking {
		if err := d.findClash(ctx); err != nil {
			return err
		}
	}
	n, err := d.update(ctx, `
		UPDATE work_puzzle
		SET status = 'suspect', tier = 0
		WHERE puzzle_id IN (SELECT d.puzzle_id FROM deduction AS d GROUP BY d.puzzle_id, d.cell HAVING COUNT(*) > 1)`)
	if d.variant != nil && err == nil { // no unit shows two equal digits in peers without one
		var more int64
		more, err = d.update(ctx, `
			UPDATE work_puzzle
			SET status = 'suspect', tier = 0
			WHERE puzzle_id IN (
				SELECT d.puzzle_id
				FROM deduction AS d
				CROSS JOIN far_peer AS f
				CROSS JOIN deduction AS o
				WHERE f.cell = d.cell AND o.puzzle_id = d.puzzle_id AND o.cell = f.peer AND o.digit = d.digit
			)`)
		n += more
	}
	if err != nil || n == 0 {
		return err
	}
	return d.exec(ctx, `
		DELETE FROM deduction WHERE puzzle_id IN (SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'suspect')`)
}

// recheckFilled makes solved puzzles suspects if a unit lacks a digit.
func (d *Driver) recheckFilled(ctx context.Context) error {
	return d.exec(ctx, `
		UPDATE work_puzzle
		SET status = 'suspect'
		WHERE status = 'solved' AND checked = 0 AND EXISTS (
			SELECT 1 FROM unit_state AS u WHERE u.puzzle_id = work_puzzle.puzzle_id AND u.missing <> 0)`)
}

// replay loads the suspects again, to check them before every pass. It reports whether there were any.
func (d *Driver) replay(ctx context.Context) (bool, error) {
	var n int
	if err := d.conn.GetContext(ctx, &n, `SELECT COUNT(*) FROM work_puzzle WHERE status = 'suspect'`); err != nil ||
		n == 0 {
		return false, err
	}
	d.checking = true
	if _, err := d.run(ctx, "driver/replay"); err != nil {
		return false, err
	}
	_, err := d.run(ctx, "driver/load")
	return true, err
}
