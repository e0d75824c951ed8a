package technique

import (
	"errors"

	"setdoku"
)

// repeated returns a contradiction if a unit of the puzzle has a digit twice. No reader accepts such a puzzle, but
// somebody may insert it into the database.
func (s *state) repeated() setdoku.Contradiction {
	err := s.digit.Check()
	if err == nil {
		return setdoku.Contradiction{}
	}
	var repeat setdoku.Repeat
	errors.As(err, &repeat)
	return setdoku.Contradiction{Kind: "no_place", Unit: repeat.UnitNo + 1, Digit: repeat.Digit}
}
