package setdoku

import (
	"fmt"
	"slices"
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
	Technique string `json:"-"`         // the name of the technique, without a size
	Asked     string `json:"technique"` // the name with which it was selected, such as naked_subset:5
	// the cells, digits and units of the pattern as one number; 0 when there is none or it was not stored
	Pattern      int64        `json:"pattern"`
	Placements   Placements   `json:"placements"`
	Eliminations Eliminations `json:"eliminations"`
	Evidence     []Evidence   `json:"evidence,omitzero"` // the parts of the pattern, in order
}

// Placements and Eliminations are what a deduction or a step places and eliminates. JSON has their names.
type (
	Placements   []Candidate
	Eliminations []Candidate
)

// Names lists the placements, such as r4c5=7.
func (p Placements) Names() []string { return joinNames(p, Candidate.Placement) }

// Names lists the eliminations, such as r4c5<>7.
func (e Eliminations) Names() []string { return joinNames(e, Candidate.Elimination) }

// joinNames returns the name of each candidate. The list is not nil.
func joinNames(list []Candidate, name func(Candidate) string) []string {
	names := make([]string, len(list))
	for i, c := range list {
		names[i] = name(c)
	}
	return names
}

// HasPattern reports whether the pattern of the deduction is known. It is true for a deduction that never has one. A
// database with less than full audit does not store patterns.
func (d Deduction) HasPattern() bool {
	return d.Pattern != 0 || len(d.Evidence) > 0 || d.Technique == RuleSearch || d.Technique == RuleManual
}

// Changes lists the candidates that the deduction places or eliminates.
func (d Deduction) Changes() []Candidate {
	return slices.Concat([]Candidate(d.Placements), d.Eliminations)
}

// Names lists the placements and eliminations of the deduction, such as r4c5=7 and r4c5<>7.
func (d Deduction) Names() []string { return append(d.Placements.Names(), d.Eliminations.Names()...) }
