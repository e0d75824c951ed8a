package solver

import (
	"context"
	"errors"
	"fmt"

	"setdoku/internal/grid"
)

// FilledIn is what became of puzzles that plain SQL has inserted.
type FilledIn struct {
	Puzzles    int          // looked at, 0 when there are no more
	Last       int64        // puzzle_id of the last of them
	Unfillable []Unfillable // of those that stay as they are
}

// Unfillable is a puzzle whose givens cannot stand in a grid.
type Unfillable struct {
	PuzzleID int64
	Problem  error
}

// FillIn fills in the next puzzles after puzzle_id after that plain SQL has inserted, with nothing but their givens, as
// sql/fill_candidates.sql does: at most ChunkSize of them, in one transaction.
func (i *Importer) FillIn(ctx context.Context, after int64) (done FilledIn, err error) {
	err = i.conn.Atomically(ctx, func() error {
		done = FilledIn{}
		ids, err := i.conn.TakeUnfilled(ctx, after, ChunkSize)
		if err != nil || len(ids) == 0 {
			return err
		}
		done.Puzzles, done.Last = len(ids), ids[len(ids)-1]
		if err := i.fillIn(ctx, ids); err != nil {
			return err
		}
		unsound, err := i.conn.Unsound(ctx, ids)
		for _, r := range unsound {
			done.Unfillable = append(done.Unfillable, Unfillable{r.PuzzleID, faultOf(r.Givens)})
		}
		return err
	})
	return done, err
}

// fillIn runs the file on some puzzles. A temporary table hides the view that it reads, and is gone afterwards.
func (i *Importer) fillIn(ctx context.Context, ids []int64) error {
	const table = `CREATE TEMP TABLE unfilled_puzzle (puzzle_id BIGINT NOT NULL PRIMARY KEY)`
	if _, err := i.conn.ExecContext(ctx, table); err != nil {
		return err
	}
	rows := make([]any, len(ids))
	for k, id := range ids {
		rows[k] = id
	}
	if err := i.conn.Insert(ctx, "unfilled_puzzle", []string{"puzzle_id"}, rows); err != nil {
		return err
	}
	err := i.conn.Bulk(ctx, func() error { return i.driver.script(ctx, "fill_candidates") })
	if err != nil {
		return err
	}
	_, err = i.conn.ExecContext(ctx, i.conn.Qualify(`DROP TABLE temp.unfilled_puzzle`))
	return err
}

// faultOf says what is wrong with givens that could not be filled in.
func faultOf(givens string) error {
	d, err := grid.Parse(givens)
	if err == nil {
		err = d.Check()
	}
	if err == nil {
		err = errors.New("an empty cell is not written '.'")
	}
	return fmt.Errorf("column givens: %w", err)
}
