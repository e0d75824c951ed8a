package statements

import (
	"context"
	"fmt"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store"
	"setdoku/store/record"
)

// Compute solves the puzzles of a chunk as far as the techniques go, in the temporary tables, and fills in their
// records. It reads nothing of the puzzles but their records.
func (d *Driver) Compute(ctx context.Context, chunk []*record.Puzzle) error {
	if err := d.start(ctx, chunk); err != nil {
		return err
	}
	if err := d.fixedPoint(ctx); err != nil {
		return err
	}
	for _, p := range chunk {
		d.finish(ctx, d.puzzles[p.PuzzleID])
	}
	return ctx.Err()
}

// start loads the chunk into the work tables, without the puzzles that are solved or contradictory.
func (d *Driver) start(ctx context.Context, chunk []*record.Puzzle) error {
	d.last, d.built = catalogue.Technique{}, nil
	if len(chunk) > 0 && chunk[0].Start.Variant != d.variant {
		return fmt.Errorf("the chunk is of the variant %s, the driver is prepared for another",
			chunk[0].Start.Board().Name)
	}
	if err := d.conn.ClearTemp(ctx, d.geometryTables()...); err != nil {
		return err
	}
	d.puzzles = make(map[int64]*puzzle, len(chunk))
	var open []*puzzle
	for _, p := range chunk {
		x := newPuzzle(p)
		d.puzzles[p.PuzzleID] = x
		if x.status == setdoku.StatusNew {
			open = append(open, x)
		}
	}
	if err := d.insertStarts(ctx, open); err != nil {
		return err
	}
	_, err := d.run(ctx, "driver/load")
	return err
}

// insertStarts writes puzzles into the temporary tables that driver/load reads.
func (d *Driver) insertStarts(ctx context.Context, open []*puzzle) error {
	for _, t := range []struct {
		name    string
		columns []string
		fill    func(rows *store.Inserter, p *puzzle)
	}{
		{"work_puzzle", []string{"puzzle_id", "open_cells"}, func(rows *store.Inserter, p *puzzle) {
			rows.Add(p.PuzzleID, p.board.Left)
		}},
		{"work_cell", []string{"puzzle_id", "cell", "digit", "step", "rule"}, func(rows *store.Inserter, p *puzzle) {
			for i, digit := range p.Start.Filled() {
				rule := setdoku.RuleManual
				if digit == p.Start.Givens[i] {
					rule = catalogue.Given
				}
				if digit > 0 {
					rows.Add(p.PuzzleID, int(setdoku.CellAt(i)), int(digit), 0, rule)
				}
			}
		}},
		{"start_elimination", []string{"puzzle_id", "cell", "digit"}, func(rows *store.Inserter, p *puzzle) {
			for i, deleted := range p.Start.Deleted {
				for ; deleted != 0; deleted &= deleted - 1 {
					rows.Add(p.PuzzleID, int(setdoku.CellAt(i)), int(deleted.Lowest()))
				}
			}
		}},
	} {
		err := d.conn.Insert(ctx, t.name, t.columns, func(rows *store.Inserter) {
			for _, p := range open {
				t.fill(rows, p)
			}
		})
		if err != nil {
			return err
		}
	}
	return nil
}
