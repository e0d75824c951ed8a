package statements

import (
	"context"
	"fmt"
	"slices"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
)

// newPass returns the pass of a technique for the puzzles that wait for it.
func (d *Driver) newPass(ctx context.Context, t catalogue.Technique) (p memory.Pass, err error) {
	p.Technique = t.Name
	var ids []int64
	if err := d.conn.SelectContext(ctx, &ids, `SELECT puzzle_id FROM pass`); err != nil {
		return p, fmt.Errorf("read which puzzles wait for %s: %w", t.Name, err)
	}
	if p.Puzzles = len(ids); len(ids) == 1 {
		p.Puzzle = ids[0]
	}
	return p, nil
}

// countFound counts the deductions of the pass and lists the puzzles that will change.
func (d *Driver) countFound(ctx context.Context, p *memory.Pass) error {
	row := d.conn.QueryRowxContext(ctx, `
		SELECT COUNT(DISTINCT puzzle_id), COALESCE(SUM(placement), 0), COUNT(*) - COALESCE(SUM(placement), 0)
		FROM deduction`)
	if err := row.Scan(&p.Changed, &p.Placements, &p.Eliminations); err != nil {
		return fmt.Errorf("count what %s found: %w", p.Technique, err)
	}
	if !d.opts.PassGrids || p.Changed == 0 {
		return nil
	}
	var ids []int64
	if err := d.conn.SelectContext(ctx, &ids,
		`SELECT DISTINCT puzzle_id FROM deduction ORDER BY puzzle_id`); err != nil {
		return fmt.Errorf("read which puzzles %s changes: %w", p.Technique, err)
	}
	for _, id := range ids {
		p.Grids = append(p.Grids, memory.PassGrid{Puzzle: id})
	}
	return nil
}

// readGrids reads the grids of the changed puzzles after the pass.
func (d *Driver) readGrids(ctx context.Context, grids []memory.PassGrid) error {
	if len(grids) == 0 {
		return nil
	}
	ids := make([]int64, len(grids))
	for i, g := range grids {
		ids[i] = g.Puzzle
	}
	var steps, cells, masks []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Step     int
		Cell     setdoku.Cell
		Digit    uint8
		Given    bool
		Mask     int64
	}
	for _, q := range []struct {
		rows  any
		query string
	}{
		{&steps, `SELECT puzzle_id, step FROM work_puzzle WHERE puzzle_id IN (?)`},
		{&cells, `SELECT puzzle_id, cell, digit, CASE rule WHEN 'given' THEN 1 ELSE 0 END AS given FROM work_cell
				WHERE puzzle_id IN (?)`},
		{&masks, `SELECT puzzle_id, cell, mask FROM candidate_mask WHERE puzzle_id IN (?)`},
	} {
		query, args, err := sqlx.In(q.query, ids)
		if err == nil {
			err = d.conn.SelectContext(ctx, q.rows, query, args...)
		}
		if err != nil {
			return fmt.Errorf("read the grids of %s: %w", format.Plural(len(ids), "puzzle"), err)
		}
	}
	at := func(id int64) int { i, _ := slices.BinarySearch(ids, id); return i }
	marks := make([][setdoku.CellCount]setdoku.DigitSet, len(grids))
	for _, r := range steps {
		grids[at(r.PuzzleID)].Step = r.Step
	}
	for _, r := range cells {
		s := &grids[at(r.PuzzleID)].State
		if r.Given {
			s.Givens[r.Cell.Index()] = r.Digit
		} else {
			s.Placed[r.Cell.Index()] = r.Digit
		}
	}
	for _, r := range masks {
		for digit := uint8(1); digit <= 9; digit++ {
			if r.Mask>>(4*(digit-1))&15 != 0 {
				marks[at(r.PuzzleID)][r.Cell.Index()] |= setdoku.SetOf(digit)
			}
		}
	}
	for i := range grids {
		grids[i].State.KeepOnly(&marks[i])
	}
	return nil
}
