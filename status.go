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
	RuleSearch  = "search"
)

// Singles are the techniques that place a digit which is the only one left for a cell or a unit, in the order of the
// catalogue.
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
