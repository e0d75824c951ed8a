package driver

import (
	"context"
	"fmt"

	"setdoku/internal/audit"
)

// finish writes the rows of work_outcome into puzzle and adds the score of steps by hand. Citus joins a temporary table with distributed
// tables on all shards. finish names the puzzles instead, so that Citus sends the statement only to their shards.
func (d *Driver) finish(ctx context.Context) error {
	var rows []struct {
		audit.Result
		Run int64 `db:"run_id"`
	}
	err := d.writer.Conn.SelectContext(ctx, &rows, `
		SELECT puzzle_id, status, steps, solution, level, hardest, score, depth, run_id
		FROM work_outcome`)
	if err != nil {
		return fmt.Errorf("read the results of the chunk: %w", err)
	}
	scores := make(map[int64]int, len(d.chunk))
	for i := range d.chunk {
		scores[d.chunk[i].PuzzleID] = d.chunk[i].Score
	}
	results := make([]*audit.Result, len(rows))
	for i := range rows {
		rows[i].Score += scores[rows[i].PuzzleID]
		results[i] = &rows[i].Result
	}
	if len(rows) == 0 {
		return nil
	}
	return d.writer.Conn.Finish(ctx, rows[0].Run, results)
}
