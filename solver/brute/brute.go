// Package brute counts the solutions of a puzzle by plain depth-first search. It shares no code with the solving
// engines, so tests and verify can compare the engines with it.
package brute

import (
	"context"
	"errors"

	"setdoku"
)

// ErrNotCounted is the error of Search for a puzzle with more states than it tries.
var ErrNotCounted = errors.New("the solutions were not counted: the search gave up")

// statesMost is how many states Search tries for each solution. In the lists of ../shared no puzzle needs a tenth of
// it.
const statesMost = 1 << 20

// statesForContext is how many states Search tries before it looks at its context again: a millisecond.
const statesForContext = 1 << 10

// Count returns the number of solutions of d up to limit, and the first one found. It returns 0 for a
// contradictory grid, or if limit is below 1.
func Count(d setdoku.Grid, limit int) (n int, first setdoku.Grid) {
	return CountState(setdoku.State{Givens: d}, limit)
}

// CountState is Count for a state. It keeps the placed digits and never tries a crossed-out candidate.
func CountState(s setdoku.State, limit int) (n int, first setdoku.Grid) {
	c := counter{limit: limit}
	c.start(s)
	return c.n, c.first
}

// Search is CountState that ends early, with the error of ctx when that ends, or with ErrNotCounted. Then the number is
// that of the solutions found so far.
func Search(ctx context.Context, s setdoku.State, limit int) (n int, first setdoku.Grid, err error) {
	c := counter{limit: limit, ctx: ctx, err: ctx.Err()}
	if c.err == nil {
		c.start(s)
	}
	return c.n, c.first, c.err
}

// board is a node of the search tree. A filled cell has no marks.
type board struct {
	variant *setdoku.Variant
	digits  setdoku.Grid
	marks   [setdoku.CellCount]setdoku.DigitSet
}

type counter struct {
	limit, n int
	first    setdoku.Grid
	ctx      context.Context // of Search, nil to count without a bound
	states   int             // tried so far
	err      error           // has ended the search
}

// start counts the solutions of a state.
func (c *counter) start(s setdoku.State) {
	if c.limit > 0 && s.Check() == nil {
		c.search(&board{variant: s.Board(), digits: s.Filled(), marks: s.Candidates()})
	}
}

// search counts the solutions below b until the limit is reached.
func (c *counter) search(b *board) {
	cell, tries := b.tightest()
	if cell < 0 {
		if c.n == 0 {
			c.first = b.digits
		}
		c.n++
		return
	}
	for ; tries != 0 && c.n < c.limit && !c.ended(); tries &= tries - 1 {
		child := *b
		child.place(cell, tries.Lowest())
		c.search(&child)
	}
}

// ended counts a state and reports whether the search has ended early.
func (c *counter) ended() bool {
	if c.ctx == nil || c.err != nil {
		return c.err != nil
	}
	if c.states++; c.states%statesForContext == 0 {
		c.err = c.ctx.Err()
	}
	if c.err == nil && c.states > statesMost*(c.n+1) {
		c.err = ErrNotCounted
	}
	return c.err != nil
}

// tightest returns an open cell and the digits to try there. There are none if b is contradictory. cell is -1 if
// no cell is open. It is the first cell with the fewest candidates, or one that is the only place of a digit in a
// unit. Without the second rule, sparse puzzles take a hundred times as long.
func (b *board) tightest() (cell int, tries setdoku.DigitSet) {
	cell = -1
	fewest := 10
	for i, d := range b.digits {
		if n := b.marks[i].Count(); d == 0 && b.variant.Peers[i] != nil && n < fewest {
			cell, tries, fewest = i, b.marks[i], n
		}
	}
	if fewest < 2 || cell < 0 {
		return cell, tries
	}
	for _, unit := range b.variant.Units {
		var once, twice setdoku.DigitSet
		for _, i := range unit {
			twice |= once & b.marks[i]
			once |= b.marks[i]
		}
		for _, i := range unit {
			if only := b.marks[i] & once &^ twice; only != 0 {
				return i, setdoku.NewDigitSet(only.Lowest())
			}
		}
	}
	return cell, tries
}

func (b *board) place(cell int, d uint8) {
	b.digits[cell] = d
	b.marks[cell] = 0
	for _, p := range b.variant.Peers[cell] {
		b.marks[p] &^= setdoku.NewDigitSet(d)
	}
}
