package batch_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/memory"
)

// TestRatingOfIsomorphs rates puzzles and isomorphs of each. Their paths must have every technique of the catalogue.
func TestRatingOfIsomorphs(t *testing.T) {
	gridtest.Nightly(t, "many isomorphs")
	t.Parallel()
	const isomorphs = 6 // of each puzzle
	puzzles, all, rng := solvertest.Rated(t), solvertest.Catalogue(t), gridtest.New(31)
	used := make(map[string]bool)
	// Without the patterns with names, the hardest puzzle needs forcing at three depths.
	plain, err := all.Select(nil, []string{"exotic"})
	gridtest.Must(t, err)
	for _, selected := range []catalogue.Catalogue{all, plain} {
		m, err := memory.NewSolver(all, memory.Options{Engine: catalogue.EngineAuto, Techniques: selected})
		gridtest.Must(t, err)
		var list []format.Puzzle
		for _, p := range puzzles {
			list = append(list, p)
			for range isomorphs {
				list = append(list, format.Puzzle{State: gridtest.Random(rng).State(p.State)})
			}
		}
		ratings, err := m.Solve(t.Context(), list)
		gridtest.Must(t, err)
		for i, r := range ratings {
			plain := ratings[i-i%(isomorphs+1)]
			if diff := cmp.Diff(plain.Rating, r.Rating); diff != "" {
				t.Errorf("%s and its isomorph %s (-want +got):\n%s", plain.Givens, r.Givens, diff)
			}
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
