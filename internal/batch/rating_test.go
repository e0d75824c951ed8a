package batch_test

import (
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/memory"
	"setdoku/internal/record"
	"setdoku/internal/solvertest"
)

// newInMemory selects techniques of a catalogue.
func newInMemory(t testing.TB, all, techniques catalogue.Catalogue) *memory.Solver {
	t.Helper()
	m, err := memory.NewSolver(all, memory.Options{Engine: memory.EngineAuto, Techniques: techniques})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// isomorphsOfEach is how many isomorphs of a puzzle are rated with it.
const isomorphsOfEach = 6

// TestRatingOfIsomorphs rates puzzles and isomorphs of each. Their paths must have every technique of the catalogue.
func TestRatingOfIsomorphs(t *testing.T) {
	gridtest.Nightly(t, "many isomorphs")
	t.Parallel()
	puzzles, all := solvertest.Rated(t), solvertest.Catalogue(t)
	used := make(map[string]bool)
	// Without the patterns with names, the hardest puzzle needs forcing at three depths.
	plain, err := all.Select(nil, []string{"exotic"})
	if err != nil {
		t.Fatal(err)
	}
	for _, selected := range []catalogue.Catalogue{all, plain} {
		m := newInMemory(t, all, selected)
		ratings := rate(t, m, puzzles)
		compareIsomorphs(t, m, puzzles, ratings, gridtest.New(31))
		for _, r := range ratings {
			for _, u := range r.Uses {
				used[u.Technique] = true
			}
		}
	}
	for _, technique := range all {
		if !used[technique.Name] {
			t.Errorf("no puzzle of testdata/rating.txt needs %s: setdoku generate --require %[1]s finds one",
				technique.Name)
		}
	}
}

func rate(t testing.TB, m *memory.Solver, puzzles []format.Puzzle) []*record.Puzzle {
	t.Helper()
	ratings, err := m.Solve(t.Context(), puzzles)
	if err != nil {
		t.Fatal(err)
	}
	return ratings
}

// compareIsomorphs fails the test where an isomorph gets another rating than its puzzle.
func compareIsomorphs(t testing.TB, m *memory.Solver, puzzles []format.Puzzle, want []*record.Puzzle, rng *rand.Rand) {
	t.Helper()
	var dressed []format.Puzzle
	for _, p := range puzzles {
		for range isomorphsOfEach {
			dressed = append(dressed, format.Puzzle{State: gridtest.Random(rng).State(p.State)})
		}
	}
	for i, r := range rate(t, m, dressed) {
		plain := want[i/isomorphsOfEach]
		if diff := cmp.Diff(plain.Rating, r.Rating); diff != "" {
			t.Errorf("%s and its isomorph %s (-want +got):\n%s", plain.Givens, r.Givens, diff)
		}
	}
}
