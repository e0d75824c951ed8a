package solutions

import (
	"bytes"
	"slices"

	"setdoku"
)

// Count returns the number of solutions of a grid. It stops counting at limit. A grid with a digit twice in a unit,
// or with a digit above 9, has none. Count returns 0 if limit is below 1.
func Count(d setdoku.Grid, limit int) int {
	c := bandCounter{limit: limit}
	if s, ok := bandStart(&d); ok && limit > 0 {
		c.search(&s)
	}
	return c.n
}

// CountState is Count for a state. It keeps placed digits and never uses crossed-out candidates.
func CountState(g setdoku.State, limit int) int {
	c := bandCounter{limit: limit}
	if s, ok := stateStart(&g); ok && limit > 0 {
		c.search(&s)
	}
	return c.n
}

// stateStart is bandStart for a state.
func stateStart(g *setdoku.State) (bandState, bool) {
	filled := g.Filled()
	s, ok := bandStart(&filled)
	if ok {
		for i, marks := range g.Deleted {
			if filled[i] == 0 {
				s.remove(i, marks)
			}
		}
	}
	return s, ok
}

// SolveState is Solve for a state.
func SolveState(g setdoku.State) (solution setdoku.Grid, solutions int) {
	c := bandCounter{limit: 2, keep: true}
	if s, ok := stateStart(&g); ok {
		c.search(&s)
	}
	return c.first, c.n
}

// Solve returns the number of solutions of a grid, 2 for two or more, and one of them. The solution is the zero value
// if there is none.
func Solve(d setdoku.Grid) (solution setdoku.Grid, solutions int) {
	c := bandCounter{limit: 2, keep: true}
	if s, ok := bandStart(&d); ok {
		c.search(&s)
	}
	return c.first, c.n
}

// ListState returns up to limit solutions of a state, in ascending order of their digits.
func ListState(g setdoku.State, limit int) []setdoku.Grid {
	c := bandCounter{limit: limit, collect: true}
	if s, ok := stateStart(&g); ok && limit > 0 {
		c.search(&s)
	}
	slices.SortFunc(c.all, func(a, b setdoku.Grid) int { return bytes.Compare(a[:], b[:]) })
	return c.all
}

// Unique reports whether a grid has exactly one solution.
func Unique(d setdoku.Grid) bool { return Count(d, 2) == 1 }

// bandCounter is one search.
type bandCounter struct {
	limit, n int
	keep     bool         // store the first solution
	first    setdoku.Grid // if keep is set
	collect  bool         // store all solutions
	all      []setdoku.Grid
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
