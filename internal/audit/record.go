// Package audit has the rows that a database keeps of a puzzle: what engines make, what is written and read, and what
// verify checks.
package audit

import "setdoku"

// Run is one run of a solver.
type Run struct {
	ID          int64
	Engine      string   // "" if unknown
	Techniques  []string // selected, by name
	Audit       setdoku.Audit
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

	Refused *Refusal // nil if the row in puzzle is a puzzle; otherwise Start has only its variant, if that exists

	Start setdoku.State // with which the puzzle was added; the rows of step 0 are checked against it

	Candidates     []setdoku.Candidate
	Rows           // with those of step 0, the input: rule given, or rule manual for a digit that the player had placed
	Contradictions []setdoku.Contradiction
	Attempts       []Attempt
	Needed         []Needed // empty if nobody has computed them

	// StoredEvidence says that Evidence has only stored rows, not those that can be computed from a pattern's key.
	// The caller has checked that the view evidence computes them correctly.
	StoredEvidence bool
}

// Refusal says why a row of the table puzzle is not a puzzle.
type Refusal struct {
	Column string
	Err    error
}

func (r *Refusal) Error() string { return "column " + r.Column + ": " + r.Err.Error() }

func (r *Refusal) Unwrap() error { return r.Err }

// Rows are what was done to a puzzle, as rows of the tables. Record.Path makes a Path of them.
type Rows struct {
	StepRows     []setdoku.StepRow
	Placements   []Change
	Eliminations []Change
	// the parts of patterns that one integer cannot describe, those of a pattern in order
	Evidence []setdoku.Evidence
	Branches []Branch // of a search
}

// Needed is a step of the shortened path of a puzzle, a row of the table needed.
type Needed struct {
	Step         int // 1, 2, ... of the shortened path
	Rule         string
	Placements   int
	Eliminations int
	AuditStep    int // the step of the whole path, 0 for singles, which are made again
}

// NeededOf returns the rows of a shortened path.
func NeededOf(short *setdoku.Path) []Needed {
	list := make([]Needed, len(short.Steps))
	for i := range short.Steps {
		s := &short.Steps[i]
		list[i] = Needed{i + 1, s.Rule, s.Placements, s.Eliminations, s.Step}
	}
	return list
}

// Use is the work of a technique in a puzzle, a row of the table puzzle_technique.
type Use struct {
	Technique  string
	Steps      int
	Deductions int // placements and eliminations
}

// Change is one candidate that a step placed or eliminated, with the pattern that proves it: a row of the view
// placement or of the table elimination. An elimination of step 0, rule given, is a candidate crossed out in the
// input.
type Change struct {
	Step    int
	Cell    setdoku.Cell
	Digit   uint8 // 1..9
	Rule    string
	Pattern int64
}

// Candidate returns the candidate that changed.
func (c Change) Candidate() setdoku.Candidate { return setdoku.Candidate{Cell: c.Cell, Digit: c.Digit} }

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
	Cell    setdoku.Cell
	Digit   uint8
	Outcome string
}

// Candidate returns the assumption.
func (b Branch) Candidate() setdoku.Candidate { return setdoku.Candidate{Cell: b.Cell, Digit: b.Digit} }

// Attempt is a run that solved the puzzle as far as it could, a row of the table attempt. LastStep is FirstStep - 1
// if it made no step.
type Attempt struct {
	FirstStep int
	LastStep  int
	Run       int64
}
