package gridtest

import (
	"fmt"
	"math/rand/v2"

	"setdoku"
	"setdoku/solver/brute"
)

// New returns a random generator that depends only on the seed.
func New(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// Solution returns a filled grid. All grids are possible, but not equally likely.
func Solution(rng *rand.Rand) setdoku.Grid {
	// Boxes 1, 5 and 9 share no unit, so any digits in them can be completed.
	var start setdoku.Grid
	for _, box := range []int{18, 22, 26} {
		for n, d := range rng.Perm(9) {
			start[setdoku.Classic().Units[box][n]] = uint8(d) + 1
		}
	}
	_, full := brute.Count(start, 1)
	return Random(rng).Digits(full)
}

// Minimal returns a puzzle with one solution and without superfluous clues. It has 24 clues on average and any
// difficulty.
func Minimal(rng *rand.Rand) setdoku.Grid { return removeClues(rng, Solution(rng), 0) }

// WithClues returns a puzzle with one solution and n clues. It takes milliseconds for n from 30 to 81, and may
// take very long below 24.
func WithClues(rng *rand.Rand, n int) setdoku.Grid {
	for {
		if p := removeClues(rng, Solution(rng), n); Clues(p) == n {
			return p
		}
	}
}

// Clues returns the number of filled cells.
func Clues(d setdoku.Grid) (n int) {
	for _, v := range d {
		if v != 0 {
			n++
		}
	}
	return n
}

// removeClues empties cells of a filled grid in a random order if the solution stays unique, until least clues are
// left or every cell was tried.
func removeClues(rng *rand.Rand, full setdoku.Grid, least int) setdoku.Grid {
	p, clues := full, setdoku.CellCount
	for _, i := range rng.Perm(setdoku.CellCount) {
		if clues == least {
			break
		}
		if needless(p, i) {
			p[i] = 0
			clues--
		}
	}
	return p
}

// needless reports whether a puzzle with one solution keeps it without the clue of cell i.
func needless(p setdoku.Grid, i int) bool {
	s := setdoku.State{Givens: p}
	s.Givens[i] = 0
	s.Deleted[i] = setdoku.NewDigitSet(p[i])
	n, _ := brute.CountState(s, 1)
	return n == 0
}

// Several returns a puzzle with at least two solutions: a minimal one without one of its clues.
func Several(rng *rand.Rand) setdoku.Grid {
	p := Minimal(rng)
	for {
		if i := rng.IntN(setdoku.CellCount); p[i] != 0 {
			p[i] = 0
			return p
		}
	}
}

// Contradictory returns a puzzle without a solution in which no unit repeats a digit: a minimal one with one clue
// changed.
func Contradictory(rng *rand.Rand) setdoku.Grid {
	for {
		p := Minimal(rng)
		for _, i := range rng.Perm(setdoku.CellCount) {
			if p[i] == 0 {
				continue
			}
			for _, d := range rng.Perm(9) {
				q := p
				q[i] = uint8(d) + 1
				if n, _ := brute.Count(q, 1); n == 0 && q.Check() == nil {
					return q
				}
			}
		}
	}
}

// Solve returns the solution of a puzzle. It returns an error unless there is exactly one.
func Solve(d setdoku.Grid) (setdoku.Grid, error) {
	n, solution := brute.Count(d, 2)
	if n != 1 {
		return setdoku.Grid{}, fmt.Errorf("%s has %d solutions (2 means several), want 1", d, n)
	}
	return solution, nil
}
