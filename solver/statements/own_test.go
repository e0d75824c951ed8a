package statements_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
	"setdoku/internal/testing/solvertest"
	"setdoku/solver/statements"
	sqlfiles "setdoku/sql"
	"setdoku/store"
)

// TestCatalogueAsFilesOfAUser runs the files of the catalogue as technique files of a user. The database must accept
// every statement, and the techniques must find the same.
func TestCatalogueAsFilesOfAUser(t *testing.T) {
	t.Parallel()
	for name, open := range map[string]func(*testing.T) *store.DB{
		"file":   func(t *testing.T) *store.DB { return dbtest.Open(t) },
		"server": func(t *testing.T) *store.DB { return dbtest.OpenServer(t, 2) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			db := open(t)
			shown := solvertest.ExampleStates(t)
			var states []format.Puzzle
			for _, name := range []string{"naked_pair", "finned_x_wing", "multi_colors"} {
				states = append(states, format.Puzzle{State: shown[name]})
			}
			find := func(list catalogue.Catalogue, states []format.Puzzle) [][]setdoku.Deduction {
				finder, err := statements.NewFinder(t.Context(), db, list)
				gridtest.Must(t, err)
				defer finder.Close(t.Context())
				found, err := finder.Find(t.Context(), states)
				gridtest.Must(t, err)
				return found
			}
			own := slices.Clone(solvertest.Catalogue(t))
			for i := range own {
				text, err := sqlfiles.Text(own[i].File)
				gridtest.Must(t, err)
				own[i].Text = text
			}
			if gridtest.Required() {
				find(own, nil) // prepares all statements
			}
			// Files with a table of their own, with tables that files share, and with hypotheses.
			quick := []string{"naked_pair", "finned_x_wing", "multi_colors", "x_chain", "forcing"}
			isSlow := func(t catalogue.Technique) bool { return !slices.Contains(quick, t.Name) }
			ours := slices.DeleteFunc(solvertest.Catalogue(t), isSlow)
			own = slices.DeleteFunc(own, isSlow)
			if diff := cmp.Diff(find(ours, states), find(own, states)); diff != "" {
				t.Errorf("the files of a user find something else (-ours +own):\n%s", diff)
			}
		})
	}
}
