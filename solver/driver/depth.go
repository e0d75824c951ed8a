package driver

import (
	"context"
	"fmt"

	"github.com/jmoiron/sqlx"

	"setdoku"
	"setdoku/solver/trial"
)

// measureDepth computes the trial depth of the puzzles of the chunk that are solved.
func (d *Driver) measureDepth(ctx context.Context) error {
	var solved []struct {
		PuzzleID int64 `db:"puzzle_id"`
		Givens   string
	}
	err := d.Conn.SelectContext(ctx, &solved, `
		SELECT w.puzzle_id, z.givens
		FROM work_puzzle AS w
		INNER JOIN puzzle AS z ON z.puzzle_id = w.puzzle_id
		WHERE w.status = 'solved'`)
	if err != nil {
		return fmt.Errorf("read the solved puzzles: %w", err)
	}
	var ids [trial.MaxDepth + 1][]int64
	for _, s := range solved {
		givens, err := setdoku.ParseLine(s.Givens)
		if err != nil {
			return fmt.Errorf("puzzle %d: %w", s.PuzzleID, err)
		}
		if depth, ok := trial.Depth(givens); ok {
			ids[depth] = append(ids[depth], s.PuzzleID)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	for depth, list := range ids {
		if len(list) == 0 {
			continue
		}
		query, args, err := sqlx.In(`UPDATE work_puzzle SET depth = ? WHERE puzzle_id IN (?)`, depth, list)
		if err == nil {
			_, err = d.Conn.ExecContext(ctx, query, args...)
		}
		if err != nil {
			return fmt.Errorf("set the depth of %d puzzles: %w", len(list), err)
		}
	}
	return nil
}
