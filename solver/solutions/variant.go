package solutions

import (
	"setdoku"
	"setdoku/solver/board"
)

// countState counts the solutions of a state.
func (c *bandCounter) countState(s *setdoku.State) {
	if s.Variant == nil {
		c.count(stateStart(s))
		return
	}
	start := board.OfState(s)
	if c.limit > 0 && s.Check() == nil && start.Close(board.AllChanged) {
		c.branch(&start)
	}
}

// branch counts the solutions below a fixed point of the singles on a board other than classic. It tries the candidates of a cell that
// has the fewest.
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
