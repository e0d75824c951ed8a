package trial

import (
	"setdoku"
	"setdoku/solver/solutions"
)

// MaxDepth is the greatest trial depth that Depth computes.
const MaxDepth = 3

// Depth returns the trial depth of a puzzle, from its givens: the smallest n for which trial and error T&E(n) solves it. ok is
// false if the puzzle does not have exactly one solution, or needs more than MaxDepth.
func Depth(givens setdoku.Grid) (depth int, ok bool) {
	solution, n := solutions.Solve(givens)
	if n != 1 {
		return 0, false
	}
	return new(Engine).Depth(&givens, &solution)
}

// Depth is the function Depth for a puzzle of which the only solution is known. The solution saves tests, for its candidates
// lead to no contradiction. ok is false if the puzzle needs more than MaxDepth.
func (e *Engine) Depth(givens, solution *setdoku.Grid) (depth int, ok bool) {
	s := newPuzzle(givens)
	if !s.close(allDigits) {
		return 0, false // there is another solution, or none
	}
	if s.Solved() {
		return 0, true
	}
	if !s.refuteWrong(solution) {
		return 0, false
	}
	for depth = 1; !s.Solved(); {
		if depth == MaxDepth {
			return 0, false
		}
		depth++
		if !e.refute(depth, &s, hints{e.hypotheses(Singles, &s)}) {
			return 0, false
		}
	}
	return depth, true
}

// newPuzzle returns a puzzle with its givens and all candidates that no given excludes.
func newPuzzle(givens *setdoku.Grid) (s State) {
	var excluded [9]cells
	for i, d := range givens {
		if d != 0 {
			s.placed = s.placed.or(cellOf[i])
			s.alive[d-1] = s.alive[d-1].or(cellOf[i])
			excluded[d-1] = excluded[d-1].or(peersOf[i])
		}
	}
	open := allCells.without(s.placed)
	for d := range s.alive {
		s.alive[d] = s.alive[d].or(open.without(excluded[d]))
	}
	return s
}

// refuteWrong is trial and error at depth 1 for a puzzle of which the solution is known. Candidates of cells with two
// candidates come first, because refuting one fills the cell, which solves most puzzles of depth 1 soonest. It reports false
// for a contradiction.
func (s *State) refuteWrong(solution *setdoku.Grid) bool {
	var right [9]cells
	for i, d := range solution {
		right[d-1] = right[d-1].or(cellOf[i])
	}
	for !s.Solved() {
		removed, ok := s.refuteIn(s.pairs(), &right)
		if ok && !removed {
			removed, ok = s.refuteIn(allCells, &right)
		}
		if !ok || !removed {
			return ok
		}
	}
	return true
}

// pairs returns the cells with two candidates.
func (s *State) pairs() cells {
	var once, twice, thrice cells
	for d := range s.alive {
		a := s.alive[d]
		thrice = thrice.or(twice.and(a))
		twice = twice.or(once.and(a))
		once = once.or(a)
	}
	return twice.without(thrice)
}

// refuteIn tests the wrong candidates of some cells. It reports whether it removed any, and false if that led to a
// contradiction.
func (s *State) refuteIn(in cells, right *[9]cells) (removed, ok bool) {
	covered := *right
	for d := range s.alive {
		for left := s.wrong(d, in, &covered); !left.empty(); left = left.and(s.wrong(d, in, &covered)) {
			cell := left.next()
			w := *s
			if w.close(w.place(cell, d)) {
				for k := range covered {
					covered[k] = covered[k].or(w.alive[k].and(w.placed))
				}
				continue
			}
			removed = true
			if !s.close(s.remove(cell, d)) {
				return true, false
			}
			if s.Solved() {
				return true, true
			}
		}
	}
	return removed, true
}

// wrong returns the open cells among some with a candidate that is not covered.
func (s *State) wrong(digit int, in cells, covered *[9]cells) cells {
	return s.alive[digit].and(in).without(s.placed).without(covered[digit])
}
