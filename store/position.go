package store

import (
	"setdoku"
)

// Position is the state of a puzzle after one of its steps.
type Position struct {
	Step int
	Rule string // of the step, "" for step 0
	// State includes the candidates, unless Known is false.
	State setdoku.State
	// Known reports whether the candidates are known. If a run stored no eliminations (audit levels steps and none),
	// the candidates after its first elimination are unknown.
	Known bool
}

// unfinished reports whether the candidates of a puzzle with this status are in the table candidate.
func unfinished(status string) bool {
	return status == setdoku.StatusNew || status == setdoku.StatusStuck
}

// placeInto returns a function that enters digits into the empty cells of a state.
func placeInto(s *setdoku.State) func(int64, int, uint8) {
	return func(_ int64, cell int, digit uint8) {
		if i := setdoku.CellIndex(cell); s.Givens[i] == 0 {
			s.Placed[i] = digit
		}
	}
}

func markInto(m *[setdoku.CellCount]setdoku.DigitSet) func(int64, int, uint8) {
	return func(_ int64, cell int, digit uint8) { m[setdoku.CellIndex(cell)] |= setdoku.SetOf(digit) }
}
