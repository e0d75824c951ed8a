package solver

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/generate"
)

// Constraints says what puzzles Generate makes. The zero value is any puzzle with one solution in which every given is
// needed.
type Constraints struct {
	Variant *setdoku.Variant // the board, nil for classic
	// Clues is the number of givens, 17 to 81. The zero Range means any number, or with Levels the number that printed
	// puzzles of these levels usually have.
	Clues Range
	// Symmetry is that of the cells with givens. "" means SymmetryRotate180 with Levels, else SymmetryNone.
	Symmetry Symmetry
	// Pattern are the cells that have givens, by index 0..80, nil for any cells. It excludes Clues and Symmetry.
	Pattern *[setdoku.CellCount]bool
	// Minimal asks that no given can be removed, or with a symmetry no smallest set of givens that has the symmetry. It
	// matters only with Clues, Levels or Pattern.
	Minimal bool
	Levels  []setdoku.Level // levels that are wanted, none for any
	Require []string        // techniques or families: the solution path has a step of each
	Forbid  []string        // techniques or families: the solution path has no step of any
	Score   Range           // the score that is wanted
	// Seed decides the puzzles: the same constraints, options and seed make the same puzzles in the same order. 0 is a
	// seed like any other; math/rand/v2.Uint64 chooses one at random.
	Seed uint64
}

// Range is a range of numbers with both ends. The zero value is all numbers. If Most is 0, the range has no upper end.
type Range struct{ Least, Most int }

// Symmetry says which cells of a puzzle have givens together.
type Symmetry string

// The symmetries of Constraints.
const (
	SymmetryNone      Symmetry = "none"
	SymmetryRotate180 Symmetry = "rotate180" // half a turn
	SymmetryRotate90  Symmetry = "rotate90"  // a quarter of a turn
	SymmetryMirror    Symmetry = "mirror"    // left to right
	SymmetryFlip      Symmetry = "flip"      // top to bottom
	SymmetryDiagonal  Symmetry = "diagonal"  // about the diagonal from the top left
)

// errEnough ends the generator when the caller wants no more puzzles.
var errEnough = errors.New("enough puzzles")

// Generate makes puzzles with exactly one solution and yields them, each once, until the caller ends the loop. The
// techniques that o selects rate them where the constraints are about that; puzzles that they do not solve are left out
// then.
//
// Some constraints are rare, and some have no puzzle: give ctx a deadline. Its error is yielded after the puzzles that
// were found. Constraints that contradict each other, or name what is not a technique or level, are an error at once.
// An error ends the loop.
func Generate(ctx context.Context, w Constraints, o Options) iter.Seq2[setdoku.State, error] {
	return func(yield func(setdoku.State, error) bool) {
		g, err := w.options(ctx, o)
		if err == nil {
			_, err = generate.Run(ctx, g, func(puzzles []generate.Found, _ generate.Tally) error {
				for _, p := range puzzles {
					if !yield(p.State(), nil) {
						return errEnough
					}
				}
				return nil
			})
		}
		if !errors.Is(err, errEnough) && err != nil {
			yield(setdoku.State{}, fmt.Errorf("generate: %w", err))
		}
	}
}

// options returns the options of the generator.
func (w Constraints) options(ctx context.Context, o Options) (generate.Options, error) {
	all, selected, err := choose(ctx, o, slices.Concat(w.Require, w.Forbid)...)
	if err != nil {
		return generate.Options{}, err
	}
	constraints := generate.Constraints{Variant: w.Variant, Minimal: w.Minimal, Levels: w.Levels, Require: w.Require,
		Forbid: w.Forbid}
	if constraints.Symmetry, err = generate.ParseSymmetry(string(w.symmetry())); err != nil {
		return generate.Options{}, err
	}
	if constraints.Clues, err = w.Clues.parse("clues"); err != nil {
		return generate.Options{}, err
	}
	if constraints.Score, err = w.Score.parse("score"); err != nil {
		return generate.Options{}, err
	}
	if w.Pattern != nil {
		constraints.Pattern = (*generate.Pattern)(w.Pattern)
	}
	constraints.LikePrinted(w.Clues == Range{}, w.Symmetry == "")
	constraints.Logic = len(selected) < len(all) || len(o.Own.Techniques()) > 0
	g := generate.Options{Constraints: constraints, Seed: w.Seed, Jobs: o.Jobs, N: math.MaxInt,
		Statements: o.Own.Statements()}
	if constraints.Rated() {
		g.Catalogue = catalogue.Catalogue(selected)
	}
	return g, g.Constraints.Check(g.Catalogue)
}

// symmetry is the symmetry by its name.
func (w Constraints) symmetry() Symmetry {
	if w.Symmetry == "" {
		return SymmetryNone
	}
	return w.Symmetry
}

// parse returns the range for the generator. name is what the range is about.
func (r Range) parse(name string) (generate.Range, error) {
	if r != (Range{}) && r.Most == 0 {
		r.Most = math.MaxInt32
	}
	if r.Least < 0 || r.Most < r.Least {
		return generate.Range{}, fmt.Errorf("%s %d to %d, want a range of numbers from 0 on", name, r.Least, r.Most)
	}
	return generate.Range(r), nil
}
