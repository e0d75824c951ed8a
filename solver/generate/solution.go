package generate

import (
	"math/rand/v2"

	"setdoku"
	"setdoku/solver/solutions"
)

// randomSolution returns a filled grid of a variant, nil for classic. All grids are possible, but not equally likely.
// In classic the boxes of the diagonal are random, and a search with random choices completes the rest. Then rows and
// columns are shuffled, so that no position is preferred. On other boards the first row is random, and a search
// completes the rest. ok is false if it finds no grid.
func randomSolution(v *setdoku.Variant, rng *rand.Rand) (d setdoku.Grid, ok bool) {
	if v != nil {
		for i, digit := range rng.Perm(v.Size) {
			d[i] = uint8(digit + 1)
		}
		return solutions.Fill(v, d, rng)
	}
	// Boxes 1, 5 and 9 share no unit, so any digits in them can be completed.
	var start setdoku.Grid
	digits := [9]uint8{1, 2, 3, 4, 5, 6, 7, 8, 9}
	for _, box := range []int{18, 22, 26} {
		rng.Shuffle(9, func(i, j int) { digits[i], digits[j] = digits[j], digits[i] })
		for n, i := range setdoku.Classic().Units[:27][box] {
			start[i] = digits[n]
		}
	}
	full, ok := solutions.Fill(nil, start, rng)
	if !ok {
		return d, false
	}
	rows, columns := lines(rng), lines(rng)
	transpose := rng.IntN(2) == 1
	for i := range d {
		r, c := i/9, i%9
		if transpose {
			r, c = c, r
		}
		d[i] = full[rows[r]*9+columns[c]]
	}
	return d, true
}

// lines shuffles bands or stacks, and the lines in each.
func lines(rng *rand.Rand) (order [9]int) {
	bands := shuffled(rng)
	for b, band := range bands {
		for n, line := range shuffled(rng) {
			order[b*3+n] = band*3 + line
		}
	}
	return order
}

func shuffled(rng *rand.Rand) [3]int {
	return [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}[rng.IntN(6)]
}
