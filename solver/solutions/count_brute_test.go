package solutions

import (
	"math/rand/v2"
	"testing"

	"setdoku"
	"setdoku/internal/testing/gridtest"
	"setdoku/solver/brute"
)

// sources make the kinds of grid on which Count is compared with the naive solver.
var sources = []struct {
	name  string
	limit int
	make  func(*rand.Rand) setdoku.Grid
}{
	{"minimal", 2, gridtest.Minimal},
	{"easy", 2, func(rng *rand.Rand) setdoku.Grid { return gridtest.WithClues(rng, 40) }},
	{"several", 50, gridtest.Several},
	{"contradictory", 2, gridtest.Contradictory},
	{"filled", 2, gridtest.Solution},
	{"half", 1000, func(rng *rand.Rand) setdoku.Grid { return some(rng, gridtest.Solution(rng), 30+rng.IntN(20)) }},
	{"near empty", 300, func(rng *rand.Rand) setdoku.Grid { return some(rng, gridtest.Solution(rng), rng.IntN(20)) }},
	{"one digit changed", 50, func(rng *rand.Rand) setdoku.Grid {
		d := some(rng, gridtest.Solution(rng), 24+rng.IntN(40))
		d[rng.IntN(setdoku.CellCount)] = uint8(rng.IntN(10))
		return d
	}},
	{"few at random", 5, func(rng *rand.Rand) (d setdoku.Grid) {
		for range rng.IntN(14) {
			d[rng.IntN(setdoku.CellCount)] = uint8(rng.IntN(10))
		}
		return d
	}},
}

// some keeps n cells of a filled grid.
func some(rng *rand.Rand, d setdoku.Grid, n int) setdoku.Grid {
	for _, i := range rng.Perm(setdoku.CellCount)[n:] {
		d[i] = 0
	}
	return d
}

// TestCountAgainstBrute compares Count, Solve and Unique with the naive solver, in goroutines side by side.
func TestCountAgainstBrute(t *testing.T) {
	for k, source := range sources {
		t.Run(source.name, func(t *testing.T) {
			t.Parallel()
			rng := gridtest.New(uint64(k))
			for range 60 {
				d := source.make(rng)
				want, _ := brute.Count(d, source.limit)
				if got := counted(t, d, source.limit); got != want {
					t.Fatalf("%s: %d solutions, want %d", d, got, want)
				}
				checkSolve(t, d, min(want, 2))
			}
		})
	}
}

func TestCountStateAgainstBrute(t *testing.T) {
	t.Parallel()
	seen := make(map[int]int)
	rng := gridtest.New(150)
	for range 150 {
		full := gridtest.Solution(rng)
		s := setdoku.State{Givens: some(rng, full, 18+rng.IntN(20))}
		for i, m := range s.Candidates() {
			one := m & setdoku.NewDigitSet(uint8(rng.IntN(9)+1))
			switch {
			case m != 0 && rng.IntN(4) == 0:
				s.Placed[i] = full[i]
			case one != setdoku.NewDigitSet(full[i]) || rng.IntN(8) == 0:
				s.Deleted[i] = one // sometimes the digit of the filled grid, so that all counts occur
			}
		}
		want, _ := brute.CountState(s, 100)
		if got, err := CountState(t.Context(), s, 100); got != want || err != nil {
			t.Fatalf("%+v: %d solutions, want %d", s, got, want)
		}
		seen[min(want, 2)]++
	}
	if seen[0] < 10 || seen[1] < 10 || seen[2] < 10 {
		t.Errorf("states with none, one and several solutions: %v", seen)
	}
}
