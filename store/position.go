package store

import (
	"setdoku"
)

// Position is a puzzle as it was after one of its steps.
type Position struct {
	Step int
	Rule string // of the step, "" for step 0
	// State has the candidates too, unless Known is false.
	State setdoku.State
	// Known reports whether the candidates are known. Where a run kept no
	// eliminations (audit levels steps and none) the steps behind the first
	// elimination have candidates that nobody can tell any more.
	Known bool
}

// unfinished reports whether the table candidate has the candidates of a puzzle.
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
