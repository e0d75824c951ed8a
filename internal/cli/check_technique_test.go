package cli

import (
	"testing"

	"setdoku"
	"setdoku/internal/dbtest"
	"setdoku/internal/format"
	"setdoku/internal/gridtest"
	"setdoku/internal/solvertest"
)

// TestCheckCatalogue puts every technique of the catalogue through the check that a technique of one's own must
// pass: on a minimal puzzle and on the one that docs/techniques.md shows it with, nothing that it finds may be against
// a solution, and isomorphs must show the same.
func TestCheckCatalogue(t *testing.T) {
	gridtest.Long(t, "the check of every technique")
	t.Parallel()
	list := solvertest.Catalogue(t)
	shown := solvertest.ExampleStates(t)
	rng := gridtest.New(75)
	hits := 0
	db := dbtest.Open(t)
	for _, technique := range list {
		puzzles := solvertest.Givens(gridtest.Minimal(rng), shown[technique.Name].Givens)
		r, err := checkTechniqueIn(t.Context(), db, technique, list, puzzles, 1)
		if err != nil {
			t.Fatalf("%s: %v", technique.Name, err)
		}
		for _, f := range r.Wrong {
			t.Errorf("%s: %s is against the solution of %s", technique.Name, f.What, format.Short(f.State))
		}
		for _, f := range r.Uneven {
			t.Errorf("%s: %s in %s", technique.Name, f.What, format.Short(f.State))
		}
		// What search places follows from the tree in the table branch.
		for _, f := range r.Unproved {
			t.Errorf("%s: %s in %s", technique.Name, f.What, format.Short(f.State))
		}
		if r.Bare > 0 && technique.Name != setdoku.RuleSearch {
			t.Errorf("%s: %d of %d patterns have no evidence", technique.Name, r.Bare, r.Patterns)
		}
		if r.Hits > 0 {
			hits++
		}
	}
	if hits < 35 {
		t.Errorf("%d techniques found something, want 35", hits)
	}
	t.Logf("%d of %d techniques found something", hits, len(list))
}
