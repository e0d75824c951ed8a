package bitmask

import (
	"slices"
	"testing"

	"setdoku"
	"setdoku/internal/brute"
	"setdoku/internal/grid"
	"setdoku/internal/gridtest"
)

// extends reports whether a filled grid is a solution of d.
func extends(d, solution grid.Digits) bool {
	for i, v := range d {
		if solution[i] == 0 || v != 0 && solution[i] != v {
			return false
		}
	}
	return solution.Check() == nil
}

func TestFill(t *testing.T) {
	rng := gridtest.New(1)
	tried := 0
	for range 150 {
		several := gridtest.Several(rng)
		// With few solutions a few hundred random ones are all of them.
		n, _ := brute.Count(several, 5)
		if n > 4 {
			continue
		}
		tried++
		random := make(map[grid.Digits]bool)
		for range 300 {
			s, ok := Fill(several, rng)
			if !ok || !extends(several, s) {
				t.Fatalf("%v is no solution of %v", s, several)
			}
			random[s] = true
		}
		if len(random) != n {
			t.Errorf("%v: %d solutions at random, want all %d", several, len(random), n)
		}
	}
	if tried < 5 {
		t.Errorf("%d grids with few solutions, want more", tried)
	}
	if s, ok := Fill(gridtest.Contradictory(rng), rng); ok {
		t.Errorf("a contradictory grid has the solution %v", s)
	}
}

func TestNeedless(t *testing.T) {
	rng := gridtest.New(2)
	for range 20 {
		p := gridtest.WithClues(rng, 32)
		for i, v := range p {
			if v == 0 {
				continue
			}
			without := p
			without[i] = 0
			n, _ := brute.Count(without, 2)
			if got := Needless(&p, i); got != (n == 1) {
				t.Errorf("%v without %s: needless %v, %d solutions", p, grid.CellName(i), got, n)
			}
		}
	}
}

// TestBarred checks that a puzzle goes as far as it does with all techniques, until one that is
// barred would make a step.
func TestBarred(t *testing.T) {
	techniques := []Technique{
		{Technique: setdoku.Technique{Name: "naked_single", File: "naked_single", Size: 1}},
		{Technique: setdoku.Technique{Name: "hidden_single", File: "hidden_single", Size: 1}},
		{Technique: setdoku.Technique{Name: "pointing", File: "pointing", Size: 1}},
		{Technique: setdoku.Technique{Name: "naked_pair", File: "naked_subset", Size: 2}},
		{Technique: setdoku.Technique{Name: "search", File: setdoku.RuleSearch, Size: 1}},
	}
	all, err := NewLogic(techniques, false)
	if err != nil {
		t.Fatal(err)
	}
	techniques = slices.Clone(techniques)
	techniques[2].Barred = true
	barred, err := NewLogic(techniques, false)
	if err != nil {
		t.Fatal(err)
	}
	rng := gridtest.New(3)
	met := 0
	for range 100 {
		p := gridtest.Minimal(rng)
		steps := append([]setdoku.Step(nil), all.Solve(&Start{Digits: p}).Steps...)
		want := len(steps)
		for i, s := range steps {
			if all.Index(s.Rule) == 2 {
				want = min(want, i)
			}
		}
		o := barred.Solve(&Start{Digits: p})
		status := setdoku.StatusSolved
		if want < len(steps) {
			status = setdoku.StatusStuck
			met++
		}
		if len(o.Steps) != want || o.Status != status {
			t.Errorf("%v: %s after %d steps, want %s after %d", p, o.Status, len(o.Steps), status, want)
		}
	}
	if met < 10 || met > 90 {
		t.Errorf("%d of 100 puzzles met the technique", met)
	}
}
