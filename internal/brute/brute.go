// Package brute counts the solutions of a puzzle by plain depth-first search.
// It shares nothing with the solving engines, so tests and verify can hold what
// the engines claim against it.
package brute

import "setdoku/internal/grid"

// Count returns the number of solutions of d, counting no further than limit,
// and the first one found. A contradictory grid has none; so has any grid when
// limit is below 1.
func Count(d grid.Digits, limit int) (n int, first grid.Digits) {
	return CountState(grid.State{Givens: d}, limit)
}

// CountState is Count for a state: its placed digits are kept, and a mark that
// was crossed out is never tried.
func CountState(s grid.State, limit int) (n int, first grid.Digits) {
	b := board{digits: s.Filled(), marks: s.Candidates()}
	if limit < 1 || b.digits.Check() != nil {
		return 0, first
	}
	c := counter{limit: limit}
	c.search(&b)
	return c.n, c.first
}

// board is a node of the search tree. A filled cell has no marks.
type board struct {
	digits grid.Digits
	marks  [grid.Size]grid.Marks
}

type counter struct {
	limit, n int
	first    grid.Digits
}

// search counts the solutions below b until the limit is reached.
func (c *counter) search(b *board) {
	cell, found := b.tightest()
	if !found {
		if c.n == 0 {
			c.first = b.digits
		}
		c.n++
		return
	}
	for m := b.marks[cell]; m != 0 && c.n < c.limit; m &= m - 1 {
		child := *b
		child.place(cell, m.Lowest())
		c.search(&child)
	}
}

// tightest returns the first open cell with the fewest marks, possibly none;
// found is false when no cell is open.
func (b *board) tightest() (cell int, found bool) {
	fewest := 10
	for i, d := range b.digits {
		if d != 0 {
			continue
		}
		if n := b.marks[i].Count(); n < fewest {
			cell, fewest, found = i, n, true
			if n < 2 {
				break
			}
		}
	}
	return cell, found
}

func (b *board) place(cell int, d uint8) {
	b.digits[cell] = d
	b.marks[cell] = 0
	for _, p := range grid.Peers[cell] {
		b.marks[p] &^= grid.Mark(d)
	}
}
