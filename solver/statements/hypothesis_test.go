package statements

import (
	"fmt"
	"testing"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/testing/dbtest"
	"setdoku/internal/testing/gridtest"
)

// TestHypothesesAreBounded runs forcing, and forcing in hypotheses, on more puzzles than the driver takes at once. A
// trigger ends the pass when the table hypothesis has more rows than so many puzzles have candidates, or twice as many
// for forcing in hypotheses.
func TestHypothesesAreBounded(t *testing.T) {
	gridtest.Nightly(t, "hypotheses of crowded grids by statements")
	t.Parallel()
	const atOnce, puzzles = 2, 8
	all, err := catalogue.BuiltIn()
	gridtest.Must(t, err)
	rng := gridtest.New(152)
	var states []format.Puzzle
	most := 0 // candidates of a puzzle
	for range puzzles {
		d := gridtest.Minimal(rng)
		solution, err := gridtest.Solve(d)
		gridtest.Must(t, err)
		for i := range d {
			if d[i] == 0 && rng.IntN(8) == 0 {
				d[i] = solution[i] // for fewer hypotheses
			}
		}
		s := setdoku.State{Givens: d}
		n := 0
		for _, m := range s.Candidates() {
			n += m.Count()
		}
		states, most = append(states, format.Puzzle{State: s}), max(most, n)
	}
	for name, depth := range map[string]int{"forcing_verity": 1, "nested_forcing": 2} {
		technique, _ := all.Find(name)
		f, err := NewFinder(t.Context(), dbtest.Open(t), catalogue.Catalogue{technique})
		gridtest.Must(t, err)
		f.driver.atOnce = atOnce
		bounded := fmt.Sprintf(`CREATE TEMP TRIGGER hypothesis_bounded AFTER INSERT ON hypothesis
			WHEN (SELECT COUNT(*) FROM hypothesis) > %d BEGIN SELECT RAISE(ABORT, 'too many hypotheses'); END`, depth*atOnce*most)
		dbtest.Exec(t, f.driver.conn, bounded)
		if _, err := f.Find(t.Context(), states[:puzzles/depth]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := f.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}
