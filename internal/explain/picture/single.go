package picture

import (
	"slices"

	"setdoku"
)

// Holder returns the first peer of a cell that holds a digit, or -1.
func (p *Pattern) Holder(cell int, digit uint8) int {
	for _, i := range p.State.Board().Peers[cell] {
		if p.Filled[i] == digit {
			return i
		}
	}
	return -1
}

// Others returns the other open cells of the unit of a single.
func (p *Pattern) Others(single Part) []int {
	if single.Unit < 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(p.State.Board().Units[single.Unit]),
		func(i int) bool { return i == single.Cell || p.Filled[i] != 0 })
}

// blockers marks the filled cells that leave a single nothing else: those with the other digits around a naked single,
// or those with the digit of a hidden single that the other open cells of its unit see.
func (m *Marked) blockers(single Part) {
	block := func(cell int, digit uint8) {
		if i := m.Holder(cell, digit); i >= 0 {
			m.frame(i, Blocking, "")
			m.mark(setdoku.CandidateAt(i, digit), BlocksMark)
		}
	}
	for _, i := range m.Others(single) {
		block(i, single.Digit)
	}
	for _, d := range (m.State.Board().Digits() &^ setdoku.NewDigitSet(single.Digit)).Digits() {
		if single.Unit < 0 {
			block(single.Cell, d)
		}
	}
}
