package driver

import (
	"context"
	"fmt"

	"setdoku/store"
)

// Citus joins a temporary table with distributed tables on all shards. These functions name the puzzles of the chunk instead, so
// that the statements go to their shards alone.

// deletePrevious deletes what the database has of the puzzles of the chunk.
func (d *Driver) deletePrevious(ctx context.Context) error {
	starts := make([]store.Start, len(d.chunk))
	for i, w := range d.chunk {
		starts[i] = store.Start{PuzzleID: w.PuzzleID, Kept: w.Kept}
	}
	return d.writer.Conn.DeletePreviousResult(ctx, starts)
}

// finish writes the rows of work_outcome into puzzle. The score of steps by hand stays.
func (d *Driver) finish(ctx context.Context) error {
	var rows []struct {
		store.Result
		Run int64 `db:"run_id"`
	}
	err := d.writer.Conn.SelectContext(ctx, &rows, `
		SELECT puzzle_id, status, steps, solution, level, hardest, score, depth, run_id
		FROM work_outcome`)
	if err != nil {
		return fmt.Errorf("read the results of the chunk: %w", err)
	}
	scores := make(map[int64]int, len(d.played))
	for _, s := range d.played {
		scores[s.PuzzleID] = s.Score
	}
	results := make([]*store.Result, len(rows))
	for i := range rows {
		rows[i].Score += scores[rows[i].PuzzleID]
		results[i] = &rows[i].Result
	}
	if len(rows) == 0 {
		return nil
	}
	return d.writer.Conn.Finish(ctx, rows[0].Run, results)
}
