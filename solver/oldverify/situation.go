package verify

import (
	"setdoku"
	"setdoku/internal/brute"
)

// situation is the context of a pattern: the state before its step, and the givens of the puzzle.
type situation struct {
	p      *position
	givens setdoku.Grid
	proper *bool         // whether the givens have exactly one solution; nil until it is needed
	index  positionIndex // of p, for the current pass
	// hypotheses are those that were read at hypothesesAt. Patterns of a step share them.
	hypotheses   map[setdoku.Candidate]*hypothesis
	hypothesesAt position
}

// unique reports whether the givens have exactly one solution.
func (s *situation) unique() bool {
	if s.proper == nil {
		n, _ := brute.Count(s.givens, 2)
		one := n == 1
		s.proper = &one
	}
	return *s.proper
}

// solutions counts the solutions of p up to 2 and returns the first.
func (p *position) solutions() (n int, first setdoku.Grid) {
	return brute.CountState(p.state(), 2)
}

// state returns p as a state in which all digits are givens.
func (p *position) state() setdoku.State {
	s := setdoku.State{Givens: p.digits}
	for i, m := range s.Candidates() {
		s.Deleted[i] = m &^ p.marks[i]
	}
	return s
}
