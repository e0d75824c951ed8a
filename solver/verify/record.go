// Package verify re-derives the history of a puzzle from its givens and names
// the first row of a record that does not hold.
//
// It shares no code with the engines that write the records, and knows the names of
// the catalogue by itself. How much it derives depends on the technique.
//
// The singles, intersections, subsets and basic fish are found here once more, plainly,
// over Go arrays (the files named after technique families): deductions, smallest
// patterns and evidence must all be the same, and every pattern shown is then judged
// by its rows alone, as a stranger with a pencil would (proof.go).
//
// The grave, templates, forcing and search are found here too, so that a step takes
// exactly what there is to take, and comes only when none of these finds anything
// earlier in the catalogue. Their patterns are the engine's own: their rows are held
// against the state, the keys are not derived. The tree of a search must try every candidate of one
// cell after another, each branch ending as the singles say (branch.go).
//
// Of all other techniques the rows are what verify has. Each elimination of a step must
// be a live candidate, have one pattern, and follow from the rows of this pattern: no
// choice of one candidate from every row that names a truth goes with it (argument.go).
// What links, colors, covers, fins, sets and commons say must fit too, and the pattern must
// have the conditions of its technique (shapes.go). That nothing of
// the first two kinds would have come before is checked; that the step took all that
// its technique proves, that an easier technique of the third kind had nothing, and that
// the pattern is the smallest one, is not. Open counts such steps; Again compares a
// record with what another engine makes of it, for who wants to know that too.
//
// A technique that the catalogue does not have is a user's own. It is judged like
// those, roles of its own being left alone; where a pattern has no rows, brute force
// says whether any solution goes against the deduction.
//
// Runs that keep no eliminations leave nothing to judge these by. From the first such
// step on, verify checks the form of the steps, holds what was placed and what is left
// against brute force, and no longer knows which candidates were live (vague.go).
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
	Engine      string   // "" where it is not known
	Techniques  []string // selected, by name
	Audit       string   // full, steps or none
	StopAtFirst bool     // ends a puzzle after its first technique step
	EndOnly     bool     // tells how a puzzle ends and makes no step, with no techniques
	Shell       bool     // applies what somebody looked for by hand: its steps belong to no attempt
}

// Record is all that a database says about one puzzle. Cells are numbered 11..99
// throughout, digits 1..9; the slices may come in any order.
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

	Cells          []Cell
	Candidates     []CellDigit
	StepRows       []Step
	Placements     []Placement
	Eliminations   []Elimination
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
	Kind     string // no_candidate, no_place, two_digits, two_places or no_solution
	Cell     int
	UnitType string
	Unit     int
	Digit    uint8
}

// Branch is an assumption of a search: a digit in a cell on top of what the parent has after the singles, 0 being
// the puzzle itself.
type Branch struct {
	Engine  string
	Branch  int // 1, 2, ...
	Parent  int
	Depth   int // 1, 2, ...
	Cell    int
	Digit   uint8
	Outcome string // solved, invalid, split or open
}

// Attempt is a run that took the puzzle as far as it could. LastStep is FirstStep - 1 where
// it made no step.
type Attempt struct {
	FirstStep int
	LastStep  int
	Run       int64
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

// Techniques that are spoken of by name.
const (
	ruleForcing = "forcing"
	ruleSearch  = "search"
)

// What stands in the column status.
const (
	statusNew      = "new"
	statusSolved   = "solved"
	statusMultiple = "multiple"
	statusInvalid  = "invalid"
	statusStuck    = "stuck"
)

// How much a run leaves behind.
const (
	auditFull  = "full"
	auditSteps = "steps"
	auditNone  = "none"
)
