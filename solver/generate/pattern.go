package generate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/solver/solutions"
)

// Pattern holds the cells that have givens.
type Pattern [setdoku.CellCount]bool

// SetPattern reads a pattern: a character for each cell of the board, with or without line breaks. It is a dot, 0, _ or
// - for an empty cell; x, X, * or a digit from 1 to 9 for a given. It ignores blanks, tabs and |, and lines that begin
// with #.
func (w *Constraints) SetPattern(text string) error {
	var p Pattern
	n, cells := 0, w.Variant.OrClassic().Cells()
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		for _, c := range line {
			switch {
			case strings.ContainsRune(" \t\r\n|\ufeff", c):
				continue
			case !strings.ContainsRune(".0_-xX*123456789", c):
				return fmt.Errorf("character %q, want . for an empty cell or x for a given", c)
			case n < len(cells):
				p[cells[n]] = !strings.ContainsRune(".0_-", c)
			}
			n++
		}
	}
	if n != len(cells) {
		return fmt.Errorf("%d cells, want %d", n, len(cells))
	}
	w.Pattern = &p
	return nil
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

// checkPattern rejects patterns that cannot have a puzzle: too few givens, or two lines without givens that could be
// swapped in every solution.
func (w *Constraints) checkPattern() error {
	v, fewest := w.Variant.OrClassic(), w.fewest()
	if n := len(w.Pattern.cells()); n < fewest {
		return fmt.Errorf("the pattern has %d givens: no puzzle with fewer than %d has one solution", n, fewest)
	}
	empty := func(line int) bool {
		return v.Units[line] != nil && !slices.ContainsFunc(v.Units[line], func(i int) bool { return w.Pattern[i] })
	}
	for a := range 18 {
		for b := a + 1; b < a/9*9+9; b++ {
			if !w.Layouts && empty(a) && empty(b) && swappable(v, a, b) {
				return fmt.Errorf("the pattern has no givens in %s and %s, which can be swapped: no puzzle has one "+
					"solution", setdoku.UnitName(a+1), setdoku.UnitName(b+1))
			}
		}
	}
	return nil
}

// swappable reports whether cells that see each other still do when two lines of a kind, 0..17, are swapped.
func swappable(v *setdoku.Variant, a, b int) bool {
	image := func(i int) int {
		if at := slices.Index(v.Units[a], i); at >= 0 {
			return v.Units[b][at]
		} else if at := slices.Index(v.Units[b], i); at >= 0 {
			return v.Units[a][at]
		}
		return i
	}
	for i, peers := range v.Peers {
		if slices.ContainsFunc(peers, func(j int) bool { return !v.SeeEachOther(image(i), image(j)) }) {
			return false
		}
	}
	return true
}

const (
	patternSteps = 2000 // steps of an attempt
	patternMost  = 400  // limit of the solutions counted
)

// walk searches for digits for the cells of a pattern, beginning with those of the filled grid. In each step it frees
// some givens of a grid and picks another of the possible solutions. It accepts the step if the new givens have no more
// solutions than before. So the number falls to one, and the walk continues among puzzles until accept takes one or the
// maker is stopped.
func (m *maker) walk(ctx context.Context, accept func(givens, solution *setdoku.Grid) bool) {
	solution, rng, cells := m.solution, m.rng, m.cells
	count := func(d setdoku.Grid, limit int) int {
		n, err := solutions.CountState(ctx, setdoku.State{Variant: m.variant, Givens: d}, limit)
		if errors.Is(err, solutions.ErrNotCounted) {
			return patternMost
		}
		return n
	}
	givens := restrict(&solution, cells)
	least := count(givens, patternMost)
	if least == 1 && accept(&givens, &solution) {
		return
	}
	order := append([]int(nil), cells...)
	for range patternSteps {
		if m.stop.Load() || ctx.Err() != nil {
			return
		}
		free := 1 + rng.IntN(min(8, len(order)))
		next := givens
		for k := range free {
			i := k + rng.IntN(len(order)-k)
			order[k], order[i] = order[i], order[k]
			next[order[k]] = 0
		}
		other, found := solutions.Fill(m.variant, next, rng)
		if next = restrict(&other, cells); next == givens || !found {
			continue
		}
		n := count(next, min(least+1, patternMost))
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
