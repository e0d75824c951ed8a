package solutions

import (
	"bytes"
	"context"
	"errors"
	"math/bits"
	"math/rand/v2"
	"slices"

	"setdoku"
)

// ErrNotCounted is the error of a search that has given up: after the forks that it may take without a solution, it
// has found fewer solutions than its limit, and there may be more. The number of forks is fixed, so that the same
// puzzle is counted, or not, on every machine.
var ErrNotCounted = errors.New("the solutions were not counted: the search gave up")

// All searches end early with the error of their context when that ends, or with ErrNotCounted. Then the number of
// solutions is that of the solutions found so far.

// Count returns the number of solutions of a grid. It stops counting at limit. A grid with a digit twice in a unit,
// or with a digit above 9, has none. Count returns 0 if limit is below 1.
func Count(ctx context.Context, d setdoku.Grid, limit int) (int, error) {
	c := newCounter(ctx, limit)
	c.count(bandStart(&d))
	return c.n, c.err
}

// Solvable reports whether a state may have a solution. It is false only if it is known that there is none: a search
// that gave up is no error.
func Solvable(ctx context.Context, s setdoku.State) (bool, error) {
	n, err := CountState(ctx, s, 1)
	if errors.Is(err, ErrNotCounted) {
		return true, nil
	}
	return n > 0, err
}

// CountState is Count for a state. It keeps placed digits and never uses crossed-out candidates.
func CountState(ctx context.Context, g setdoku.State, limit int) (int, error) {
	c := newCounter(ctx, limit)
	c.countState(&g)
	return c.n, c.err
}

// Solve returns the number of solutions of a grid, 2 for two or more, and one of them. The solution is the zero value
// if there is none, and with an error.
func Solve(ctx context.Context, d setdoku.Grid) (solution setdoku.Grid, solutions int, err error) {
	c := newCounter(ctx, 2)
	c.keep = true
	c.count(bandStart(&d))
	return c.solved()
}

// SolveState is Solve for a state.
func SolveState(ctx context.Context, g setdoku.State) (solution setdoku.Grid, solutions int, err error) {
	c := newCounter(ctx, 2)
	c.keep = true
	c.countState(&g)
	return c.solved()
}

// solved returns what Solve does.
func (c *bandCounter) solved() (setdoku.Grid, int, error) {
	if c.err != nil {
		return setdoku.Grid{}, c.n, c.err
	}
	return c.first, c.n, nil
}

// Sample returns a solution of a state. ok is false if there is none, or if sampleForks or the context ended the
// search before.
func Sample(ctx context.Context, g setdoku.State) (solution setdoku.Grid, ok bool) {
	c := newCounter(ctx, 1)
	c.keep, c.most, c.once = true, sampleForks, true
	c.countState(&g)
	return c.first, c.n > 0
}

// ListState returns up to limit solutions of a state, in ascending order of their digits. If they are fewer and there
// is no error, these are all.
func ListState(ctx context.Context, g setdoku.State, limit int) ([]setdoku.Grid, error) {
	c := newCounter(ctx, limit)
	c.collect = true
	c.countState(&g)
	slices.SortFunc(c.all, func(a, b setdoku.Grid) int { return bytes.Compare(a[:], b[:]) })
	return c.all, c.err
}

// Unique reports whether a grid of a variant, nil for classic, has exactly one solution. It is false with an error.
func Unique(ctx context.Context, v *setdoku.Variant, d setdoku.Grid) (bool, error) {
	var n int
	var err error
	if v == nil {
		n, err = Count(ctx, d, 2)
	} else {
		n, err = CountState(ctx, setdoku.State{Variant: v, Givens: d}, 2)
	}
	return n == 1 && err == nil, err
}

