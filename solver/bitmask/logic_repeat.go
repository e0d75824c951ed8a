package bitmask

import "setdoku/internal/grid"

// repeated returns a contradiction for a puzzle that starts with a digit twice in a unit. No
// reader lets such a puzzle through; it can only have been written into the database by hand.
func (s *state) repeated() Contradiction {
	repeat, ok := s.digit.Check().(grid.Repeat)
	if !ok {
		return Contradiction{}
	}
	return Contradiction{Kind: "no_place", Cell: -1, UnitNo: repeat.UnitNo + 1, Digit: repeat.Digit}
}
