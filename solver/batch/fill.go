package batch

import (
	"context"
	"errors"

	"setdoku"
)

// FilledIn reports what FillIn did.
type FilledIn struct {
	Puzzles    int          // how many were read, 0 when there are no more
	Last       int64        // puzzle_id of the last of them
	Unfillable []Unfillable // puzzles that could not be filled in
}

// Unfillable is a puzzle whose givens are not a valid grid.
type Unfillable struct {
	PuzzleID int64
	Problem  error
}

// FillIn fills in the next puzzles of the view unfilled_puzzle with ids greater than after, at most limit of them, in
// one transaction. Plain SQL has inserted them with their givens only. They get the same rows in cell and candidate
// as from sql/fill_candidates.sql.
func (i *Importer) FillIn(ctx context.Context, after int64, limit int) (done FilledIn, err error) {
	err = i.conn.Atomically(ctx, func() error {
		done = FilledIn{}
		puzzles, err := i.conn.TakeUnfilled(ctx, after, limit)
		if err != nil || len(puzzles) == 0 {
			return err
		}
		done.Puzzles, done.Last = len(puzzles), puzzles[len(puzzles)-1].PuzzleID
		var ids []int64
		var states []setdoku.State
		for _, p := range puzzles {
			givens, err := soundGivens(p.Givens)
			if err != nil {
				done.Unfillable = append(done.Unfillable, Unfillable{p.PuzzleID, err})
				continue
			}
			if p.Cells > 0 {
				if err := i.conn.Strip(ctx, p.PuzzleID); err != nil {
					return err
				}
			}
			ids, states = append(ids, p.PuzzleID), append(states, setdoku.State{Givens: givens})
		}
		return i.conn.Fill(ctx, ids, states)
	})
	return done, err
}

// soundGivens parses the column givens. The error says why they are not a valid grid.
func soundGivens(text string) (setdoku.Grid, error) {
	d, err := setdoku.ParseLine(text)
	if err == nil && d.String() != text {
		err = errors.New("an empty cell must be written '.'")
	}
	if err == nil {
		err = d.Check()
	}
	return d, err
}
