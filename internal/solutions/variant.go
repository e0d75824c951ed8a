package solutions

import (
	"cmp"
	"math/rand/v2"

	"setdoku"
	"setdoku/internal/board"
)

// countState counts the solutions of a state.
func (c *bandCounter) countState(s *setdoku.State) {
	if s.Variant == nil {
		c.count(stateStart(s))
		return
	}
	start := board.OfState(s)
	if c.limit <= 0 || s.Check() != nil || !start.Close(board.AllChanged) {
		return
	}
	if c.most > 0 { // the caller begins anew
		c.branch(&start)
		return
	}
	for round := *c; ; round.most *= 2 {
		if round.most == 0 {
			round.most = firstForks
		} else {
			round.again, round.rng = true, rand.New(rand.NewPCG(uint64(round.most), 0))
		}
		*c = round
		if c.branch(&start); c.forks < c.most || c.n >= round.limit {
			return
		}
		if c.most >= cmp.Or(c.last, lastForks) && c.forks-c.found > c.most/2 {
			c.unknown = true
			return
		}
	}
}

// lastForks is how many forks a search on a variant may take without an answer: it gives up if it has found no solution
// in the second half of them. A search that still finds solutions goes on to its limit.
const lastForks = 1 << 18

// firstForks is how many forks a search on a variant may take before it begins again, with twice as many forks, the
// candidates of a cell in random order, and locked candidates removed before each fork. On a board with few givens, an
// early wrong turn can have no solution below it and more forks than any search can try.
const firstForks = 1 << 16

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
		c.found = c.forks
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
