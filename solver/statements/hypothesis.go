package statements

import (
	"context"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store"
)

// hypothesesOf is the number of puzzles for which forcing makes hypotheses at once, Driver.atOnce. Each puzzle has some
// hundred hypotheses. A technique inside of hypotheses makes hypotheses of these in such batches too, so the temporary
// tables hold the hypotheses of at most so many puzzles for each depth.
const hypothesesOf = 25

// numbersOfDepth is the distance between the numbers of hypotheses of one depth and of the next one. The numbers of
// real puzzles are smaller.
const numbersOfDepth = 1_000_000_000_000

// passRow is a row of the table pass.
type passRow struct {
	PuzzleID        int64 `db:"puzzle_id"`
	Technique       string
	Size            int
	SkipComplements int `db:"skip_complements"`
}

// assume runs a technique that makes hypotheses, for one batch of puzzles after the other.
func (d *Driver) assume(ctx context.Context, t catalogue.Technique) (found int64, err error) {
	var rows []passRow
	if err := d.conn.SelectContext(ctx, &rows, `SELECT puzzle_id, technique, size, skip_complements FROM pass
			ORDER BY puzzle_id`); err != nil {
		return 0, fmt.Errorf("read which puzzles wait for %s: %w", t.Name, err)
	}
	for len(rows) > 0 {
		n := min(d.atOnce, len(rows))
		some, err := d.assumeBatch(ctx, t, rows[:n])
		if err != nil {
			return 0, err
		}
		found += some
		rows = rows[n:]
	}
	return found, d.restoreDeductions(ctx)
}

// assumeBatch runs a technique that makes hypotheses for some puzzles. It moves the deductions to saved_deduction,
// because the hypotheses of the next batch use the table deduction.
func (d *Driver) assumeBatch(ctx context.Context, t catalogue.Technique, batch []passRow) (int64, error) {
	if err := d.setPass(ctx, batch); err != nil {
		return 0, err
	}
	found, err := d.find(ctx, t.File, findOptions{
		patterns: d.explaining(),
		inside:   d.depth > 0,
		all:      d.takesAll(),
		settle: func(ctx context.Context, entry *Statement) error {
			if err := d.solveHypotheses(ctx, t, entry); err != nil {
				return err
			}
			// The consequences of the hypotheses of real puzzles are evidence. Nobody reads the consequences of other
			// hypotheses.
			if d.depth == 0 {
				if _, err := d.run(ctx, "driver/write_consequences"); err != nil {
					return err
				}
			}
			return d.setPass(ctx, batch)
		},
	})
	if err == nil && t.Text != "" {
		found, err = d.checkRows(ctx, t)
	}
	if err != nil {
		return 0, err
	}
	if err := d.saveDeductions(ctx); err != nil {
		return 0, err
	}
	return found, d.dropHypotheses(ctx)
}

// setPass makes the rows those of the table pass.
func (d *Driver) setPass(ctx context.Context, list []passRow) error {
	if err := d.exec(ctx, `DELETE FROM pass`); err != nil {
		return err
	}
	return d.conn.Insert(ctx, "pass", []string{"puzzle_id", "technique", "size", "skip_complements"},
		func(rows *store.Inserter) {
			for _, r := range list {
				rows.Add(r.PuzzleID, r.Technique, r.Size, r.SkipComplements)
			}
		})
}

// dropHypotheses deletes the hypotheses of the puzzles of the pass.
func (d *Driver) dropHypotheses(ctx context.Context) error {
	last := int64(d.depth+1) * numbersOfDepth
	_, err := d.run(ctx, "driver/drop_hypotheses", last)
	return err
}

// saveDeductions moves the rows of deduction to saved_deduction. restoreDeductions moves them back.
func (d *Driver) saveDeductions(ctx context.Context) error {
	if err := d.exec(ctx, `
		INSERT INTO saved_deduction (depth, puzzle_id, technique, placement, cell, digit, pattern)
		SELECT ?, puzzle_id, technique, placement, cell, digit, pattern FROM deduction`, d.depth); err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM deduction`)
}

func (d *Driver) restoreDeductions(ctx context.Context) error {
	if err := d.exec(ctx, `
		INSERT INTO deduction (puzzle_id, technique, placement, cell, digit, pattern)
		SELECT puzzle_id, technique, placement, cell, digit, pattern
		FROM saved_deduction WHERE depth = ?`, d.depth); err != nil {
		return err
	}
	return d.exec(ctx, `DELETE FROM saved_deduction WHERE depth = ?`, d.depth)
}

// search branches until every puzzle of the pass has two solutions or no open branch.
func (d *Driver) search(ctx context.Context) (int64, error) {
	branches := true
	for branches {
		_, err := d.find(ctx, setdoku.RuleSearch, findOptions{
			settle: func(ctx context.Context, entry *Statement) error {
				err := d.conn.GetContext(ctx, &branches, `SELECT COUNT(*) > 0 FROM hypothesis WHERE outcome = 'new'`)
				if err != nil || !branches {
					return err
				}
				return d.solveHypotheses(ctx, catalogue.NewTechnique(setdoku.RuleSearch, setdoku.RuleSearch, 0), entry)
			},
		})
		if err != nil {
			return 0, err
		}
		if _, err := d.run(ctx, "driver/next_search_round"); err != nil {
			return 0, err
		}
	}
	if _, err := d.run(ctx, "driver/conclude_search"); err != nil {
		return 0, err
	}
	if err := d.recordSearch(ctx); err != nil {
		return 0, err
	}
	if err := d.dropHypotheses(ctx); err != nil {
		return 0, err
	}
	var found int64
	err := d.conn.GetContext(ctx, &found, `SELECT COUNT(*) FROM deduction`)
	return found, err
}
