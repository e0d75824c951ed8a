package store

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"math"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/store/record"
)

// SolvedPuzzle is a puzzle of a database with its path, as far as its runs have kept it.
type SolvedPuzzle struct {
	PuzzleID int64
	setdoku.Rating
	Path *setdoku.Path
}

// Path returns a puzzle with its path, from which hints, words and proofs are made as from that of solver.Solve. The
// error wraps ErrNoPuzzle if there is no puzzle with that id.
func (db *DB) Path(ctx context.Context, puzzleID int64) (*SolvedPuzzle, error) {
	for p, err := range db.paths(ctx, Filter{Low: puzzleID, High: puzzleID}) {
		return p, err
	}
	return nil, fmt.Errorf("puzzle %d: %w", puzzleID, ErrNoPuzzle)
}

// Paths yields the puzzles in the order of puzzle_id, as Path returns them. It reads all of them in the state that the
// database has at the beginning of the loop. It leaves out rows that are not puzzles. An error ends the loop.
func (db *DB) Paths(ctx context.Context) iter.Seq2[*SolvedPuzzle, error] {
	return db.paths(ctx, Filter{Low: math.MinInt64, High: math.MaxInt64})
}

// paths yields the paths of the puzzles that a filter selects. A row that is not a puzzle is an error if it alone is
// selected.
func (db *DB) paths(ctx context.Context, filter Filter) iter.Seq2[*SolvedPuzzle, error] {
	return func(yield func(*SolvedPuzzle, error) bool) {
		err := db.Snapshot(ctx, func(s *Snapshot) error {
			return s.Export(ctx, filter, func(p record.Puzzle, _ setdoku.State) error {
				switch {
				case p.Refused != nil && filter.Low == filter.High:
					return p.Refused
				case p.Refused != nil:
					return nil
				}
				path, err := s.Path(ctx, p.PuzzleID)
				if err == nil && !yield(&SolvedPuzzle{p.PuzzleID, p.Rating, path}, nil) {
					err = fs.SkipAll
				}
				return err
			})
		})
		if err != nil && !errors.Is(err, fs.SkipAll) {
			yield(nil, fmt.Errorf("read paths: %w", err))
		}
	}
}

// Path returns the path of a puzzle as far as its runs have kept it. The error wraps ErrNoPuzzle if there is no such
// puzzle.
func (s *Snapshot) Path(ctx context.Context, id int64) (*setdoku.Path, error) {
	r, err := s.Record(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.Path(catalogue.DecoderFor(r.Board())), nil
}
