package setdoku

import "fmt"

// Candidate is a digit that a cell may hold.
type Candidate struct {
	Cell  int   // 11..99, the row and the column
	Digit uint8 // 1..9
}

// Placement names the placement of the digit, such as r4c5=7.
func (c Candidate) Placement() string {
	return fmt.Sprintf("r%dc%d=%d", c.Cell/10, c.Cell%10, c.Digit)
}

// Elimination names the elimination of the candidate, such as r4c5<>7.
func (c Candidate) Elimination() string {
	return fmt.Sprintf("r%dc%d<>%d", c.Cell/10, c.Cell%10, c.Digit)
}

// Deduction is one pattern that a technique found and all that it proves, except what a pattern with a smaller key proves too.
type Deduction struct {
	Technique    string // its name, without the size
	Asked        string // its name as it was asked for, such as naked_subset:5
	Pattern      int64
	Placements   []Candidate
	Eliminations []Candidate
	Evidence     []Evidence
}

// HasPatterns reports whether the deductions of a rule have patterns, kept or not. Those of a search and of a move by hand have none.
func HasPatterns(rule string) bool { return rule != RuleSearch && rule != RuleManual }

// PatternKept reports whether the pattern of the deduction is known. A deduction that has no pattern has not lost it.
func (d Deduction) PatternKept() bool {
	return d.Pattern != 0 || len(d.Evidence) > 0 || !HasPatterns(d.Technique)
}
