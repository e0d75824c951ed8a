package setdoku

import (
	"fmt"
)

// Candidate is a digit that may go into a cell.
type Candidate struct {
	Cell  Cell  `json:"cell"`
	Digit uint8 `json:"digit"` // 1..9
}

// CandidateAt returns the candidate of the cell with index i, 0..80.
func CandidateAt(i int, digit uint8) Candidate { return Candidate{CellAt(i), digit} }

// ListCandidates lists the digits of every cell, by cell and digit. sets has those of each cell by its index.
func ListCandidates(sets *[CellCount]DigitSet) (list []Candidate) {
	for i, m := range sets {
		for ; m != 0; m &= m - 1 {
			list = append(list, CandidateAt(i, m.Lowest()))
		}
	}
	return list
}

// Compare orders candidates by cell and digit, as the functions of package slices need it.
func (c Candidate) Compare(d Candidate) int {
	return 256*int(c.Cell-d.Cell) + int(c.Digit) - int(d.Digit) // no difference of digits is so large
}

// Valid reports whether there is such a cell and such a digit.
func (c Candidate) Valid() bool { return c.Cell.Valid() && AllDigits.Has(c.Digit) }

// String names the candidate as a digit and its cell, such as (7)r4c5.
func (c Candidate) String() string { return fmt.Sprintf("(%d)%s", c.Digit, c.Cell) }

// Placement names the placement of the digit, such as r4c5=7.
func (c Candidate) Placement() string { return fmt.Sprintf("%s=%d", c.Cell, c.Digit) }

// Elimination names the elimination of the candidate, such as r4c5<>7.
func (c Candidate) Elimination() string { return fmt.Sprintf("%s<>%d", c.Cell, c.Digit) }

// Deduction is one pattern that a technique found, and what it proves. A step lists a placement or elimination once:
// when several patterns prove it, it belongs to the one with the smallest Pattern.
type Deduction struct {
	Technique string `json:"technique"` // the name of the technique, without a size
	// the name with which the technique was selected, such as naked_subset:5
	Asked string `json:"asked"`
	// the cells, digits and units of the pattern as one number; 0 when there is none or it was not stored
	Pattern      int64       `json:"pattern"`
	Placements   []Candidate `json:"placements"`
	Eliminations []Candidate `json:"eliminations"`
	Evidence     []Evidence  `json:"evidence"` // the parts of the pattern, in order
}

// HasPattern reports whether the pattern of the deduction is known. It is true for a deduction that never has one. A
// database with less than full audit does not store patterns.
func (d Deduction) HasPattern() bool {
	return d.Pattern != 0 || len(d.Evidence) > 0 || d.Technique == RuleSearch || d.Technique == RuleManual
}

// Names lists the placements and eliminations of the deduction, such as r4c5=7 and r4c5<>7.
func (d Deduction) Names() (list []string) {
	for _, c := range d.Placements {
		list = append(list, c.Placement())
	}
	for _, c := range d.Eliminations {
		list = append(list, c.Elimination())
	}
	return list
}