// Proper reports whether the givens of a state have exactly one solution: the condition for every technique that needs
// it (see catalogue.Technique.NeedsOneSolution). Placed digits and crossed-out candidates do not count, because the
// technique may have made them. A puzzle whose solutions were not counted is not proper; the error is that of ctx.
func Proper(ctx context.Context, g setdoku.State) (bool, error) {
	one, err := Unique(ctx, g.Variant, g.Givens)
	if errors.Is(err, ErrNotCounted) {
		err = nil
	}
	return one, err
}

// sampleForks ends a search of Sample, and of Fill on a variant.
const sampleForks = 2048

// Fill returns a random solution of a grid of a variant, nil for classic. Every solution is possible, but they are not
// equally likely. ok is false if there is none, or if the search gave up before it found one: a search that has taken a
// wrong turn early would take too long, so the caller begins again.
func Fill(v *setdoku.Variant, d setdoku.Grid, rng *rand.Rand) (solution setdoku.Grid, ok bool) {
	c := newCounter(context.Background(), 1)
	c.keep, c.rng, c.once = true, rng, true
	if v != nil {
		c.most = sampleForks
	}
	c.countState(&setdoku.State{Variant: v, Givens: d})
	return c.first, c.n > 0
}

// Needless reports whether a grid of a variant with one solution, nil for classic, still has one solution without the
// digit of cell i. It searches only for a solution with another digit there, which is faster than counting. It is false
// with an error.
func Needless(ctx context.Context, v *setdoku.Variant, d *setdoku.Grid, i int) (bool, error) {
	without := *d
	without[i] = 0
	c := newCounter(ctx, 1)
	if v != nil {
		other := setdoku.State{Variant: v, Givens: without}
		other.Deleted[i] = setdoku.NewDigitSet(d[i])
		c.countState(&other)
		return c.n == 0 && c.err == nil, c.err
	}
	s, ok := bandStart(&without)
	if !ok {
		return false, nil
	}
	s.remove(i, setdoku.NewDigitSet(d[i]))
	c.count(s, true)
	return c.n == 0 && c.err == nil, c.err
}

// bandCounter is one search.
type bandCounter struct {
	limit, n int
	keep     bool         // store the first solution
	first    setdoku.Grid // if keep is set
	collect  bool         // store all solutions
	all      []setdoku.Grid
	rng      *rand.Rand // chooses the order of arrangements, nil for ascending order

	ctx   context.Context // ends the search
	err   error           // that of ctx, or ErrNotCounted, once it has ended the search
	forks int             // since the search began
	most  int             // forks without a solution after which the search gives up
	once  bool            // a search on a variant that gives up does not begin again
	again bool            // the search on a variant has begun again
}

// mostForks is how many forks a search may take without a solution before it gives up: a tenth of a second. Ordinary
// puzzles need some hundreds. For each solution that it has found it may take forksForSolution more, so that a count of
// many solutions goes on to its limit.
const (
	mostForks        = 1 << 16
	forksForSolution = 1 << 10
)

// newCounter returns a search for up to limit solutions.
func newCounter(ctx context.Context, limit int) bandCounter {
	return bandCounter{limit: limit, ctx: ctx, err: ctx.Err(), most: mostForks}
}

// count counts the solutions of a start, unless the start has none.
func (c *bandCounter) count(s bandState, ok bool) {
	if ok && c.limit > 0 && c.err == nil {
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
	if c.ended() {
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

// forksForContext is how many forks a search takes before it looks at its context again: some milliseconds.
const forksForContext = 256

// ended counts a fork and reports whether the search ends: after the most forks, or with the context. Then no fork
// tries another arrangement.
func (c *bandCounter) ended() bool {
	c.forks++
	if c.forks%forksForContext == 0 {
		c.err = c.ctx.Err()
	}
	if c.err == nil && c.forks >= c.most+forksForSolution*c.n {
		c.err = ErrNotCounted
	}
	if c.err != nil {
		c.limit = c.n
	}
	return c.n >= c.limit
}

// forkAtRandom is fork with the arrangements in random order.
func (c *bandCounter) forkAtRandom(s *bandState, b bandBranch) {
	if c.ended() {
		return
	}
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
