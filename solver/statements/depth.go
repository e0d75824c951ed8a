package statements

import (
	"context"
	"errors"

	"setdoku"
	"setdoku/solver/forcing"
)

// measureDepth computes the trial depth of the puzzles of the chunk that are solved.
func (d *Driver) measureDepth(ctx context.Context) error {
	var ids [forcing.MaxDepth + 1][]int64
	err := d.givensOf(ctx, `SELECT w.puzzle_id FROM work_puzzle AS w WHERE w.status = 'solved'`,
		func(id int64, puzzle setdoku.State) {
			if depth, ok := forcing.Depth(ctx, puzzle); ok {
				ids[depth] = append(ids[depth], id)
			}
		})
	err = errors.Join(err, ctx.Err())
	for depth, list := range ids {
		if err == nil && len(list) > 0 {
			err = d.execIn(ctx, `UPDATE work_puzzle SET depth = ? WHERE puzzle_id IN (?)`, depth, list)
		}
	}
	return err
}
