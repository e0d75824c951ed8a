package solutions

import (
	"math/bits"
	"math/rand/v2"

	"setdoku"
)

// Fill returns a random solution of a grid. Every solution is possible, but they are not equally likely. ok is false
// if there is none.
func Fill(d setdoku.Grid, rng *rand.Rand) (solution setdoku.Grid, ok bool) {
	f := bandFill{rng: rng}
	if s, sound := bandStart(&d); sound {
		f.search(&s)
	}
	return f.solution, f.found
}

// Needless reports whether a grid with one solution still has one solution without the digit of cell i. It searches
// only for a solution with another digit there, which is faster than counting.
func Needless(d *setdoku.Grid, i int) bool {
	without := *d
	without[i] = 0
	s, ok := bandStart(&without)
	if !ok {
		return false
	}
	s.remove(i, setdoku.SetOf(d[i]))
	c := bandCounter{limit: 1}
	c.search(&s)
	return c.n == 0
}

// bandFill searches like bandCounter, but tries arrangements in random order and stops at the first solution.
type bandFill struct {
	rng      *rand.Rand
	solution setdoku.Grid
	found    bool
}

func (f *bandFill) search(s *bandState) {
	for {
		switch s.propagate() {
		case bandDead:
			return
		case bandSolved:
			f.solution, f.found = s.solution(), true
			return
		}
		m := s.matrices()
		if !s.triples(&m) {
			return
		}
		if s.todo == 0 {
			f.fork(s, m.branch())
			return
		}
	}
}

func (f *bandFill) fork(s *bandState, b bandBranch) {
	for left := b.possible; left != 0 && !f.found; left &^= b.possible {
		b.possible = left
		for range f.rng.IntN(bits.OnesCount8(left)) {
			b.possible &= b.possible - 1
		}
		b.possible &= -b.possible
		child := *s
		child.take(b)
		f.search(&child)
	}
}
