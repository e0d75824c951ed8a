package bitmask

import (
	"math/bits"
	"math/rand/v2"

	"setdoku/internal/grid"
)

// Fill returns a solution of a grid, chosen at random: any of them can come, though not all
// equally often. It reports false when there is none.
func Fill(d grid.Digits, rng *rand.Rand) (solution grid.Digits, ok bool) {
	w := bandWalk{rng: rng, yield: func(s *grid.Digits) bool {
		solution, ok = *s, true
		return false
	}}
	w.start(&d)
	return solution, ok
}

// Each calls yield with the solutions of a grid, one after the other, until it returns false.
func Each(d grid.Digits, yield func(*grid.Digits) bool) {
	w := bandWalk{yield: yield}
	w.start(&d)
}

// Needless reports whether a grid with one solution keeps it without the digit of cell i: no
// solution has another digit there. That is quicker to ask than for the number of solutions.
func Needless(d *grid.Digits, i int) bool {
	without := *d
	without[i] = 0
	s, ok := bandStart(&without)
	if !ok {
		return false
	}
	s.remove(i, grid.Mark(d[i]))
	c := bandCounter{limit: 1}
	c.search(&s)
	return c.n == 0
}

// bandWalk is a search that hands out the solutions as it comes to them.
type bandWalk struct {
	rng   *rand.Rand // chooses which arrangement is tried first, nil for the first in order
	yield func(*grid.Digits) bool
	ended bool // yield wants no more
}

func (w *bandWalk) start(d *grid.Digits) {
	if s, ok := bandStart(d); ok {
		w.search(&s)
	}
}

// search is that of a bandCounter, except for the order of its tries.
func (w *bandWalk) search(s *bandState) {
	for {
		switch s.propagate() {
		case bandDead:
			return
		case bandSolved:
			solution := s.solution()
			w.ended = !w.yield(&solution)
			return
		}
		m := s.matrices()
		if !s.triples(&m) {
			return
		}
		if s.todo == 0 {
			w.fork(s, m.branch())
			return
		}
	}
}

func (w *bandWalk) fork(s *bandState, b bandBranch) {
	for left := b.possible; left != 0 && !w.ended; left &^= b.possible {
		b.possible = left & -left
		if w.rng != nil {
			b.possible = left
			for range w.rng.IntN(bits.OnesCount8(left)) {
				b.possible &= b.possible - 1
			}
			b.possible &= -b.possible
		}
		child := *s
		child.take(b)
		w.search(&child)
	}
}
