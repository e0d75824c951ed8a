package proof_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"setdoku"
	"setdoku/internal/gridtest"
	"setdoku/internal/proof"
	"setdoku/internal/solvertest"
)

// noMutants are the techniques of whose evidence no single change makes a deduction that a filled grid refutes. Their
// evidence is all open cells, all units, or hypotheses whose rows follow from all clauses; or the cells prove the
// deduction, and the unit proves it too.
var noMutants = []string{"full_house", "locked_pair", "bug_plus_1", "template_set", "template_delete", "forcing_verity",
	"forcing_tridagon"}

// TestMutants changes one thing in each of 200 true deductions of all techniques, so that they do not follow. The
// prover must prove the true ones and refuse the others.
func TestMutants(t *testing.T) {
	t.Parallel()
	rng := gridtest.New(37)
	list := solvertest.TrueDeductions(t, 8)
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
	if kinds["candidate"] < 200 || kinds["row"] < 150 || min(kinds["cell"], kinds["digit"], kinds["unit"]) < 60 {
		t.Errorf("changes %v, want 200 of candidates, 150 of rows, and 60 of cells, digits and units", kinds)
	}
	t.Logf("%d deductions, changes %v", len(list), kinds)
}

// TestTridagonNeedsAll leaves out each of the twelve cells of a set of guardians, and each guardian with what follows
// from it. Then nothing follows.
func TestTridagonNeedsAll(t *testing.T) {
	t.Parallel()
	p, tries := proof.New(), 0
	for _, x := range solvertest.TrueDeductions(t, 8) {
		if x.Technique.Name != "forcing_tridagon" {
			continue
		}
		if err := p.Load(&x.State); err != nil {
			t.Fatal(err)
		}
		rows := x.Deduction.Evidence
		for i := 0; i < len(rows); {
			n := 1
			for rows[i].Role == "assume" && i+n < len(rows) && rows[i+n].Role != "assume" {
				n++
			}
			if rows[i].Role == "cell" || rows[i].Role == "assume" {
				tries++
				x.Deduction.Evidence = slices.Delete(slices.Clone(rows), i, i+n)
				if err := p.Prove(&x.Deduction, false); !errors.Is(err, proof.ErrNotProved) {
					t.Errorf("%s without row %d: %v, want that it does not follow", x.Deduction.Names(), i+1, err)
				}
			}
			i += n
		}
	}
	if tries < 14 {
		t.Errorf("%d rows were left out, want 14 or more", tries)
	}
}

// TestGivenCorner makes givens of the digits of avoidable rectangles. Another solution cannot exchange a given, so
// nothing follows.
func TestGivenCorner(t *testing.T) {
	t.Parallel()
	list := slices.DeleteFunc(solvertest.TrueDeductions(t, 8), func(x solvertest.True) bool {
		return !strings.HasPrefix(x.Technique.Name, "avoidable")
	})
	p := proof.New()
	for _, x := range list {
		x.State.Givens, x.State.Placed = x.State.Filled(), setdoku.Grid{}
		if err := p.Load(&x.State); err != nil {
			t.Fatal(err)
		}
		if err := p.Prove(&x.Deduction, true); !errors.Is(err, proof.ErrNotProved) {
			t.Errorf("%s with givens: %v, want that it does not follow", x.Technique.Name, err)
		}
	}
	if len(list) < 2 {
		t.Errorf("%d avoidable rectangles, want 2", len(list))
	}
}
