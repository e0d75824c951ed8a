package setdoku

import "slices"

// Status says what is known of the solutions of a puzzle.
type Status string

// The statuses of a puzzle.
const (
	StatusNew      Status = "new"      // nobody has tried
	StatusSolved   Status = "solved"   // there is exactly one solution
	StatusMultiple Status = "multiple" // the technique search found a second solution
	StatusInvalid  Status = "invalid"  // there is no solution
	StatusStuck    Status = "stuck"    // the selected techniques find nothing more
)

// Unfinished reports whether a puzzle with this status can go on: a database keeps its candidates.
func (s Status) Unfinished() bool { return s == StatusNew || s == StatusStuck }

// Level is the difficulty of a technique, or of a puzzle: that of its hardest technique. "" is that of a puzzle without
// a step.
type Level string

// The levels of difficulty, easiest first.
const (
	LevelEasy    Level = "easy"
	LevelMedium  Level = "medium"
	LevelHard    Level = "hard"
	LevelUnfair  Level = "unfair"
	LevelExtreme Level = "extreme"
)

// Levels lists the levels of difficulty, easiest first.
func Levels() []Level { return []Level{LevelEasy, LevelMedium, LevelHard, LevelUnfair, LevelExtreme} }

// Number returns 1 for the easiest level, 2 for the next, and 0 for an unknown one.
func (l Level) Number() int { return slices.Index(Levels(), l) + 1 }

// Rules of a step whose deductions have no pattern. All other rules are names of techniques.
const (
	RuleManual = "manual" // a move of the player
	RuleSearch = "search" // a technique: it assumes digits until the grid is full
)

// Audit says how much of a solve is stored in the database.
type Audit string

// The levels of audit.
const (
	AuditFull  Audit = "full"  // steps, eliminations, patterns
	AuditSteps Audit = "steps" // steps, and the step and rule of every placement
	AuditNone  Audit = "none"  // the step and rule of every placement
)
