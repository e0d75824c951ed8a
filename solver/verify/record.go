// Package verify re-derives the history of a puzzle from its givens and names
// the first row of a record that does not hold.
//
// It shares no code with the engines that write the records: every technique is
// found here once more, plainly, over Go arrays (the files named after technique
// families), and every pattern shown as evidence is then judged by its rows
// alone, as a stranger with a pencil would (proof.go).
package verify

// Technique is a row of the catalogue. Tier is its order, 1 or more; Level is
// one of easy, medium, hard, unfair, extreme.
type Technique struct {
	Name          string
	Tier          int
	Weight        int
	Level         string
	AssumesUnique bool
}

// Run is one call of a solver.
type Run struct {
	ID          int64
	Techniques  []string // selected, by name
	Audit       string   // full, steps or none
	StopAtFirst bool     // ends a puzzle after its first technique step
}

// Record is all that a database says about one puzzle. Cells are numbered 11..99
// throughout, digits 1..9; the slices may come in any order.
type Record struct {
	PuzzleID int64
	Givens   string // 81 characters, '.' empty
	Status   string // new, solved, invalid or stuck
	Solution string // 81 digits, or "" for NULL
	Level    string // "" for NULL
	Hardest  string // "" for NULL
	Score    int
	Steps    int
	// Techniques counts the deductions of each technique, a JSON object without
	// blanks in catalogue order, "{}" without any.
	Techniques string
	RunID      int64 // the run that gave the present status, 0 none

	// Start is the state the puzzle came with, nil when it is not at hand. When it
	// is, the rows of step 0 are checked against it.
	Start *Start

	Cells          []Cell
	Candidates     []CellDigit
	StepRows       []Step
	Placements     []Placement
	Eliminations   []Elimination
	Evidence       []Evidence
	Contradictions []Contradiction
}

// Start lists what a puzzle had beyond its givens when it came: digits that were
// placed, and marks that were crossed out.
type Start struct {
	Placed  []CellDigit
	Deleted []CellDigit
}

// Cell is a filled cell. Step 0 is the input: rule given, or manual for a digit
// that the player had placed.
type Cell struct {
	Cell  int
	Digit uint8
	Step  int
	Rule  string
}

// CellDigit is a live candidate.
type CellDigit struct {
	Cell  int
	Digit uint8
}

// Step is one pass that changed the puzzle, or one action by hand.
type Step struct {
	Step         int
	Rule         string
	Placements   int
	Eliminations int
	Run          int64 // 0 by hand
}

// Placement is a digit that a step placed, with the pattern that proves it.
type Placement struct {
	Step    int
	Cell    int
	Digit   uint8
	Rule    string
	Pattern int64
}

// Elimination is a candidate that a step took away, with the pattern that proves
// it. Step 0, rule given, is a mark crossed out in the input.
type Elimination struct {
	Step    int
	Cell    int
	Digit   uint8
	Rule    string
	Pattern int64
}

// Evidence is one row of a pattern. 0 and "" stand for NULL.
type Evidence struct {
	Step     int
	Pattern  int64
	Ordinal  int // 1, 2, ...
	Role     string
	Cell     int
	Digit    uint8
	UnitType string
	Unit     int
}

// Contradiction says why a puzzle has no solution. 0 and "" stand for NULL.
type Contradiction struct {
	Step     int
	Kind     string // no_candidate, no_place, two_digits or two_places
	Cell     int
	UnitType string
	Unit     int
	Digit    uint8
}

// Deduction is what a technique proves about one candidate: that it goes, or
// (Placement) that it is the cell's digit. Pattern is the smallest of all the
// instances that prove it.
type Deduction struct {
	Placement bool
	Cell      int
	Digit     uint8
	Pattern   int64
}

// What stands in the column rule beside the names of techniques.
const (
	ruleGiven  = "given"
	ruleManual = "manual"
)

// What stands in the column status.
const (
	statusNew     = "new"
	statusSolved  = "solved"
	statusInvalid = "invalid"
	statusStuck   = "stuck"
)

// How much a run leaves behind.
const (
	auditFull  = "full"
	auditSteps = "steps"
	auditNone  = "none"
)
