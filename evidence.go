package setdoku

import "fmt"

// Evidence is one part of a pattern, a row of the view evidence. Role says what the part does in the proof;
// sql/README.md lists the roles. Step and Pattern are 0 where the context gives them.
type Evidence struct {
	Step    int // 0 for a deduction that was not applied
	Pattern int64
	Ordinal int // position among the parts of a pattern
	Role    string
	Cell    Cell  // 0 for none
	Digit   uint8 // 1..9, 0 for none
	Unit    int   // number of the unit, 1..27 (rows, columns, boxes), 0 for none
}

// Candidate returns the cell and the digit of the part.
func (e Evidence) Candidate() Candidate { return Candidate{e.Cell, e.Digit} }

// Contradiction is the reason why a puzzle has no solution, a row of the table contradiction.
type Contradiction struct {
	Step int // the last step before it was found
	// Kind is no_candidate, no_place, two_digits, two_places, no_solution, or givens for a stored row that is not a
	// puzzle.
	Kind  string
	Cell  Cell  // 0 for none
	Unit  int   // 1..27, 0 for none
	Digit uint8 // 1..9, 0 for none
}

// String describes the contradiction, such as "digit 7 has no place left in row 4".
func (c Contradiction) String() string {
	cell, unit, digit := "a cell", "a unit", "a digit"
	if c.Cell != 0 {
		cell = c.Cell.String()
	}
	if c.Unit != 0 {
		unit = UnitName(c.Unit)
	}
	if c.Digit != 0 {
		digit = fmt.Sprintf("digit %d", c.Digit)
	}
	switch c.Kind {
	case "no_candidate":
		return cell + " has no candidate left"
	case "no_place":
		return digit + " has no place left in " + unit
	case "two_digits":
		return "two different digits must go into " + cell
	case "two_places":
		return digit + " must go into two places of " + unit
	case "givens":
		return "the givens are not those of a puzzle"
	}
	return c.Kind
}
