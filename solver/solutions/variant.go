package solutions

import (
	"math/rand/v2"

	"setdoku"
	"setdoku/solver/board"
)

// countState counts the solutions of a state. A search on a variant that gives up begins again, with the candidates of
// a cell in random order and locked candidates removed before each fork. On a board with few givens, an early wrong
// turn can have no solution below it and more forks than any search can try.
func (c *bandCounter) countState(s *setdoku.State) {
	if s.Variant == nil {
		c.count(stateStart(s))
		return
	}
	start := board.OfState(s)
	if c.limit <= 0 || c.err != nil || s.Check() != nil || !start.Close(board.AllChanged) {
		return
	}
	var known *memo
	if !c.once {
		known = memoFrom(c.ctx)
	}
	if n, gaveUp := known.find(&start, c.limit); gaveUp && (n == 0 || !c.collect) {
		c.n, c.err = n, ErrNotCounted
		return
	}
	round, unsearched := *c, start
	if !c.once {
		c.most = lastForks
	}
	c.branch(&start)
	best := *c
	for most := firstForks; c.err == ErrNotCounted && !c.once && most <= lastForks; most *= 2 {
		*c = round
		c.again, c.most, c.rng = true, most, rand.New(rand.NewPCG(uint64(most), 0))
		c.branch(&start)
		if c.n > best.n {
			best = *c
		}
	}
	if c.err == ErrNotCounted {
		*c = best // the round that has found most
		known.add(&unsearched, outcome{round.limit, c.n})
	}
}

// firstForks and lastForks are how many forks a search on a variant may take without a solution when it has begun
// again, for the first and the last time. In between the number doubles. The search before may take lastForks too:
// what it has not found by then, another order of the candidates finds sooner.
const (
	firstForks = 1 << 12
	lastForks  = 1 << 14
)

// branch counts the solutions below a fixed point of the singles on a board other than classic. It tries the candidates
// of a cell that has the fewest.
func (c *bandCounter) branch(s *board.Digits) {
	if s.Solved() {
		if c.keep && c.n == 0 {
			c.first = s.Grid()
		}
		if c.collect {
			c.all = append(c.all, s.Grid())
		}
		c.n++
		return
	}
	if c.ended() {
		return
	}
	for todo := uint(1); c.again && todo != 0; {
		if todo, _ = s.LockedCandidates(); !s.Close(todo) {
			return
		}
	}
	if s.Solved() {
		c.branch(s)
		return
	}
	pairs := s.Pairs() // faster than Tightest, and at a fixed point of the singles no cell has fewer
	if pairs.Empty() {
		pairs.Add(s.Tightest())
	}
	cell := pairs.First()
	order := [9]int{0, 1, 2, 3, 4, 5, 6, 7, 8}
	if c.rng != nil {
		c.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
	}
	for _, digit := range order {
		if !s.Has(cell, digit) {
			continue
		}
		child := *s
		if child.Close(child.Fill(cell, digit)) {
			c.branch(&child)
		}
		if c.n >= c.limit {
			return
		}
	}
}
