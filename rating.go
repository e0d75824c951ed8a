package setdoku

// Rating says how hard a puzzle is for the techniques that were selected. A puzzle that they do not solve is rated up
// to the last step. docs/rating.md defines level and score.
type Rating struct {
	Status  Status `db:"status"`
	Level   Level  `db:"level"`   // of the hardest technique, "" without a step
	Score   int    `db:"score"`   // the sum of the weights of all steps
	Rounds  int    `db:"rounds"`  // the greatest of the steps of forcing, 0 without one
	Hardest string `db:"hardest"` // the name of the hardest technique, "" without a step
	Steps   int    `db:"steps"`   // their number
	// Depth is the trial depth of a solved puzzle: 0 when singles solve it, n when assumptions nested n deep are needed
	// besides. It is nil without one, and above 3. It does not depend on the techniques that are selected.
	Depth *int  `db:"depth"`
	Uses  []Use `db:"-"` // the techniques that made a step, in the order of the catalogue
	// NotCounted says that the puzzle is stuck because the technique search gave up, see solver.ErrNotCounted.
	NotCounted bool `db:"not_counted"`
}

// Use is what a technique did in a puzzle.
type Use struct {
	Technique  string // its name
	Steps      int    // 1 or more
	Deductions int    // placements and eliminations
}
