package explain

import (
	"testing"

	"setdoku"
	"setdoku/internal/explain/pattern"
	"setdoku/internal/gridtest"
	"setdoku/internal/roles"
	"setdoku/internal/solvertest"
)

// TestLoopsAreOnePattern wants every elimination at a weak link of a continuous loop in the pattern of the loop, unless
// a pattern with a smaller key proves it.
func TestLoopsAreOnePattern(t *testing.T) {
	all := solvertest.Catalogue(t)
	rng := gridtest.New(7)
	around := make(map[string]int)
	for range gridtest.Size(12, 60) {
		s := afterSingles(t, rng)
		for _, name := range []string{"x_chain", "xy_chain", "nice_loop", "grouped_nice_loop", "als_nice_loop"} {
			technique, _ := all.Find(name)
			for _, step := range firstStep(t, technique, s).Steps {
				for _, d := range step.Deductions {
					checkPremises(t, find{s, d})
					around[name] += checkLoop(t, find{s, d}, step.Deductions)
				}
			}
		}
	}
	for _, name := range []string{"x_chain", "xy_chain", "nice_loop", "grouped_nice_loop", "als_nice_loop"} {
		if around[name] == 0 {
			t.Errorf("no loop of %s eliminates at several links: %v", name, around)
		}
	}
}

// checkLoop compares a continuous loop with the other patterns of its step. It returns the number of links inside it
// that eliminate something.
func checkLoop(t *testing.T, f find, list []setdoku.Deduction) int {
	t.Helper()
	c := newExplainer(f.state, f.Deduction).Chain()
	if c.Kind != roles.ContinuousLoop {
		return 0
	}
	g := gridOf(f.state)
	for _, d := range list {
		for _, x := range d.Eliminations {
			for k := 1; k < len(c.Links) && d.Pattern > f.Pattern; k += 2 {
				v := pattern.Node{Digit: x.Digit, Cells: []int{x.Cell.Index()}}
				if g.excludes(c.Nodes[k], v) && g.excludes(c.Nodes[k+1], v) {
					t.Errorf("%s: %s is in pattern %d, but pattern %d is a loop that proves it", f.Technique,
						x.Elimination(), d.Pattern, f.Pattern)
				}
			}
		}
	}
	around, _ := newExplainer(f.state, f.Deduction).aroundLoop(&c)
	return len(around)
}
