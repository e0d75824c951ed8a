package setdoku

import "slices"

// The values of the column status of the table puzzle.
const (
	StatusNew      = "new"
	StatusSolved   = "solved"
	StatusMultiple = "multiple"
	StatusInvalid  = "invalid"
	StatusStuck    = "stuck"
)

// Unfinished reports whether a puzzle with this status can go on: a database keeps its candidates.
func Unfinished(status string) bool { return status == StatusNew || status == StatusStuck }

// The values of the columns named rule that are not names of techniques.
const (
	RuleGiven  = "given"
	RuleManual = "manual" // a move of the player
)

// The techniques that the program mentions by name.
const (
	RuleForcing = "forcing"
	RuleNested  = "nested_forcing"
	RuleSearch  = "search"
)

// Singles are the techniques that place a digit which is the only one left for a cell or a unit, in the order of the catalogue.
var Singles = []string{"full_house", "naked_single", "hidden_single"}

// IsSingle reports whether a rule is one of Singles.
func IsSingle(rule string) bool { return slices.Contains(Singles, rule) }

// Audit says how much of a solve is stored in the database.
type Audit string

// The levels of audit.
const (
	AuditFull  Audit = "full"  // steps, eliminations, patterns
	AuditSteps Audit = "steps" // steps, and the step and rule of every placement
	AuditNone  Audit = "none"  // the step and rule of every placement
)

// Run is one run of a solver.
type Run struct {
	ID          int64
	Engine      string   // "" if unknown
	Techniques  []string // selected, by name
	Audit       Audit
	StopAtFirst bool // stops each puzzle after its first technique step
	EndOnly     bool // stores results without steps and without techniques
	Shell       bool // applies deductions from a shell: its steps belong to no attempt
}

// Record is everything that a database stores about one puzzle. Cells are numbered 11..99 and digits 1..9 throughout.
// The slices may be in any order.
type Record struct {
	PuzzleID int64
	Givens   string // 81 characters, '.' empty
	Status   string // new, solved, multiple, invalid or stuck
	Solution string // 81 digits, or "" for NULL
	Level    string // "" for NULL
	Hardest  string // "" for NULL
	Score    int
	Steps    int
	Depth    *int // trial depth, nil for NULL
	// Techniques has the number of deductions of each technique: a JSON object without blanks, in catalogue order,
	// "{}" if there are none.
	Techniques string
	// TechniqueSteps has the number of steps of each technique in the same form.
	TechniqueSteps string
	RunID          int64 // the run that set the current status, 0 for none
	// Canonical is the smallest isomorph of the givens, '.' before the digits, or "" for NULL.
	Canonical string

	Start State // with which the puzzle was added; the rows of step 0 are checked against it

	Candidates     []Candidate
	Rows           // with those of step 0, the input: rule given, or rule manual for a digit that the player had placed
	Contradictions []Contradiction
	Attempts       []Attempt

	// StoredEvidence says that Evidence has only stored rows, not those that can be computed from a pattern's key.
	// The caller has checked that the view evidence computes them correctly.
	StoredEvidence bool
}

// Rows are what was done to a puzzle, as rows of the tables. Record.Path makes a Path of them.
type Rows struct {
	StepRows     []StepRow
	Placements   []Change
	Eliminations []Change
	Evidence     []Evidence // the parts of patterns that one integer cannot describe, those of a pattern in order
	Branches     []Branch   // of a search
}

// Use is the work of a technique in a puzzle, a row of the table puzzle_technique.
type Use struct {
	Technique  string
	Steps      int
	Deductions int // placements and eliminations
}

// StepRow is a row of the table step: one pass that changed the puzzle, or one step by hand.
type StepRow struct {
	Step         int // 1, 2, ...
	Rule         string
	Placements   int
	Eliminations int
	Run          int64 // 0 for a step by hand
}

// Change is one candidate that a step placed or eliminated, with the pattern that proves it: a row of the view
// placement or of the table elimination. An elimination of step 0, rule given, is a candidate crossed out in the
// input.
type Change struct {
	Step    int
	Cell    int   // 11..99
	Digit   uint8 // 1..9
	Rule    string
	Pattern int64
}

// Candidate returns the candidate that changed.
func (c Change) Candidate() Candidate { return Candidate{c.Cell, c.Digit} }

// The outcomes of a branch.
const (
	BranchSolved  = "solved"  // the singles filled the grid
	BranchInvalid = "invalid" // the singles found a contradiction
	BranchSplit   = "split"   // into branches of its own
	BranchOpen    = "open"    // it was not tried, because enough was known
)

// Branch is an assumption of a search, a row of the table branch: a digit in a cell, in the state of the parent after
// the singles. Parent 0 is the puzzle itself.
type Branch struct {
	Engine  string
	Branch  int // 1, 2, ...
	Parent  int
	Depth   int // 1, 2, ...
	Cell    int
	Digit   uint8
	Outcome string
}

// Attempt is a run that solved the puzzle as far as it could, a row of the table attempt. LastStep is FirstStep - 1
// if it made no step.
type Attempt struct {
	FirstStep int
	LastStep  int
	Run       int64
}
