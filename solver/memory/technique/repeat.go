package technique

import (
	"errors"

	"setdoku"
)

// repeated returns a contradiction for a puzzle that starts with a digit twice in a unit. No
// reader lets such a puzzle through; it can only have been written into the database by hand.
func (s *state) repeated() setdoku.Contradiction {
	err := s.digit.Check()
	if err == nil {
		return setdoku.Contradiction{}
	}
	var repeat setdoku.Repeat
	errors.As(err, &repeat)
	return setdoku.Contradiction{Kind: "no_place", Unit: repeat.UnitNo + 1, Digit: repeat.Digit}
}
