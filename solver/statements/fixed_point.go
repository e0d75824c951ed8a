package statements

import (
	"context"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
)

// fixedPoint starts every loaded puzzle at the first technique and runs the selected techniques until no puzzle waits
// for one.
func (d *Driver) fixedPoint(ctx context.Context) error {
	techniques := d.opts.Techniques
	err := d.exec(ctx, `
		UPDATE work_puzzle
		SET tier = CASE WHEN open_cells = 0 THEN 0 ELSE ? END, status = CASE
			WHEN open_cells = 0 THEN 'solved' ELSE status END
		WHERE status = 'new' AND tier = 0`, techniques[0].Tier)
	if err != nil {
		return err
	}
	cheap := 0
	for cheap < len(techniques) && techniques[cheap].Tier < d.checkTier {
		cheap++
	}
	if err := d.repeat(ctx, techniques, cheap, nil); err != nil {
		return err
	}
	if err := d.endStuck(ctx); err != nil {
		return err
	}
	return d.recheckFilled(ctx)
}

// repeat runs the techniques of a list again and again, easiest first, each for the puzzles that wait for it, until no
// puzzle waits. A puzzle that changes goes back to the first technique. Any other puzzle goes on to the next one.
// repeat repeats the cheap techniques, which come first, until no puzzle waits for them, so that each expensive
// technique runs for many puzzles at once. It calls check, unless that is nil, before each run of the expensive
// techniques.
func (d *Driver) repeat(ctx context.Context, list catalogue.Catalogue, cheap int, check func() error) (err error) {
	for again := true; again; {
		for again {
			if again, err = d.sweep(ctx, list, list[:cheap]); err != nil {
				return err
			}
		}
		if check != nil {
			if err := check(); err != nil {
				return err
			}
		}
		if again, err = d.sweep(ctx, list, list[cheap:]); err != nil {
			return err
		}
	}
	return nil
}

// sweep runs some techniques of a list once, each for the puzzles that wait for it, and reports whether any puzzle
// waited.
func (d *Driver) sweep(ctx context.Context, list, some catalogue.Catalogue) (waited bool, err error) {
	d.last, d.built = catalogue.Technique{}, nil
	for _, t := range some {
		waiting, err := d.fill(ctx, t, list)
		if err != nil {
			return false, err
		}
		if waiting == 0 {
			continue
		}
		waited = true
		if err := d.pass(ctx, t, list); err != nil {
			return false, err
		}
	}
	return waited, nil
}

// pass runs a technique of a list for the puzzles in the table pass, and empties the table.
func (d *Driver) pass(ctx context.Context, t catalogue.Technique, list catalogue.Catalogue) (err error) {
	if d.depth == 0 {
		if err := d.check(ctx, t.Tier); err != nil {
			return err
		}
	}
	began := time.Now()
	if err := d.provide(ctx, t); err != nil {
		return err
	}
	if d.depth == 0 && t.NeedsOneSolution() {
		if err := d.takeOutImproper(ctx); err != nil {
			return err
		}
	}
	if d.depth == 0 && t.Name == setdoku.RuleSearch && d.variant != nil {
		if err := d.takeOutUncounted(ctx); err != nil {
			return err
		}
	}
	var p memory.Pass
	if d.reports() {
		if p, err = d.newPass(ctx, t); err != nil {
			return err
		}
	}
	found, err := d.discover(ctx, t)
	if err != nil {
		return err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET tier = ? WHERE tier = ?`, d.next(t, list), t.Tier); err != nil {
		return err
	}
	if found > 0 {
		if err := d.apply(ctx, t, list[0].Tier, &p); err != nil {
			return err
		}
	}
	if p.Puzzles > 0 {
		p.Time = time.Since(began)
		if err := d.readGrids(ctx, p.Grids); err != nil {
			return err
		}
		d.opts.OnPass(p)
	}
	return d.exec(ctx, `DELETE FROM pass`)
}

// reports reports whether the caller wants to know of the passes that run now.
func (d *Driver) reports() bool { return d.opts.OnPass != nil && d.depth == 0 }

// fill puts the puzzles that wait for a technique into pass and returns their number. The technique is one of a list
// that is run together.
func (d *Driver) fill(ctx context.Context, t catalogue.Technique, list catalogue.Catalogue) (int64, error) {
	const query = `
		INSERT INTO pass (puzzle_id, technique, size, skip_complements)
		SELECT puzzle_id, ?, ?, ? FROM work_puzzle WHERE tier = ?`
	return d.update(ctx, query, t.BaseName(), t.SolveSize, skipComplements(t, list), t.Tier)
}

// skipComplements returns the value of pass.skip_complements for a technique of a list that is run together.
func skipComplements(t catalogue.Technique, list []catalogue.Technique) int {
	if memory.SkipsComplements(t, list) {
		return 1
	}
	return 0
}

// endStuck marks the puzzles as stuck that have tried all techniques.
func (d *Driver) endStuck(ctx context.Context) error {
	waiting, err := d.fill(ctx, catalogue.Technique{Technique: setdoku.Technique{Tier: catalogue.EndTier}}, nil)
	if err != nil || waiting == 0 {
		return err
	}
	if err := d.check(ctx, catalogue.EndTier); err != nil {
		return err
	}
	if err := d.exec(ctx, `UPDATE work_puzzle SET status = 'stuck', tier = 0 WHERE tier = ?`,
		catalogue.EndTier); err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM pass`)
}

// next returns the tier that follows a technique of a list.
func (d *Driver) next(t catalogue.Technique, list catalogue.Catalogue) int {
	for _, u := range list {
		if u.Tier > t.Tier {
			return u.Tier
		}
	}
	if d.depth > 0 {
		return t.Tier + 1
	}
	return catalogue.EndTier
}

// apply makes the deductions of a pass the next step of their puzzles, which then wait for the tier first.
func (d *Driver) apply(ctx context.Context, t catalogue.Technique, first int, p *memory.Pass) error {
	files := []string{"driver/apply"}
	if t.Family == catalogue.Forcing {
		files = append(files, "driver/count_rounds")
	}
	if d.depth > 0 {
		files = append(files, "driver/add_rounds")
	}
	change := "driver/apply_eliminations"
	if t.Places {
		change = "driver/apply_placements"
		clash := d.clash
		if d.depth > 0 {
			clash = d.findClash
		}
		if err := clash(ctx); err != nil {
			return err
		}
	}
	if d.reports() {
		if err := d.countFound(ctx, p); err != nil {
			return err
		}
	}
	if d.opts.StopAtFirst && d.depth == 0 {
		first = catalogue.EndTier
	}
	files = append(files, change)
	if d.explaining() && (t.Text != "" || d.explains(t.File)) {
		files = append(files, "driver/apply_evidence")
	}
	return d.advance(ctx, first, files...)
}

// advance runs the files that make the deductions of a pass the next step of their puzzles, which then wait for a tier.
func (d *Driver) advance(ctx context.Context, tier int, files ...string) error {
	for _, f := range files {
		if _, err := d.run(ctx, f, tier); err != nil {
			return err
		}
	}
	return d.exec(ctx, `DELETE FROM deduction`)
}
