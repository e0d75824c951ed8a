package solver

import (
	"context"
	"fmt"
	"iter"

	"setdoku"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	"setdoku/solver/solutions"
	"setdoku/solver/trial"
)

// Solution is the solution path of a puzzle and its end.
type Solution struct {
	Rating
	// Path are the steps in order.
	Path []Step
	// End is the state after the last step.
	End setdoku.State
	// Contradiction is why the puzzle has no solution when Status is setdoku.StatusInvalid, else nil.
	Contradiction *setdoku.Contradiction
}

// Step is one step of a solution path: all that one technique proves in a state.
type Step struct {
	Number    int // 1, 2, ...
	Technique setdoku.Technique
	Before    setdoku.State // the state in which the technique finds the deductions
	// Deductions are ordered by pattern. A technique that finds nothing makes no step, but a step of search has no deduction
	// when the puzzle has several solutions.
	Deductions []setdoku.Deduction
}

// Hints explains the deductions of the step, in their order.
func (s Step) Hints() iter.Seq[*Hint] {
	return func(yield func(*Hint) bool) {
		for _, d := range s.Deductions {
			if !yield(newHint(s.Before, d, s.Technique)) {
				return
			}
		}
	}
}

// Solve solves a puzzle with the techniques that o selects and returns every step. Rating.Status says how that ends; a puzzle
// that the techniques do not solve is no error.
//
// The error is a setdoku.Repeats when a unit of the puzzle holds a digit twice. It wraps ErrDigit for a digit above 9, and
// ErrUnknownTechnique for a name in o that is none. When ctx ends, Solve finishes the puzzle and returns the error of ctx.
func Solve(ctx context.Context, puzzle setdoku.Grid, o Options) (_ *Solution, err error) {
	if err := check(puzzle); err != nil {
		return nil, err
	}
	all, techniques, err := o.techniques(ctx, nil)
	if err != nil {
		return nil, err
	}
	finder, err := memory.NewPathfinder(all, memory.Options{Techniques: techniques, Statements: driver.NewStatements})
	if err != nil {
		return nil, err
	}
	defer closing(ctx, finder, &err)
	path, err := finder.Find(ctx, setdoku.State{Givens: puzzle})
	if err != nil {
		return nil, fmt.Errorf("solve %v: %w", puzzle, err)
	}
	positions := path.Positions()
	end := positions[len(path.Steps)].State
	s := &Solution{Rating: Rating{Puzzle: puzzle, Filled: end.Filled(), Status: path.Status, Depth: -1}, End: end, Contradiction: path.Contradiction}
	if path.Status == setdoku.StatusSolved {
		if depth, ok := trial.Depth(puzzle); ok {
			s.Depth = depth
		}
	}
	for i, k := range path.Steps {
		t, _ := techniques.Find(k.Rule)
		s.Path = append(s.Path, Step{k.Step, t, positions[i].State, k.Deductions})
	}
	s.rate(techniques)
	return s, nil
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

// Count returns the number of solutions of a grid. It stops at limit, so that the result is limit for a grid with that many
// solutions or more, and 0 for a limit below 1. A grid in which a unit holds a digit twice, or a cell a number above 9, has none. Count uses no
// techniques; its time depends on limit.
func Count(grid setdoku.Grid, limit int) int { return solutions.Count(grid, limit) }

// Unique reports whether a grid has exactly one solution.
func Unique(grid setdoku.Grid) bool { return solutions.Unique(grid) }
