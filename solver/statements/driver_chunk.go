package statements

import (
	"context"
	"fmt"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store"
	"setdoku/store/record"
)

// Compute solves the puzzles of a chunk as far as the techniques go, in the temporary tables. It reads nothing of the
// puzzles but their records. A contradictory puzzle is loaded twice.
func (d *Driver) Compute(ctx context.Context, chunk []*record.Puzzle) error {
	err := d.start(ctx, chunk, d.opts.StopAtFirst)
	for again := true; again && err == nil; {
		if err = d.fixedPoint(ctx); err == nil {
			again, err = d.replay(ctx)
		}
	}
	if err == nil && d.opts.StopAtFirst {
		err = d.exec(ctx, `
			UPDATE work_puzzle
			SET status = 'new'
			WHERE status = 'stuck' AND step > CASE WHEN kept_step > 0 THEN kept_step ELSE 0 END`)
	}
	if err != nil {
		return err
	}
	return d.measureDepth(ctx)
}

// Save writes the states and audit rows of puzzles of the chunk. It does not fill in their records, because the caller
// can read them from the database.
func (d *Driver) Save(ctx context.Context, run int64, chunk []*record.Puzzle) error {
	if len(chunk) < len(d.chunk) {
		if err := d.keepOnly(ctx, chunk); err != nil {
			return err
		}
	}
	if err := d.exec(ctx, `UPDATE work_run SET run_id = ?`, run); err != nil {
		return err
	}
	return d.write(ctx)
}

// keepOnly deletes all other puzzles from the temporary tables from which Save copies.
func (d *Driver) keepOnly(ctx context.Context, chunk []*record.Puzzle) error {
	ids := record.IDs(chunk)
	for _, table := range []string{"work_puzzle", "work_contradiction", "work_branch"} {
		if err := d.execIn(ctx, `DELETE FROM `+table+` WHERE puzzle_id NOT IN (?)`, ids); err != nil {
			return err
		}
	}
	d.chunk = chunk
	return nil
}

// start loads the chunk into the work tables.
func (d *Driver) start(ctx context.Context, chunk []*record.Puzzle, checked bool) error {
	d.chunk, d.checking, d.last = chunk, checked, catalogue.Technique{}
	if len(chunk) > 0 && chunk[0].Start.Variant != d.variant {
		return fmt.Errorf("the chunk is of the variant %s, the driver is prepared for another",
			chunk[0].Start.Board().Name)
	}
	if err := d.conn.ClearTemp(ctx, d.geometryTables()...); err != nil {
		return err
	}
	if err := d.insertStarts(ctx); err != nil {
		return err
	}
	if d.apart() {
		if err := d.conn.FillNodeTables(ctx, chunk); err != nil {
			return err
		}
	}
	_, err := d.run(ctx, "driver/load")
	return err
}

// insertStarts writes the puzzles of the chunk into the temporary tables that driver/load reads.
func (d *Driver) insertStarts(ctx context.Context) error {
	number := map[bool]int{true: 1}
	for _, t := range []struct {
		name    string
		columns []string
		fill    func(rows *store.Inserter, p *record.Puzzle)
	}{
		{"work_puzzle", []string{"puzzle_id", "kept_step", "kept_score", "kept_rounds", "checked"},
			func(rows *store.Inserter, p *record.Puzzle) {
				rows.Add(p.PuzzleID, p.BaseStep, p.Score, p.Rounds, number[d.checking])
			}},
		{"start_cell", []string{"puzzle_id", "cell", "digit", "rule"}, func(rows *store.Inserter, p *record.Puzzle) {
			for i, digit := range p.Start.Filled() {
				switch {
				case digit == 0:
				case digit == p.Start.Givens[i]:
					rows.Add(p.PuzzleID, int(setdoku.CellAt(i)), int(digit), catalogue.Given)
				default:
					rows.Add(p.PuzzleID, int(setdoku.CellAt(i)), int(digit), setdoku.RuleManual)
				}
			}
		}},
		{"start_elimination", []string{"puzzle_id", "cell", "digit"}, func(rows *store.Inserter, p *record.Puzzle) {
			for i, deleted := range p.Start.Deleted {
				for ; deleted != 0; deleted &= deleted - 1 {
					rows.Add(p.PuzzleID, int(setdoku.CellAt(i)), int(deleted.Lowest()))
				}
			}
		}},
		{"work_technique", []string{"puzzle_id", "technique", "steps", "deductions"},
			func(rows *store.Inserter, p *record.Puzzle) {
				for _, u := range p.Uses {
					rows.Add(p.PuzzleID, u.Technique, u.Steps, u.Deductions)
				}
			}},
	} {
		err := d.conn.Insert(ctx, t.name, t.columns, func(rows *store.Inserter) {
			for _, p := range d.chunk {
				t.fill(rows, p)
			}
		})
		if err != nil {
			return err
		}
	}
	return d.conn.Insert(ctx, "work_run", []string{"run_id", "patterns"},
		func(rows *store.Inserter) { rows.Add(nil, number[d.opts.Audit == setdoku.AuditFull]) })
}

// write writes the results of the chunk.
func (d *Driver) write(ctx context.Context) error {
	err := d.writer.conn.DeletePreviousResult(ctx, d.chunk)
	if err == nil && d.writer != d.session {
		err = d.writer.conn.EmptyTemp(ctx, "work_outcome")
	}
	if err != nil {
		return err
	}
	files := []string{"driver/save_state", "driver/save_cells"}
	switch d.opts.Audit {
	case setdoku.AuditFull:
		files = append(files, "driver/save_steps", "driver/save_eliminations", "driver/save_evidence",
			"driver/save_branches")
	case setdoku.AuditSteps:
		files = append(files, "driver/save_steps")
	}
	for _, f := range files {
		if err := d.runOnWriter(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// runOnWriter runs a file that saves. If the writer has another connection, the rows of an INSERT are read here and
// copied to the writer.
func (d *Driver) runOnWriter(ctx context.Context, name string) error {
	text, err := d.text(name)
	if err != nil {
		return err
	}
	list, err := Parse(text)
	if err != nil {
		return err
	}
	for i, stmt := range list {
		began := time.Now()
		to := stmt.into
		switch {
		case to != nil && d.writer != d.session:
			err = d.writer.conn.Copy(ctx, to.table, to.columns, d.conn, to.query)
		case to == nil && d.apart():
			err = d.finish(ctx)
		default:
			_, err = d.writer.conn.ExecContext(ctx, stmt.Text)
		}
		name := fmt.Sprintf("%s#%d", name, i+1)
		d.book(name, time.Since(began))
		if err != nil {
			return fmt.Errorf("run %s on the writer: %w", name, err)
		}
	}
	return nil
}

// finish writes the rows of work_outcome into puzzle. Citus joins a temporary table with the tables of puzzles on all
// shards. finish names the puzzles instead, so that Citus sends the statement only to their shards.
func (d *Driver) finish(ctx context.Context) error {
	var rows []record.Puzzle
	err := d.writer.conn.SelectContext(ctx, &rows, `
		SELECT puzzle_id, status, steps, COALESCE(solution, '') AS solution, COALESCE(level, '') AS level,
			COALESCE(hardest, '') AS hardest, score, depth, run_id
		FROM work_outcome`)
	if err != nil {
		return fmt.Errorf("read the results of the chunk: %w", err)
	}
	results := make([]*record.Puzzle, len(rows))
	for i := range rows {
		results[i] = &rows[i]
	}
	if len(rows) == 0 {
		return nil
	}
	return d.writer.conn.Finish(ctx, rows[0].RunID, results)
}
