package proof_test

import (
	"slices"
	"testing"

	"setdoku/internal/gridtest"
	"setdoku/internal/proof"
	"setdoku/internal/solvertest"
)

// noMutants are the techniques of whose evidence no single change makes a deduction that a filled grid refutes. Their
// evidence is all open cells, all units, or hypotheses whose rows follow from all clauses; or the cells prove the
// deduction, and the unit proves it too.
var noMutants = []string{"full_house", "locked_pair", "bug_plus_1", "template_set", "template_delete", "forcing_verity",
	"forcing_tridagon"}

// TestMutants changes one thing in true deductions of all techniques, one of each or 200 in the long form, so that they
// do not follow. The prover must prove the true ones and refuse the others.
func TestMutants(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(37)
	list := solvertest.TrueDeductions(t, gridtest.Size(1, 8))
	kinds, techniques := map[string]int{}, map[string]int{}
	p := proof.New()
	for i := range list {
		x := &list[i]
		name := x.Technique.Name
		if err := p.Load(&x.State); err != nil {
			t.Fatal(err)
		}
		if err := p.Prove(&x.Deduction, x.Technique.AssumesUnique); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		mutants := x.Mutants(rng)
		techniques[name] += len(mutants) - 1
		for _, m := range mutants {
			if kinds[m.Changed]++; p.Prove(&m.Deduction, x.Technique.AssumesUnique) == nil {
				t.Errorf("%s: a changed %s is proved: %s from %v", name, m.Changed, m.Deduction.Names(),
					m.Deduction.Evidence)
			}
		}
	}
	for name, n := range techniques {
		if n == 0 && !slices.Contains(noMutants, name) {
			t.Errorf("%s: no evidence was changed", name)
		}
	}
	if least := gridtest.Size(30, 60); min(kinds["candidate"], kinds["row"]) < 2*least ||
		min(kinds["cell"], kinds["digit"], kinds["unit"]) < least {
		t.Errorf("changes %v, want %d of each kind, twice as many of candidates and rows", kinds, least)
	}
	t.Logf("%d deductions, changes %v", len(list), kinds)
}
