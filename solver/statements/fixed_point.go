package statements

import (
	"context"
	"time"

	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
)

// fixedPoint starts every loaded puzzle at the first technique and runs the selected techniques again and again,
// easiest first, each for the puzzles that wait for it, until no puzzle waits. A puzzle that changes goes back to the
// first technique. Any other puzzle goes on to the next one. fixedPoint repeats the singles, which come first, until no
// puzzle waits for them, so that each expensive technique runs for many puzzles at once.
func (d *Driver) fixedPoint(ctx context.Context) error {
	list := d.opts.Techniques
	if err := d.exec(ctx, `UPDATE work_puzzle SET tier = ?`, list[0].Tier); err != nil {
		return err
	}
	cheap := 0
	for cheap < len(list) && list[cheap].Single() {
		cheap++
	}
	for again := true; again; {
		for again {
			var err error
			if again, err = d.sweep(ctx, list, list[:cheap]); err != nil {
				return err
			}
		}
		var err error
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
	began := time.Now()
	if err := d.provide(ctx, t); err != nil {
		return err
	}
	if d.depth == 0 {
		if err := d.takeOut(ctx, t); err != nil {
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

// apply makes the deductions of a pass the next step of their puzzles, which then wait for the tier first. It counts
// those of real puzzles in p.
func (d *Driver) apply(ctx context.Context, t catalogue.Technique, first int, p *memory.Pass) (err error) {
	var ended []int64
	files := []string{"driver/apply"}
	if d.depth > 0 {
		files = append(files, "driver/add_steps")
		if t.Family == catalogue.Forcing {
			files = append(files, "driver/count_rounds")
		}
		files = append(files, "driver/add_rounds")
	}
	switch {
	case t.Places:
		files = append(files, "driver/apply_placements")
	case d.depth > 0:
		files = append(files, "driver/add_eliminations", "driver/apply_eliminations")
	default:
		files = append(files, "driver/apply_eliminations")
	}
	switch {
	case d.depth == 0:
		ended, err = d.record(ctx, t, p)
	case t.Places:
		err = d.findClash(ctx)
	}
	if err != nil {
		return err
	}
	if d.opts.StopAtFirst && d.depth == 0 {
		first = catalogue.EndTier
	}
	if err := d.advance(ctx, first, files...); err != nil {
		return err
	}
	return d.end(ctx, ended)
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

// newPass returns the pass of a technique for the puzzles that wait for it.
func (d *Driver) newPass(ctx context.Context, t catalogue.Technique) (memory.Pass, error) {
	list, err := d.waiting(ctx, t)
	p := memory.Pass{Technique: t.Name, Puzzles: len(list)}
	if len(list) == 1 {
		p.Puzzle = list[0].PuzzleID
	}
	return p, err
}
