package setdoku

import "fmt"

// Candidate is a digit that may go into a cell.
type Candidate struct {
	Cell  int   // 11..99: row, then column
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

// Deduction is one pattern that a technique found, with the placements and eliminations that it proves. It leaves out
// those that a pattern with a smaller key also proves.
type Deduction struct {
	Technique    string // name without the size
	Asked        string // name that the user asked for, such as naked_subset:5
	Pattern      int64
	Placements   []Candidate
	Eliminations []Candidate
	Evidence     []Evidence
}

// HasPatterns reports whether deductions of a rule have patterns, stored or not. Those of a search and of a step by
// hand have none.
func HasPatterns(rule string) bool { return rule != RuleSearch && rule != RuleManual }

// PatternKept reports whether the pattern of the deduction is known, or the deduction has none.
func (d Deduction) PatternKept() bool {
	return d.Pattern != 0 || len(d.Evidence) > 0 || !HasPatterns(d.Technique)
}
