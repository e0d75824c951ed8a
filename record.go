package setdoku

// What the column status of the table puzzle has.
const (
	StatusNew      = "new"
	StatusSolved   = "solved"
	StatusMultiple = "multiple"
	StatusInvalid  = "invalid"
	StatusStuck    = "stuck"
)

// What the columns named rule have beside the names of techniques.
const (
	RuleGiven  = "given"
	RuleManual = "manual" // a move of the player
)

// Techniques that the program mentions by name.
const (
	RuleForcing = "forcing"
	RuleSearch  = "search"
)

// Audit says how much of a solve stays in the database.
type Audit string

// The levels of audit.
const (
	AuditFull  Audit = "full"  // steps, eliminations, patterns
	AuditSteps Audit = "steps" // steps, and the step and rule of every placement
	AuditNone  Audit = "none"  // the step and rule of every placement
)

// Run is one call of a solver.
type Run struct {
	ID          int64
	Engine      string   // "" where it is not known
	Techniques  []string // selected, by name
	Audit       Audit
	StopAtFirst bool // ends a puzzle after its first technique step
	EndOnly     bool // tells how a puzzle ends and makes no step, with no techniques
	Shell       bool // applies a deduction that somebody found by hand: its steps belong to no attempt
}

// Record is all that a database says about one puzzle. Cells are numbered 11..99 and digits 1..9 throughout. The slices may
// come in any order.
type Record struct {
	PuzzleID int64
	Givens   string // 81 characters, '.' empty
	Status   string // new, solved, multiple, invalid or stuck
	Solution string // 81 digits, or "" for NULL
	Level    string // "" for NULL
	Hardest  string // "" for NULL
	Score    int
	Steps    int
	// Techniques counts the deductions of each technique, a JSON object without
	// blanks in catalogue order, "{}" without any.
	Techniques string
	// TechniqueSteps counts the steps of each technique likewise.
	TechniqueSteps string
	RunID          int64 // the run that gave the present status, 0 none
	// Canonical is the smallest isomorph of the givens, '.' before the digits, or "" for NULL.
	Canonical string

	// Start is the state the puzzle came with, nil when it is not at hand. When it
	// is, the rows of step 0 are checked against it.
	Start *Start

	Cells          []FilledCell
	Candidates     []Candidate
	StepRows       []Step
	Placements     []Change
	Eliminations   []Change
	Evidence       []Evidence
	Contradictions []Contradiction
	Branches       []Branch
	Attempts       []Attempt

	// StoredEvidence says that Evidence has no rows of patterns that a number tells: the caller
	// knows that the view evidence takes these apart as it should.
	StoredEvidence bool
}

// Start lists what a puzzle had beyond its givens when it came: digits that were
// placed, and marks that were crossed out.
type Start struct {
	Placed  []Candidate
	Deleted []Candidate
}

// FilledCell is a row of the table cell. Step 0 is the input: rule given, or manual for a digit
// that the player had placed.
type FilledCell struct {
	Cell  int
	Digit uint8
	Step  int
	Rule  string
}

// Step is one pass that changed the puzzle, or one move by hand: a row of the table step.
type Step struct {
	Step         int
	Rule         string
	Placements   int
	Eliminations int
	Run          int64 // 0 by hand
}

// Change is one candidate that a step placed or eliminated, with the pattern that proves it: a row of the view placement or of
// the table elimination. An elimination of step 0, rule given, is a mark crossed out in the input.
type Change struct {
	Step    int
	Cell    int   // 11..99
	Digit   uint8 // 1..9
	Rule    string
	Pattern int64
}

// Candidate returns the candidate that changed.
func (c Change) Candidate() Candidate { return Candidate{c.Cell, c.Digit} }

// What becomes of a branch.
const (
	BranchSolved  = "solved"  // the singles filled the grid
	BranchInvalid = "invalid" // the singles found a contradiction
	BranchSplit   = "split"   // into branches of its own
	BranchOpen    = "open"    // it was not tried, because enough was known
)

// Branch is an assumption of a search, a row of the table branch: a digit in a cell on top of what the parent has after the
// singles, 0 being the puzzle itself.
type Branch struct {
	Engine  string
	Branch  int // 1, 2, ...
	Parent  int
	Depth   int // 1, 2, ...
	Cell    int
	Digit   uint8
	Outcome string
}

// Attempt is a run that took the puzzle as far as it could, a row of the table attempt. LastStep is FirstStep - 1 where
// it made no step.
type Attempt struct {
	FirstStep int
	LastStep  int
	Run       int64
}
