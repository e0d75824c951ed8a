package record

import (
	"slices"

	"setdoku"
)

// Start is a stored puzzle from which an engine continues.
type Start struct {
	Stored
	// BaseStep is the last step that stays, 0 for the puzzle as it came, -1 if the database has nothing but its row of
	// puzzle.
	BaseStep int
	Fresh    bool // it was added just now
	// Refused is not nil if the row is not a puzzle.
	Refused *Refusal
	// State is the puzzle after the step BaseStep.
	State setdoku.State
	Score int   // of the steps that stay
	Uses  []Use // the techniques of the steps that stay
}

// Stored is what a database says of a puzzle. Some of it changes when somebody solves or plays the puzzle.
type Stored struct {
	PuzzleID  int64  `db:"puzzle_id"`
	Status    string `db:"status"`
	RunID     int64  `db:"run_id"`    // of the run that left it as it is, 0 if none did
	Selection string `db:"selection"` // of that run
	ByHand    bool   `db:"by_hand"`   // it has steps that were played by hand
	Steps     int    `db:"steps"`
	Bare      bool   `db:"bare"` // it came as only givens, and the database has nothing but its row of puzzle
}

// Changed reports whether somebody has solved or played the puzzle between two reads, so that an engine would continue
// differently.
func (s *Start) Changed(now *Start) bool {
	return s.Stored != now.Stored || s.State != now.State || s.Score != now.Score || !slices.Equal(s.Uses, now.Uses)
}
