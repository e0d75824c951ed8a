package driver

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/solver/statement"
	"setdoku/store"
)

// Compute solves the puzzles of a chunk as far as the techniques go, in the temporary tables. Only loading needs a
// consistent view of the database, so only loading is in a transaction. A longer one would keep SQLite from resetting
// the write-ahead log, which would grow while other processes write. If the chunk has puzzles with steps by hand, all
// of Compute is in a transaction, because a contradictory puzzle is loaded twice.
func (d *Driver) Compute(ctx context.Context, chunk []Work) error {
	work := func() error {
		err := d.Conn.Reading(ctx, func() error {
			if err := d.readPlayed(ctx, chunk); err != nil {
				return err
			}
			return d.start(ctx, chunk, d.opts.StopAtFirst)
		})
		for again := true; again && err == nil; {
			if err = d.fixedPoint(ctx); err == nil {
				again, err = d.replay(ctx)
			}
		}
		if err != nil {
			return err
		}
		return d.measureDepth(ctx)
	}
	if slices.ContainsFunc(chunk, func(w Work) bool { return w.Kept > 0 }) {
		return d.Conn.Reading(ctx, work)
	}
	return work()
}

// readPlayed reads the puzzles of the chunk that have steps by hand.
func (d *Driver) readPlayed(ctx context.Context, chunk []Work) (err error) {
	var ids []int64
	var kept []int
	for _, w := range chunk {
		if w.Kept > 0 {
			ids, kept = append(ids, w.PuzzleID), append(kept, w.Kept)
		}
	}
	d.played = nil
	if len(ids) > 0 {
		d.played, err = d.writer.Conn.Starts(ctx, ids, kept)
	}
	return err
}

func (d *Driver) Played() []store.Start { return d.played }

// Drop deletes puzzles from the temporary tables from which Save copies.
func (d *Driver) Drop(ctx context.Context, ids []int64) error {
	for _, table := range []string{"work_puzzle", "work_contradiction", "work_branch"} {
		query, args, err := sqlx.In(`DELETE FROM `+table+` WHERE puzzle_id IN (?)`, ids)
		if err == nil {
			_, err = d.Conn.ExecContext(ctx, query, args...)
		}
		if err != nil {
			return fmt.Errorf("take %d puzzles out of %s: %w", len(ids), table, err)
		}
	}
	d.chunk = slices.DeleteFunc(slices.Clone(d.chunk), func(w Work) bool { return slices.Contains(ids, w.PuzzleID) })
	return nil
}

// Save writes the states and audit rows of the chunk. It returns no results, because the caller can read them from
// the database.
func (d *Driver) Save(ctx context.Context, run int64) ([]*store.Result, error) {
	if err := d.exec(ctx, `UPDATE work_run SET run_id = ?`, run); err != nil {
		return nil, err
	}
	return nil, d.write(ctx)
}

// start loads the chunk into the work tables.
func (d *Driver) start(ctx context.Context, chunk []Work, checked bool) error {
	flag := 0
	d.checking = checked
	d.last = setdoku.Technique{}
	if checked {
		flag = 1
	}
	d.chunk = chunk
	rows := make([]any, 0, 3*len(chunk))
	ids, kept := make([]int64, len(chunk)), make([]int, len(chunk))
	for i, w := range chunk {
		rows = append(rows, w.PuzzleID, w.Kept, flag)
		ids[i], kept[i] = w.PuzzleID, w.Kept
	}
	for _, s := range d.both() {
		if err := s.Conn.ClearTemp(ctx); err != nil {
			return err
		}
		if err := s.Conn.Insert(ctx, "work_puzzle", []string{"puzzle_id", "kept_step", "checked"}, rows); err != nil {
			return err
		}
	}
	patterns := 0
	if d.opts.Audit == setdoku.AuditFull {
		patterns = 1
	}
	if err := d.Conn.Insert(ctx, "work_run", []string{"run_id", "patterns"}, []any{nil, patterns}); err != nil {
		return err
	}
	if d.apart() {
		if err := d.Conn.Approach(ctx, ids, kept); err != nil {
			return err
		}
	}
	_, err := d.Run(ctx, "driver/load")
	return err
}

// write writes the results of the chunk.
func (d *Driver) write(ctx context.Context) error {
	if err := d.deletePrevious(ctx); err != nil {
		return err
	}
	files := []string{"driver/save_state", "driver/save_cells"}
	switch d.opts.Audit {
	case setdoku.AuditFull:
		files = append(files, "driver/save_steps", "driver/save_eliminations", "driver/save_evidence", "driver/save_branches")
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

// runOnWriter runs a file that saves. If the writer has another connection, the rows of an INSERT are read here and copied to the
// writer.
func (d *Driver) runOnWriter(ctx context.Context, name string) error {
	text, err := d.Text(name)
	if err != nil {
		return err
	}
	list, err := statement.Parse(text)
	if err != nil {
		return err
	}
	for i, stmt := range list {
		began := time.Now()
		to := stmt.Into
		switch {
		case to != nil && d.writer != d.Statements:
			err = d.writer.Conn.Copy(ctx, to.Table, to.Columns, d.Conn, to.Query)
		case to == nil && d.apart():
			err = d.finish(ctx)
		default:
			_, err = d.writer.Conn.ExecContext(ctx, stmt.Text)
		}
		name := fmt.Sprintf("%s#%d", name, i+1)
		d.Book(name, time.Since(began))
		if err != nil {
			return fmt.Errorf("run %s on the writer: %w", name, err)
		}
	}
	return nil
}

// PlayedByHand returns the puzzles that have steps by hand.
func PlayedByHand(starts []store.Start) (list []store.Start) {
	for _, s := range starts {
		if s.Kept > 0 {
			list = append(list, s)
		}
	}
	return list
}
