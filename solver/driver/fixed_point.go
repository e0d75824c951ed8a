package driver

import (
	"context"
	"time"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/memory/technique"
)

// fixedPoint starts every loaded puzzle at the first technique. It runs the techniques again and again, easiest
// first, each for the puzzles that wait for it, until no puzzle waits. A puzzle that changes goes back to the first
// technique; a puzzle that does not goes on to the next one. The cheap techniques before checkTier are repeated until
// no puzzle waits for them, so that each expensive technique runs for many puzzles at once.
func (d *Driver) fixedPoint(ctx context.Context) error {
	techniques := d.opts.Techniques
	err := d.exec(ctx, `
		UPDATE work_puzzle
		SET tier = CASE WHEN open_cells = 0 THEN 0 ELSE ? END, status = CASE WHEN open_cells = 0 THEN 'solved' ELSE status END
		WHERE status = 'new' AND tier = 0`, techniques[0].Tier)
	if err != nil {
		return err
	}
	cheap := 0
	for cheap < len(techniques) && techniques[cheap].Tier < d.checkTier {
		cheap++
	}
	for again := true; again; {
		for again {
			if again, err = d.sweep(ctx, techniques[:cheap]); err != nil {
				return err
			}
		}
		if again, err = d.sweep(ctx, techniques[cheap:]); err != nil {
			return err
		}
		ended, err := d.end(ctx)
		if err != nil {
			return err
		}
		again = again || ended
	}
	return d.recheckFilled(ctx)
}

// sweep runs each technique once, for the puzzles that wait for it, and reports whether any puzzle waited.
func (d *Driver) sweep(ctx context.Context, techniques catalogue.Catalogue) (bool, error) {
	waited := false
	d.last, d.built = setdoku.Technique{}, nil
	for _, t := range techniques {
		some, err := d.pass(ctx, t)
		if err != nil {
			return false, err
		}
		waited = waited || some
	}
	return waited, nil
}

// pass runs a technique for all puzzles that wait for it and reports whether any did.
func (d *Driver) pass(ctx context.Context, t setdoku.Technique) (bool, error) {
	waiting, err := d.fill(ctx, t, d.opts.Techniques)
	if err != nil || waiting == 0 {
		return false, err
	}
	if err := d.check(ctx, t.Tier); err != nil {
		return false, err
	}
	began := time.Now()
	if err := d.prerequisites(ctx, t); err != nil {
		return false, err
	}
	var p Pass
	if d.opts.OnPass != nil {
		if p, err = d.newPass(ctx, t); err != nil {
			return false, err
		}
	}
	found, err := d.discover(ctx, t)
	if err != nil {
		return false, err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET tier = ? WHERE tier = ?`, d.next(t), t.Tier); err != nil {
		return false, err
	}
	if found > 0 {
		if err := d.apply(ctx, t, &p); err != nil {
			return false, err
		}
	}
	if d.opts.OnPass != nil && p.Puzzles > 0 {
		p.Time = time.Since(began)
		if err := d.readGrids(ctx, p.Grids); err != nil {
			return false, err
		}
		d.opts.OnPass(p)
	}
	return true, d.exec(ctx, `DELETE FROM pass`)
}

// fill puts the puzzles that wait for a technique into pass and returns their number. The technique is one of a list
// that is run together.
func (d *Driver) fill(ctx context.Context, t setdoku.Technique, list catalogue.Catalogue) (int64, error) {
	const query = `
		INSERT INTO pass (puzzle_id, technique, size, skip_complements)
		SELECT puzzle_id, ?, ?, ? FROM work_puzzle WHERE tier = ?`
	skip := 0
	if technique.SkipsComplements(t, list) {
		skip = 1
	}
	return d.Exec(ctx, query, t.BaseName(), t.SolveSize, skip, t.Tier)
}

// end marks the puzzles as stuck that have tried all techniques, and reports whether there were any.
func (d *Driver) end(ctx context.Context) (bool, error) {
	waiting, err := d.fill(ctx, setdoku.Technique{Tier: catalogue.EndTier}, nil)
	if err != nil || waiting == 0 {
		return false, err
	}
	if err := d.check(ctx, catalogue.EndTier); err != nil {
		return false, err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET status = 'stuck', tier = 0 WHERE tier = ?`, catalogue.EndTier); err != nil {
		return false, err
	}
	return true, d.exec(ctx, `DELETE FROM pass`)
}

// next returns the tier that follows a technique.
func (d *Driver) next(t setdoku.Technique) int {
	for _, u := range d.opts.Techniques {
		if u.Tier > t.Tier {
			return u.Tier
		}
	}
	return catalogue.EndTier
}

// apply makes the deductions of a pass the next step of their puzzles.
func (d *Driver) apply(ctx context.Context, t setdoku.Technique, p *Pass) error {
	files := []string{"driver/apply", "driver/apply_eliminations"}
	if t.Places {
		files[1] = "driver/apply_placements"
		if err := d.clash(ctx); err != nil {
			return err
		}
	}
	if d.opts.OnPass != nil {
		if err := d.countFound(ctx, p); err != nil {
			return err
		}
	}
	restart := d.opts.Techniques[0].Tier
	if d.opts.StopAtFirst {
		restart = catalogue.EndTier
	}
	if d.opts.Audit == setdoku.AuditFull && d.explains(t) {
		files = append(files, "driver/apply_evidence")
	}
	for _, f := range files {
		if _, err := d.Run(ctx, f, restart); err != nil {
			return err
		}
	}
	return d.exec(ctx, `DELETE FROM deduction`)
}
