package bitmask

import (
	"math/bits"
	"slices"

	"setdoku"
)

// newSingles returns a Logic for hypotheses: the singles alone, which look for a contradiction
// when they find no more, as the statements do.
func newSingles() *Logic {
	names := []string{"full_house", "naked_single", "hidden_single"}
	l := &Logic{late: true}
	for _, name := range names {
		l.techniques = append(l.techniques, Technique{Technique: setdoku.Technique{Name: name, File: name, Size: 1}})
		l.finders = append(l.finders, finders[name])
	}
	return l
}

// forcing assumes each candidate, runs the singles and removes it where they meet a contradiction.
func forcing(l *Logic, _ int) {
	s, f := &l.state, &l.found
	f.placing = false
	for cell := range s.candidates {
		for m := s.candidates[cell]; m != 0; m &= m - 1 {
			digit := bits.TrailingZeros16(m)
			child := *s
			child.place(cell, digit)
			if !child.runSingles() {
				f.note(cell, digit, number[cell]*10+int64(digit+1))
			}
		}
	}
}

// explainForcing runs the singles as steps, to say what was placed until nothing more could
// be, and what is wrong then.
func explainForcing(l *Logic, p fields) {
	cell, digit := p.cell("cell"), p.of("digit")-1
	l.part("assume", cell, digit+1, 0)
	child := l.state
	child.place(cell, digit)
	o := l.singles.run(&child)
	slices.SortStableFunc(o.Placements, func(a, b setdoku.Change) int {
		if a.Step != b.Step {
			return a.Step - b.Step
		}
		return a.Cell - b.Cell
	})
	for _, p := range o.Placements {
		l.parts = append(l.parts, setdoku.Evidence{Role: "place", Cell: p.Cell, Digit: p.Digit})
	}
	c := &o.Contradiction
	l.parts = append(l.parts, setdoku.Evidence{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit})
}

// run goes on from a state.
func (l *Logic) run(s *state) *Outcome {
	o := &l.out
	o.Steps, o.Placements, o.Contradiction = o.Steps[:0], o.Placements[:0], setdoku.Contradiction{}
	l.state = *s
	o.Status = l.goOn(0, 0, false)
	return o
}
