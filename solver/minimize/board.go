package minimize

import (
	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
)

// set is a set of candidates, by digit.
type set [9]board.Cells

// at returns the cell, 0..80, and the digit, 0..8, of a candidate.
func at(c setdoku.Candidate) (cell, digit int) { return c.Cell.Index(), int(c.Digit) - 1 }

func (s *set) has(c setdoku.Candidate) bool {
	cell, digit := at(c)
	return s[digit].Has(cell)
}

// with returns the set with further members.
func (s set) with(list []setdoku.Candidate) set {
	for _, c := range list {
		cell, digit := at(c)
		s[digit].Add(cell)
	}
	return s
}

// without returns the set without some members.
func (s set) without(list []setdoku.Candidate) set {
	for _, c := range list {
		cell, digit := at(c)
		s[digit].Remove(cell)
	}
	return s
}

// within reports whether all members are in o.
func (s *set) within(o *set) bool {
	for d := range s {
		if !s[d].Within(o[d]) {
			return false
		}
	}
	return true
}

// within reports whether the filled cells of b are those of o, and all its candidates are in o.
func within(b, o *board.Digits) bool { return b.Placed == o.Placed && b.Within(o) }

// live reports whether a cell has a candidate.
func live(b *board.Digits, c setdoku.Candidate) bool {
	cell, digit := at(c)
	return b.Live(digit).Has(cell)
}

// apply carries out deductions.
func apply(b *board.Digits, list []setdoku.Deduction) {
	for k := range list {
		for _, c := range list[k].Eliminations {
			b.Eliminate(at(c))
		}
		for _, c := range list[k].Placements {
			b.Fill(at(c))
		}
	}
}

// deduction returns a single as a deduction with its pattern.
func deduction(s board.Single, rule string) setdoku.Deduction {
	c := newCandidate(s)
	values := []int{s.Unit + 1, int(c.Cell), int(c.Digit)}
	if s.Unit < 0 { // a naked single
		values = values[1:]
	}
	pattern := catalogue.KeyFor(rule).Encode(values...)
	return setdoku.Deduction{
		Technique: rule, Asked: rule, Pattern: pattern, Placements: []setdoku.Candidate{c},
		Evidence: []setdoku.Evidence{{Pattern: pattern, Ordinal: 1, Role: "single", Cell: c.Cell, Digit: c.Digit,
			Unit: s.Unit + 1}},
	}
}

func newCandidate(s board.Single) setdoku.Candidate {
	return setdoku.CandidateAt(s.Cell, uint8(s.Digit+1))
}
