package solver_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver"
)

// TestGenerate holds the puzzles to their constraints.
func TestGenerate(t *testing.T) {
	var pattern [81]bool
	for i := range pattern {
		pattern[i] = i%2 == 0
	}
	for name, c := range map[string]struct {
		constraints solver.Constraints
		holds       func(setdoku.State) bool
	}{
		"any": {solver.Constraints{}, func(setdoku.State) bool { return true }},
		"clues": {solver.Constraints{Clues: solver.Range{Least: 30}},
			func(g setdoku.State) bool { return clues(g) >= 30 }},
		"symmetry": {solver.Constraints{Symmetry: solver.SymmetryDiagonal},
			func(g setdoku.State) bool { return same(g, func(i int) int { return i%9*9 + i/9 }) }},
		"pattern": {solver.Constraints{Pattern: &pattern},
			func(g setdoku.State) bool { return g.Givens[0] != 0 && g.Givens[1] == 0 && clues(g) == 41 }},
		"level": {solver.Constraints{Levels: []setdoku.Level{"easy"}}, func(g setdoku.State) bool {
			r, err := solver.Rate(t.Context(), g, solver.Options{})
			return err == nil && r.Level == "easy" && clues(g) >= 32 && same(g, func(i int) int { return 80 - i })
		}},
		"score": {solver.Constraints{Score: solver.Range{Least: 300, Most: 400}}, func(g setdoku.State) bool {
			r, err := solver.Rate(t.Context(), g, solver.Options{})
			return err == nil && r.Score >= 300 && r.Score <= 400
		}},
	} {
		t.Run(name, func(t *testing.T) {
			c.constraints.Seed = 5
			first, second := take(t, c.constraints, 3), take(t, c.constraints, 3)
			if !cmp.Equal(first, second) {
				t.Errorf("one seed makes %v and %v", first, second)
			}
			for _, g := range first {
				if count(t, g, 2) != 1 || !c.holds(g) {
					t.Errorf("%v is not what is wished", g)
				}
			}
		})
	}
}

// TestGenerateRefuses says what is wrong with a constraints, and ends with the context.
func TestGenerateRefuses(t *testing.T) {
	for want, constraints := range map[string]solver.Constraints{
		"16 givens":     {Clues: solver.Range{Least: 16, Most: 16}},
		"clues 5 to 3":  {Clues: solver.Range{Least: 5, Most: 3}},
		"score -1 to 5": {Score: solver.Range{Least: -1, Most: 5}},
		`"spiral"`:      {Symmetry: "spiral"},
		"dreadful":      {Levels: []setdoku.Level{"dreadful"}},
		"x_wings":       {Require: []string{"x_wings"}},
	} {
		n := 0
		for _, err := range solver.Generate(t.Context(), constraints, solver.Options{}) {
			if n++; err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%+v: error %v, want %s", constraints, err, want)
			}
		}
		if n != 1 {
			t.Errorf("%+v: yields %d times, want one error", constraints, n)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	impossible := solver.Constraints{Levels: []setdoku.Level{"easy"}, Score: solver.Range{Least: 1_000_000}}
	for _, err := range solver.Generate(ctx, impossible, solver.Options{}) {
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("a constraints without a puzzle: error %v", err)
		}
	}
}

// same reports whether each given of a grid has one in its image.
func same(g setdoku.State, image func(int) int) bool {
	for i, v := range g.Givens {
		if (v == 0) != (g.Givens[image(i)] == 0) {
			return false
		}
	}
	return true
}

// take returns the first n puzzles of a constraints.
func take(t *testing.T, w solver.Constraints, n int) (list []setdoku.State) {
	t.Helper()
	for g, err := range solver.Generate(t.Context(), w, solver.Options{}) {
		gridtest.Must(t, err)
		if list = append(list, g); len(list) == n {
			break
		}
	}
	return list
}

// clues is the number of givens.
func clues(g setdoku.State) int { return 81 - strings.Count(g.Givens.String(), ".") }
