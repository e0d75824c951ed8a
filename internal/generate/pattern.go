package generate

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"setdoku"
	"setdoku/solver/solutions"
)

// Pattern holds the cells that have givens.
type Pattern [setdoku.CellCount]bool

// ParsePattern reads 81 characters, with or without line breaks: a dot, 0, _ or - for an empty cell; x, X, * or a
// digit from 1 to 9 for a given. It ignores blanks, tabs and |, and lines that begin with #.
func ParsePattern(text string) (*Pattern, error) {
	var p Pattern
	n := 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, c := range line {
			switch {
			case strings.ContainsRune(" \t\r\n|\ufeff", c):
				continue
			case !strings.ContainsRune(".0_-xX*123456789", c):
				return nil, fmt.Errorf("character %q, want . for an empty cell or x for a given", c)
			case n < setdoku.CellCount:
				p[n] = !strings.ContainsRune(".0_-", c)
			}
			n++
		}
	}
	if n != setdoku.CellCount {
		return nil, fmt.Errorf("%d cells, want %d", n, setdoku.CellCount)
	}
	return &p, nil
}

// cells returns the cells of the pattern.
func (p *Pattern) cells() (list []int) {
	for i, given := range p {
		if given {
			list = append(list, i)
		}
	}
	return list
}

// check rejects patterns that cannot have a puzzle: too few givens, or two lines of a band or stack without
// givens, which could be swapped in every solution.
func (p *Pattern) check() error {
	if n := len(p.cells()); n < fewest {
		return fmt.Errorf("the pattern has %d givens: no puzzle with fewer than %d has one solution", n, fewest)
	}
	var used [18]bool
	for _, i := range p.cells() {
		used[i/9], used[9+i%9] = true, true
	}
	for a := range used {
		for b := a + 1; b < a/3*3+3; b++ {
			if !used[a] && !used[b] {
				kind := setdoku.UnitTypes[a/9]
				return fmt.Errorf("the pattern has no givens in %s %d and %s %d, which can be swapped: no puzzle has one solution", kind, a%9+1, kind, b%9+1)
			}
		}
	}
	return nil
}

const (
	patternSteps = 2000 // steps of an attempt
	patternMost  = 400  // limit of the solutions counted
)

// walk searches for digits for the cells of a pattern. In each step it frees some givens of a grid and picks
// another of the possible solutions. It accepts the step if the new givens have no more solutions than before. So
// the number falls to one, and the walk continues among puzzles until accept takes one or stop ends it.
func walk(rng *rand.Rand, cells []int, accept func(givens, solution *setdoku.Grid) bool, stop func() bool) {
	solution := randomSolution(rng)
	givens := restrict(&solution, cells)
	least := solutions.Count(givens, patternMost)
	if least == 1 && accept(&givens, &solution) {
		return
	}
	order := append([]int(nil), cells...)
	for range patternSteps {
		if stop() {
			return
		}
		free := 1 + rng.IntN(min(8, len(order)))
		next := givens
		for k := range free {
			i := k + rng.IntN(len(order)-k)
			order[k], order[i] = order[i], order[k]
			next[order[k]] = 0
		}
		other, _ := solutions.Fill(next, rng)
		if next = restrict(&other, cells); next == givens {
			continue
		}
		n := solutions.Count(next, min(least+1, patternMost))
		if n > least {
			continue
		}
		givens, solution, least = next, other, n
		if least == 1 && accept(&givens, &solution) {
			return
		}
	}
}

// restrict keeps only these cells of a grid.
func restrict(d *setdoku.Grid, cells []int) (r setdoku.Grid) {
	for _, i := range cells {
		r[i] = d[i]
	}
	return r
}
