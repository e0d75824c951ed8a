package generate

import (
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
)

// proper reports whether a grid has exactly one solution.
func proper(d setdoku.Grid) bool {
	n, _ := brute.Count(d, 2)
	return n == 1
}

// TestSolutionsAreEven checks by chi-square over 3,000 grids that no cell prefers a digit, and that pairs of cells
// that share no unit hold the same digit as often as expected.
func TestSolutionsAreEven(t *testing.T) {
	const grids = 3000
	rng := gridtest.New(1)
	var count [setdoku.CellCount][10]float64
	equal := 0.0
	for range grids {
		d, _ := randomSolution(nil, rng)
		if d.Check() != nil {
			t.Fatalf("%v: %v", d, d.Check())
		}
		for i, v := range d {
			if v == 0 {
				t.Fatalf("%v is not filled", d)
			}
			count[i][v]++
		}
		if d[0] == d[40] {
			equal++
		}
	}
	sum, worst := 0.0, 0.0
	for i := range count {
		cell := 0.0
		for _, n := range count[i][1:] {
			cell += (n - grids/9.0) * (n - grids/9.0) / (grids / 9.0)
		}
		sum, worst = sum+cell, max(worst, cell)
	}
	// There are 81 cells with 8 degrees of freedom each. The cells are not independent, so the bounds are wide.
	if sum > 1000 || worst > 35 {
		t.Errorf("chi-square %.0f, want about 648; of the worst cell %.0f, want about 8", sum, worst)
	}
	// r5c5 should equal r1c1 in one grid of nine.
	if equal < grids/9*0.8 || equal > grids/9*1.2 {
		t.Errorf("r1c1 and r5c5 are equal in %.0f grids, want about %d", equal, grids/9)
	}
}

// TestGivensAreEven checks that no cell is a given more often than others.
func TestGivensAreEven(t *testing.T) {
	rng := gridtest.New(2)
	d := remover{orbits: None.orbits(setdoku.Classic())}
	var count [setdoku.CellCount]float64
	total := 0.0
	for range 1000 {
		solution, _ := randomSolution(nil, rng)
		d.start(nil, solution)
		d.removeAll(t.Context(), rng, 0)
		for i, v := range d.givens {
			if v != 0 {
				count[i]++
				total++
			}
		}
	}
	sum := 0.0
	for _, n := range count {
		sum += (n - total/81) * (n - total/81) / (total / 81)
	}
	if sum > 160 {
		t.Errorf("chi-square %.0f of the givens by cell, want below 80", sum)
	}
}

// TestRemoveAllEqualsOneAtATime compares removeAll with a plain removal in the same order, by brute force.
func TestRemoveAllEqualsOneAtATime(t *testing.T) {
	rng := gridtest.New(4)
	for _, s := range Symmetries() {
		for _, least := range []int{0, 30} {
			d := remover{orbits: s.orbits(setdoku.Classic())}
			for range 4 {
				solution, _ := randomSolution(nil, rng)
				d.start(nil, solution)
				d.removeAll(t.Context(), rng, least)
				want, clues := d.solution, setdoku.CellCount
				for _, orbit := range d.orbits {
					next := want
					for _, i := range orbit {
						next[i] = 0
					}
					if clues-len(orbit) >= least && proper(next) {
						want, clues = next, clues-len(orbit)
					}
				}
				if d.givens != want || d.clues != clues {
					t.Errorf("%s: %v with %d givens, want %v with %d", s, d.givens, d.clues, want, clues)
				}
			}
		}
	}
}
