package solutions

import (
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
)

// extends reports whether a filled grid is a solution of d.
func extends(d, solution setdoku.Grid) bool {
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
		// The puzzle has few solutions, so a few hundred random ones include all of them.
		n, _ := brute.Count(several, 5)
		if n > 4 {
			continue
		}
		tried++
		random := make(map[setdoku.Grid]bool)
		for range 300 {
			s, ok := Fill(nil, several, rng)
			if !ok || !extends(several, s) {
				t.Fatalf("%v is not a solution of %v", s, several)
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
	if s, ok := Fill(nil, gridtest.Contradictory(rng), rng); ok {
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
			if got, err := Needless(t.Context(), nil, &p, i); err != nil || got != (n == 1) {
				t.Errorf("%v without %s: needless %v, %d solutions", p, setdoku.CellAt(i), got, n)
			}
		}
	}
}
