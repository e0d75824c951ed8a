package solutions

import (
	"bytes"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"setdoku"
)

// Count returns the number of solutions of a grid. It stops counting at limit. A grid with a digit twice in a unit,
// or with a digit above 9, has none. Count returns 0 if limit is below 1.
func Count(d setdoku.Grid, limit int) int {
	c := bandCounter{limit: limit}
	c.count(bandStart(&d))
	return c.n
}

// CountUntil is Count, and ends early with the error of ctx when that ends.
func CountUntil(ctx context.Context, d setdoku.Grid, limit int) (int, error) {
	c := bandCounter{limit: limit, ctx: ctx, err: ctx.Err()}
	if c.err == nil {
		c.count(bandStart(&d))
	}
	return c.n, c.err
}

// Unknown is the number of solutions of a state on a variant whose search has given up: there may be more than it has
// found.
const Unknown = -1

// CountState is Count for a state. It keeps placed digits and never uses crossed-out candidates. On a variant it may be
// Unknown.
func CountState(g setdoku.State, limit int) int {
	c := bandCounter{limit: limit}
	c.countState(&g)
	return c.result()
}

// result returns the number of solutions, or Unknown.
func (c *bandCounter) result() int {
	if c.unknown {
		return Unknown
	}
	return c.n
}

// Solve returns the number of solutions of a grid, 2 for two or more, and one of them. The solution is the zero value
// if there is none.
func Solve(d setdoku.Grid) (solution setdoku.Grid, solutions int) {
	c := bandCounter{limit: 2, keep: true}
	c.count(bandStart(&d))
	return c.first, c.n
}

// SolveState is Solve for a state. On a variant the number may be Unknown.
func SolveState(g setdoku.State) (solution setdoku.Grid, solutions int) {
	c := bandCounter{limit: 2, keep: true}
	c.countState(&g)
	return c.first, c.result()
}

// Sample returns a solution of a state. ok is false if there is none, or if mostForks found none.
func Sample(g setdoku.State) (solution setdoku.Grid, ok bool) {
	c := bandCounter{limit: 1, keep: true, most: mostForks, ctx: context.Background()}
	c.countState(&g)
	return c.first, c.n > 0
}

// ListState returns up to limit solutions of a state, in ascending order of their digits, and whether these are all.
func ListState(g setdoku.State, limit int) (list []setdoku.Grid, complete bool) {
	c := bandCounter{limit: limit, collect: true}
	c.countState(&g)
	slices.SortFunc(c.all, func(a, b setdoku.Grid) int { return bytes.Compare(a[:], b[:]) })
	return c.all, len(c.all) < limit && !c.unknown
}

// Unique reports whether a grid of a variant, nil for classic, has exactly one solution. It is false if that is
// Unknown.
func Unique(v *setdoku.Variant, d setdoku.Grid) bool {
	if v == nil {
		return Count(d, 2) == 1
	}
	return CountState(setdoku.State{Variant: v, Givens: d}, 2) == 1
}

// Proper reports whether the givens of a state have exactly one solution: the condition for every technique that needs
// it (see rule.Technique.NeedsOneSolution). Placed digits and crossed-out candidates do not count, because the
// technique may have made them.
func Proper(g setdoku.State) bool { return Unique(g.Variant, g.Givens) }

// mostForks ends a search of Sample, and of Fill on a variant.
const mostForks = 2048

// Fill returns a random solution of a grid of a variant, nil for classic. Every solution is possible, but they are not
// equally likely. ok is false if there is none, or on a variant if mostForks found none: a search that has taken a
// wrong turn early would take too long, so the caller begins anew.
func Fill(v *setdoku.Variant, d setdoku.Grid, rng *rand.Rand) (solution setdoku.Grid, ok bool) {
	c := bandCounter{limit: 1, keep: true, rng: rng, most: mostForks}
	c.countState(&setdoku.State{Variant: v, Givens: d})
	return c.first, c.n > 0
}

// Needless reports whether a grid of a variant with one solution, nil for classic, still has one solution without the
// digit of cell i. It searches only for a solution with another digit there, which is faster than counting.
func Needless(v *setdoku.Variant, d *setdoku.Grid, i int) bool {
	without := *d
	without[i] = 0
	if v != nil {
		other := setdoku.State{Variant: v, Givens: without}
		other.Deleted[i] = setdoku.SetOf(d[i])
		return CountState(other, 1) == 0
	}
	s, ok := bandStart(&without)
	if !ok {
		return false
	}
	s.remove(i, setdoku.SetOf(d[i]))
	c := bandCounter{limit: 1}
	c.search(&s)
	return c.n == 0
}

// bandCounter is one search.
type bandCounter struct {
	limit, n int
	keep     bool         // store the first solution
	first    setdoku.Grid // if keep is set
	collect  bool         // store all solutions
	all      []setdoku.Grid
	rng      *rand.Rand // chooses the order of arrangements, nil for ascending order

	ctx   context.Context // ends the search, nil for none
	forks int             // since the search began
	again bool            // the search on a variant has begun again
	most  int             // forks after which a search on a variant ends, 0 for any number
	found int             // forks before the last solution on a variant
	err   error           // that of ctx, once it has ended the search
	last  int             // forks after which a search on a variant gives up, 0 for lastForks
	// unknown says that a search on a variant has given up.
	unknown bool
}

// count counts the solutions of a start, unless the start has none.
func (c *bandCounter) count(s bandState, ok bool) {
	if ok && c.limit > 0 {
		c.search(&s)
	}
}

// search counts the solutions below s. It overwrites s.
func (c *bandCounter) search(s *bandState) {
	for {
		switch s.propagate() {
		case bandDead:
			return
		case bandSolved:
			if c.keep && c.n == 0 {
				c.first = s.solution()
			}
			if c.collect {
				c.all = append(c.all, s.solution())
			}
			c.n++
			return
		}
		m := s.matrices()
		if !s.triples(&m) {
			return
		}
		if s.todo == 0 {
			c.fork(s, m.branch())
			return
		}
	}
}

// fork searches below a state in which propagation finds nothing more. It tries one arrangement after the other. A
// digit has several arrangements in at most six bands and stacks, so forks are nested at most 54 deep. Each keeps one
// state on the stack.
func (c *bandCounter) fork(s *bandState, b bandBranch) {
	if c.rng != nil {
		c.forkAtRandom(s, b)
		return
	}
	if c.ctx != nil && c.ended() {
		return
	}
	child := *s
	for b.possible&(b.possible-1) != 0 {
		child.take(b)
		c.search(&child)
		if c.n >= c.limit {
			return
		}
		child = *s
		b.possible &= b.possible - 1
	}
	s.take(b)
	c.search(s)
}

// ended counts a fork and reports whether the search ends: after the most forks, or with the context, which it looks at
// once in a while. Then no fork tries another arrangement.
func (c *bandCounter) ended() bool {
	c.forks++
	if c.ctx != nil && c.forks%4096 == 0 {
		c.err = c.ctx.Err()
	}
	if c.err != nil || c.forks == c.most {
		c.limit = c.n
	}
	return c.n >= c.limit
}

// forkAtRandom is fork with the arrangements in random order.
func (c *bandCounter) forkAtRandom(s *bandState, b bandBranch) {
	for left := b.possible; left != 0 && c.n < c.limit; left &^= b.possible {
		b.possible = left
		for range c.rng.IntN(bits.OnesCount8(left)) {
			b.possible &= b.possible - 1
		}
		b.possible &= -b.possible
		child := *s
		child.take(b)
		c.search(&child)
	}
}
