package solver

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/isomorph"
	"setdoku/solver/memory"
	"setdoku/store/record"
)

// Rated is a puzzle with its rating.
type Rated struct {
	Puzzle setdoku.State
	setdoku.Rating
	filled string
}

// Filled returns the grid after the last step: the solution when Status is setdoku.StatusSolved.
func (r *Rated) Filled() setdoku.Grid {
	grid, _ := setdoku.ParseGrid(r.filled) // "" is the empty grid, and an engine has written any other text
	return grid
}

// Rate rates a puzzle with the techniques that o selects. All isomorphs of a puzzle have the same rating. The errors
// are those of Solve. RateAll is quicker for many puzzles, because it prepares the techniques only once.
func Rate(ctx context.Context, puzzle setdoku.State, o Options) (Rated, error) {
	if o.Check() == nil { // rateAll refuses other options
		o.Jobs = 1
	}
	var rating Rated
	var fault error
	err := rateAll(ctx, slices.Values([]setdoku.State{puzzle}), o, func(r Rated, err error) bool {
		rating, fault = r, err
		return true
	})
	return rating, cmp.Or(fault, err)
}

// RateAll rates any number of puzzles on several cores and yields their ratings in order, each as soon as it and
// those before it are done. It holds 250 puzzles at a time.
//
// A puzzle that Rate refuses is yielded with its error and a Rated that has only Puzzle, and RateAll goes on with the
// next one. RateAll ends after any other error, such as that of ctx, which comes with the zero Rated.
func RateAll(ctx context.Context, puzzles iter.Seq[setdoku.State], o Options) iter.Seq2[Rated, error] {
	return func(yield func(Rated, error) bool) {
		stopped := false
		err := rateAll(ctx, puzzles, o, func(r Rated, err error) bool {
			stopped = !yield(r, err)
			return !stopped
		})
		if err != nil && !stopped {
			yield(Rated{}, err)
		}
	}
}

// rateAll calls yield with the rating of each puzzle in order, until yield returns false. Its error is the one that
// ends RateAll.
func rateAll(ctx context.Context, puzzles iter.Seq[setdoku.State], o Options,
	yield func(Rated, error) bool) (err error) {
	all, selected, err := choose(ctx, o)
	if err != nil {
		return err
	}
	o.Audit = ""
	rater, err := memory.NewSolver(all, memory.OptionsFor(o, selected))
	if err != nil {
		return err
	}
	defer closing(ctx, rater, &err)
	chunk := make([]setdoku.State, 0, memory.ChunkSize)
	for puzzle := range puzzles {
		if chunk = append(chunk, puzzle); len(chunk) < memory.ChunkSize {
			continue
		}
		if goOn, err := rateChunk(ctx, rater, chunk, yield); !goOn || err != nil {
			return err
		}
		chunk = chunk[:0]
	}
	_, err = rateChunk(ctx, rater, chunk, yield)
	return err
}

// rateChunk rates some puzzles. It reports whether the caller wants more.
func rateChunk(ctx context.Context, rater *memory.Solver, chunk []setdoku.State,
	yield func(Rated, error) bool) (goOn bool, err error) {
	faults := make([]error, len(chunk))
	sound := make([]format.Puzzle, 0, len(chunk))
	for i, puzzle := range chunk {
		if faults[i] = Check(puzzle); faults[i] == nil {
			sound = append(sound, format.Puzzle{State: puzzle})
		}
	}
	at := 0 // the next puzzle to yield
	goOn = true
	refuse := func() bool {
		for ; goOn && at < len(chunk) && faults[at] != nil; at++ {
			goOn = yield(Rated{Puzzle: chunk[at]}, faults[at])
		}
		return goOn
	}
	err = rater.Each(ctx, sound, func(p *record.Puzzle) bool {
		if refuse() {
			goOn = yield(Rated{Puzzle: chunk[at], Rating: p.Rating, filled: p.Filled}, nil)
			at++
		}
		return goOn
	})
	if err != nil {
		return false, fmt.Errorf("rate: %w", err)
	}
	return refuse(), nil
}

// Canonical returns the canonical form of a puzzle: the smallest of its isomorphs, read as text. Two puzzles are
// isomorphs when their forms are equal. The error is that of Check.
func Canonical(puzzle setdoku.Grid) (setdoku.Grid, error) {
	if err := Check(setdoku.State{Givens: puzzle}); err != nil {
		return setdoku.Grid{}, err
	}
	form, _ := isomorph.Canonical(puzzle)
	return form, nil
}
