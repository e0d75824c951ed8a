package solver

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
)

// Solution is a solved puzzle: its rating, and its path with every step.
type Solution struct {
	setdoku.Rating
	Path *setdoku.Path
	// Techniques are those of the steps, in the order of the catalogue. A step by hand has none. Those of the catalogue
	// may be missing.
	Techniques []setdoku.Technique
	// Withheld are the names of the selected techniques that Solve has left out, because they need exactly one solution
	// and it is not known that the puzzle has one.
	Withheld []string
	rules    catalogue.Catalogue // those of Solve, nil for a stored path
}

// Technique returns the technique of a step. That of a step by hand, and one that is neither among Techniques nor in
// the catalogue, has only a name.
func (s *Solution) Technique(step *setdoku.Step) setdoku.Technique {
	if i := slices.IndexFunc(s.Techniques, func(t setdoku.Technique) bool { return t.Name == step.Rule }); i >= 0 {
		return s.Techniques[i]
	}
	all, _ := catalogue.BuiltIn() // an error is that of a file of the program, which Solve returns
	if t, ok := all.Find(step.Rule); ok {
		return t.Technique
	}
	return setdoku.Technique{Name: step.Rule}
}

// Hints explains the deductions of the path, or of one of its steps if step is not 0, in their order.
func (s *Solution) Hints(step int) iter.Seq[*Hint] {
	return func(yield func(*Hint) bool) {
		at := s.Path.Positions()
		for i := range s.Path.Steps {
			if step != 0 && step != i+1 {
				continue
			}
			k := &s.Path.Steps[i]
			for _, d := range k.Deductions {
				t, _ := s.rules.Find(k.Rule)
				t.Technique = s.Technique(k)
				if !yield(newHint(at[i].State, d, t)) {
					return
				}
			}
		}
	}
}

// Solve solves a puzzle with the techniques that o selects and returns every step. Rating.Status says how that ends; a
// puzzle that the techniques do not solve is not an error. The puzzle may be of any variant, with digits that were
// placed and candidates that were crossed out.
//
// The error is that of Check for a state that is not a puzzle, and wraps ErrUnknownTechnique for a name in o that is
// none. When ctx ends, Solve finishes the puzzle and returns nil and the error of ctx.
func Solve(ctx context.Context, puzzle setdoku.State, o Options) (_ *Solution, err error) {
	if err := Check(puzzle); err != nil {
		return nil, err
	}
	all, techniques, err := choose(ctx, o)
	if err != nil {
		return nil, err
	}
	finder, err := memory.NewPathfinder(all, memory.OptionsFor(o, techniques))
	if err != nil {
		return nil, err
	}
	defer closing(ctx, finder, &err)
	solved, err := finder.Solve(ctx, []format.Puzzle{{State: puzzle}})
	if err != nil {
		return nil, fmt.Errorf("solve %v: %w", puzzle.Givens, err)
	}
	used := catalogue.Public(techniques.Used(solved[0].Uses))
	s := &Solution{Rating: solved[0].Rating, Techniques: used, rules: techniques}
	if s.Path, err = finder.Path(puzzle, solved[0]); err != nil {
		return nil, err
	}
	withheld, err := techniques.Withheld(ctx, puzzle)
	if err != nil {
		return nil, err
	}
	for _, t := range withheld {
		s.Withheld = append(s.Withheld, t.Name)
	}
	return s, nil
}

// ErrNotCounted is the error of Count and Unique for a puzzle whose search has given up: after many attempts it has
// found fewer solutions than the limit, and there may be more. Whether it gives up does not depend on time.
var ErrNotCounted = solutions.ErrNotCounted

// Count returns the number of solutions of a puzzle. It stops at limit, so that the result is limit for a puzzle with
// that many solutions or more, and 0 for a limit below 1. A puzzle in which a unit holds a digit twice, or a cell a
// number above 9, has none. Count uses no techniques; its time depends on limit. With an error, that of ctx or
// ErrNotCounted, it returns the number of solutions that it has found.
func Count(ctx context.Context, puzzle setdoku.State, limit int) (int, error) {
	if puzzle.Variant == nil && puzzle.Deleted == [setdoku.CellCount]setdoku.DigitSet{} {
		return solutions.Count(ctx, puzzle.Filled(), limit)
	}
	return solutions.CountState(ctx, puzzle, limit)
}

// Unique reports whether a puzzle has exactly one solution. The error is that of Count.
func Unique(ctx context.Context, puzzle setdoku.State) (bool, error) {
	n, err := Count(ctx, puzzle, 2)
	return n == 1 && err == nil, err
}
