package batch_test

import (
	"fmt"
	"testing"

	"setdoku/internal/dbtest"
	"setdoku/internal/solvertest"
	"setdoku/solver/driver"
	"setdoku/solver/statement"
)

// TestEnginesHandOver has engine auto take some techniques for such as it knows as statements alone: puzzles go
// back and forth, and the rows are the same.
func TestEnginesHandOver(t *testing.T) {
	t.Parallel()
	p := solvertest.NewPool()
	puzzles := append(solvertest.Givens(p.All()...), solvertest.Spoilt(p.Unique, 20)...)
	for _, foreign := range [][]string{{"naked_pair", "x_wing"}, {"pointing"}, {"naked_quadruple", "jellyfish", "hidden_pair"}} {
		for _, stop := range []bool{false, true} {
			t.Run(fmt.Sprint(foreign, stop), func(t *testing.T) {
				t.Parallel()
				run := func(engine driver.Engine) map[string]string {
					db := dbtest.Open(t)
					opts := solvertest.Options(t, "singles", "intersections", "subsets", "basic_fish")
					opts.Engine, opts.StopAtFirst, opts.Jobs = engine, stop, 2
					for i := range opts.Techniques {
						tech := &opts.Techniques[i]
						for _, name := range foreign {
							if engine == driver.EngineAuto && tech.Name == name {
								text, err := statement.Text(tech.File)
								if err != nil {
									t.Fatal(err)
								}
								tech.Text = text
							}
						}
					}
					solvertest.Solve(t, solvertest.NewBatch(t, db, opts), puzzles, 30)
					return solvertest.Histories(t, db)
				}
				solvertest.Compare(t, run(driver.EngineAuto), run(driver.EngineSQL))
			})
		}
	}
}
