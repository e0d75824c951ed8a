package solutions

import (
	"testing"

	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
)

// lists are the shared lists with the number of solutions of their puzzles, 2 for several, and the distance of the
// lines that are compared with the naive solver.
var lists = []struct {
	name      string
	solutions int
	step      int
}{
	{"no_solution", 0, 1},
	{"multiple_solutions", 2, 1},
	{"generated_easy", 1, 50},
	{"generated_minimal", 1, 50},
	{"generated_qqwing", 1, 50},
	{"17_clue", 1, 500},
	{"magictour_top1465", 1, 50},
	{"forum_hardest_1905", 1, 50},
	{"forum_hardest_1106", 1, 10},
}

func TestSharedLists(t *testing.T) {
	gridtest.Nightly(t, "all lists")
	for _, l := range lists {
		t.Run(l.name, func(t *testing.T) {
			for i, d := range gridtest.List(t, l.name, 0) {
				if got := counted(t, d, 2); got != l.solutions {
					t.Errorf("line %d: %s has %d solutions, want %d", i+1, d, got, l.solutions)
				}
				if i%l.step != 0 {
					continue
				}
				n, first := brute.Count(d, 2)
				if n != l.solutions {
					t.Errorf("line %d: the naive solver finds %d solutions, want %d", i+1, n, l.solutions)
				}
				checkSolve(t, d, l.solutions)
				if solution, _, _ := Solve(t.Context(), d); n == 1 && solution != first {
					t.Errorf("line %d: solution %s, want %s", i+1, solution, first)
				}
			}
		})
	}
}
