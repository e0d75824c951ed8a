package solver_test

import (
	"fmt"
	"testing"

	"setdoku/solver"
)

// TestEnginesHandOver has engine auto take some techniques for such as it knows as statements alone: puzzles go
// back and forth, and the rows are the same.
func TestEnginesHandOver(t *testing.T) {
	t.Parallel()
	p := newPool()
	puzzles := append(givens(p.all()...), spoilt(p.unique, 20)...)
	for _, foreign := range [][]string{{"naked_pair", "x_wing"}, {"pointing"}, {"naked_quadruple", "jellyfish", "hidden_pair"}} {
		for _, stop := range []bool{false, true} {
			t.Run(fmt.Sprint(foreign, stop), func(t *testing.T) {
				t.Parallel()
				run := func(engine solver.Engine) map[string]string {
					db := newDB(t)
					opts := selected(t, db, "singles", "intersections", "subsets", "basic_fish")
					opts.Engine, opts.StopAtFirst, opts.Jobs = engine, stop, 2
					for i := range opts.Techniques {
						tech := &opts.Techniques[i]
						for _, name := range foreign {
							if engine == solver.EngineAuto && tech.Name == name {
								text, err := solver.Text(tech.File)
								if err != nil {
									t.Fatal(err)
								}
								tech.Text = text
							}
						}
					}
					solve(t, newBatch(t, db, opts), puzzles, 30)
					return histories(t, db)
				}
				compare(t, run(solver.EngineAuto), run(solver.EngineSQL))
			})
		}
	}
}
