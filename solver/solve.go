package solver

import (
	"context"
	"fmt"
	"iter"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/memory"
	"setdoku/internal/solutions"
	"setdoku/internal/trial"
)

// Solution is the solution path of a puzzle and its end.
type Solution struct {
	Rating
	// Path are the steps in order.
	Path []PathStep
	// End is the state after the last step.
	End setdoku.State
	// Withheld are the names of the selected techniques that Solve has left out, because they need exactly one solution
	// and the puzzle does not have exactly one.
	Withheld []string
	// Contradiction is why the puzzle has no solution when Status is setdoku.StatusInvalid, else nil.
	Contradiction *setdoku.Contradiction

	path *setdoku.Path // of which NewSolution made it
}

// PathStep is one step of a solution path: all that one technique proves in a state.
type PathStep struct {
	Number    int // 1, 2, ...
	Technique setdoku.Technique
	Before    setdoku.State // the state in which the technique finds the deductions
	// Deductions are ordered by pattern. A technique that finds nothing makes no step, but a step of search has no
	// deduction when the puzzle has several solutions.
	Deductions []setdoku.Deduction
}

// String names the step with its placements and eliminations, such as "step 7, x_wing: r2c3<>5, r8c3<>5".
func (s PathStep) String() string {
	step := setdoku.NewStep(s.Number, s.Technique.Name, s.Deductions...)
	return step.String()
}

// Hints explains the deductions of the step, in their order.
func (s PathStep) Hints() iter.Seq[*Hint] {
	return func(yield func(*Hint) bool) {
		for _, d := range s.Deductions {
			if !yield(newHint(s.Before, d, s.Technique)) {
				return
			}
		}
	}
}

// Solve solves a puzzle with the techniques that o selects and returns every step. Rating.Status says how that ends; a
// puzzle that the techniques do not solve is not an error.
//
// The error is that of Check for a grid that is not a puzzle, and wraps ErrUnknownTechnique for a name in o that is
// none. When ctx ends, Solve finishes the puzzle and returns nil and the error of ctx.
func Solve(ctx context.Context, puzzle setdoku.Grid, o Options) (_ *Solution, err error) {
	if err := Check(puzzle); err != nil {
		return nil, err
	}
	all, techniques, err := o.techniques(ctx, nil)
	if err != nil {
		return nil, err
	}
	finder, err := memory.NewPathfinder(all, memory.Options{Techniques: techniques, Statements: o.Own.Statements})
	if err != nil {
		return nil, err
	}
	defer closing(ctx, finder, &err)
	path, err := finder.Find(ctx, setdoku.State{Givens: puzzle})
	if err != nil {
		return nil, fmt.Errorf("solve %v: %w", puzzle, err)
	}
	s := NewSolution(path, techniques)
	for _, t := range techniques.Withheld(s.path.Start) {
		s.Withheld = append(s.Withheld, t.Name)
	}
	if s.Status == setdoku.StatusSolved {
		if depth, ok := trial.Depth(setdoku.State{Givens: puzzle}); ok {
			s.Depth = depth
		}
	}
	return s, nil
}

// NewSolution returns a path with the states and the techniques of its steps, and rates it. techniques are all that may
// have made a step. A step by hand, and one of a technique that is not among them, has only a name. NewSolution does
// not measure the depth, which is -1.
func NewSolution(path *setdoku.Path, techniques []setdoku.Technique) *Solution {
	positions := path.Positions()
	end := positions[len(path.Steps)].State
	s := &Solution{Rating: Rating{Puzzle: path.Start.Givens, Filled: end.Filled(), Status: path.Status, Depth: -1},
		End: end, Contradiction: path.Contradiction, path: path}
	all := catalogue.Catalogue(techniques)
	for i, k := range path.Steps {
		t, known := all.Find(k.Rule)
		if !known {
			t.Name = k.Rule
		}
		s.Path = append(s.Path, PathStep{k.Step, t, positions[i].State, k.Deductions})
	}
	s.rate(techniques)
	return s
}

// rate sets the rating of the path. techniques are those that may have made a step, in the order of the catalogue.
func (s *Solution) rate(techniques []setdoku.Technique) {
	steps := make(map[string]int)
	for _, step := range s.Path {
		steps[step.Technique.Name]++
		s.Score += step.Technique.Weight
	}
	s.Steps = len(s.Path)
	var hardest *setdoku.Technique
	for i := range techniques {
		t := &techniques[i]
		if steps[t.Name] == 0 {
			continue
		}
		s.Uses = append(s.Uses, Use{t.Name, steps[t.Name]})
		if hardest == nil || t.Harder(hardest) {
			hardest = t
			s.Hardest, s.Level = t.Name, t.Level
		}
	}
}

// Count returns the number of solutions of a grid. It stops at limit, so that the result is limit for a grid with that
// many solutions or more, and 0 for a limit below 1. A grid in which a unit holds a digit twice, or a cell a number
// above 9, has none. Count uses no techniques; its time depends on limit. When ctx ends, it returns the number of
// solutions so far and the error of ctx.
func Count(ctx context.Context, grid setdoku.Grid, limit int) (int, error) {
	return solutions.CountUntil(ctx, grid, limit)
}

// Unique reports whether a grid has exactly one solution. The error is that of ctx.
func Unique(ctx context.Context, grid setdoku.Grid) (bool, error) {
	n, err := Count(ctx, grid, 2)
	return n == 1 && err == nil, err
}
