package solver

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/internal/isomorph"
	"setdoku/internal/memory"
	"setdoku/internal/record"
)

// Rating is how hard a puzzle is for the techniques that are selected. A puzzle that they do not solve is rated up to
// the last step. docs/rating.md defines level and score.
type Rating struct {
	Puzzle setdoku.Grid
	// Filled is the grid after the last step: the solution when Status is setdoku.StatusSolved.
	Filled setdoku.Grid
	// Status is setdoku.StatusSolved, StatusMultiple (the technique search found a second solution), StatusInvalid
	// (there is no solution) or StatusStuck (the techniques find nothing more).
	Status string
	Level  string // of the hardest technique: one of setdoku.Levels, "" without a step
	Score  int    // the sum of the weights of the techniques over all steps
	// Depth is the trial depth of a solved puzzle: 0 when singles solve it, n when assumptions nested n deep are needed
	// besides. It is -1 without one, and above 3. It does not depend on the techniques that are selected.
	Depth   int
	Hardest string // the name of the hardest technique, "" without a step
	Steps   int
	// Uses are the techniques that made a step, in the order of the catalogue.
	Uses []Use
}

// Use is how many steps a technique made.
type Use struct {
	Technique string // its name
	Steps     int    // 1 or more
}

// Rate rates a puzzle with the techniques that o selects. All isomorphs of a puzzle have the same rating. The errors
// are those of Solve. RateAll is quicker for many puzzles, because it prepares the techniques only once.
func Rate(ctx context.Context, puzzle setdoku.Grid, o Options) (Rating, error) {
	if o.Jobs >= 0 && o.Jobs <= memory.MaxJobs { // rateAll refuses other numbers
		o.Jobs = 1
	}
	var rating Rating
	var fault error
	err := rateAll(ctx, slices.Values([]setdoku.Grid{puzzle}), o, func(r Rating, err error) bool {
		rating, fault = r, err
		return true
	})
	return rating, cmp.Or(fault, err)
}

// RateAll rates any number of puzzles on several cores and yields their ratings in order. It holds 250 puzzles at a
// time.
//
// A puzzle that Rate refuses is yielded with its error and a Rating that has only Puzzle, and RateAll goes on with the
// next one. RateAll ends after any other error, such as that of ctx, which comes with the zero Rating.
func RateAll(ctx context.Context, puzzles iter.Seq[setdoku.Grid], o Options) iter.Seq2[Rating, error] {
	return func(yield func(Rating, error) bool) {
		stopped := false
		err := rateAll(ctx, puzzles, o, func(r Rating, err error) bool {
			stopped = !yield(r, err)
			return !stopped
		})
		if err != nil && !stopped {
			yield(Rating{}, err)
		}
	}
}

// rateAll calls yield with the rating of each puzzle in order, until yield returns false. Its error is the one that
// ends RateAll.
func rateAll(ctx context.Context, puzzles iter.Seq[setdoku.Grid], o Options,
	yield func(Rating, error) bool) (err error) {
	all, selected, err := o.techniques(ctx, nil)
	if err != nil {
		return err
	}
	rater, err := memory.NewSolver(all, memory.Options{Techniques: selected, Jobs: o.Jobs,
		Statements: o.Own.Statements})
	if err != nil {
		return err
	}
	defer closing(ctx, rater, &err)
	chunk := make([]setdoku.Grid, 0, memory.ChunkSize)
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
func rateChunk(ctx context.Context, rater *memory.Solver, chunk []setdoku.Grid,
	yield func(Rating, error) bool) (goOn bool, err error) {
	faults := make([]error, len(chunk))
	var sound []format.Puzzle
	for i, puzzle := range chunk {
		if faults[i] = Check(puzzle); faults[i] == nil {
			sound = append(sound, format.Puzzle{State: setdoku.State{Givens: puzzle}})
		}
	}
	ratings, err := rater.Solve(ctx, sound)
	if err != nil {
		return false, fmt.Errorf("rate: %w", err)
	}
	for i, puzzle := range chunk {
		rating := Rating{Puzzle: puzzle}
		if faults[i] == nil {
			if rating, err = newRating(puzzle, ratings[0]); err != nil {
				return false, err
			}
			ratings = ratings[1:]
		}
		if !yield(rating, faults[i]) {
			return false, nil
		}
	}
	return true, nil
}

// newRating returns the rating of a puzzle.
func newRating(puzzle setdoku.Grid, from *record.Puzzle) (Rating, error) {
	r := Rating{Puzzle: puzzle, Status: from.Status, Level: from.Level, Score: from.Score, Hardest: from.Hardest,
		Depth: -1, Steps: from.Steps}
	if from.Depth != nil {
		r.Depth = *from.Depth
	}
	for _, u := range from.Uses {
		r.Uses = append(r.Uses, Use{u.Technique, u.Steps})
	}
	var err error
	r.Filled, err = setdoku.ParseLine(from.Filled)
	return r, err
}

// Canonical returns the canonical form of a puzzle: the smallest of its isomorphs, read as text. Two puzzles are
// isomorphs when their forms are equal. The error is that of Check.
func Canonical(puzzle setdoku.Grid) (setdoku.Grid, error) {
	if err := Check(puzzle); err != nil {
		return setdoku.Grid{}, err
	}
	form, _ := isomorph.Canonical(puzzle)
	return form, nil
}
