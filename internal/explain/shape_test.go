package explain

import (
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/roles"
	"setdoku/internal/solvertest"
)

// TestChainShapes replays the links of what the techniques of chains find by themselves. Each kind of chain must occur.
func TestChainShapes(t *testing.T) {
	all := solvertest.Catalogue(t)
	seen := make(map[string]int)
	rng := gridtest.New(7)
	for range 12 {
		s := afterSingles(t, rng)
		for _, name := range []string{"x_chain", "xy_chain", "nice_loop", "aic", "grouped_nice_loop", "grouped_aic",
			"als_nice_loop", "als_aic"} {
			technique, _ := all.Find(name)
			for _, step := range firstStep(t, technique, s).Steps {
				for _, d := range step.Deductions {
					checkPremises(t, find{s, d})
					seen[newExplainer(s, d).Chain().Kind]++
				}
			}
		}
	}
	for _, kind := range []string{roles.OpenChain, roles.ContinuousLoop, roles.DiscontinuousLoop} {
		if seen[kind] == 0 {
			t.Errorf("no chain is called %q in %v", kind, seen)
		}
	}
}
