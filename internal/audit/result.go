package audit

import (
	"slices"
	"strconv"

	"setdoku"
)

// Result is what has become of a puzzle: a row of the table puzzle, one line of output. An engine that has solved it
// adds the path, from which Write makes the rows of the other tables.
type Result struct {
	PuzzleID int64   `db:"puzzle_id"`
	Givens   string  `db:"givens"`  // 81 characters, '.' empty
	Variant  string  `db:"variant"` // the name of the board, "" for classic where nobody read it
	Status   string  `db:"status"`  // new, solved, multiple, invalid or stuck
	Solution *string `db:"solution"`
	Level    *string `db:"level"`
	Score    int     `db:"score"`
	Hardest  *string `db:"hardest"`
	Steps    int     `db:"steps"`
	Depth    *int    `db:"depth"` // trial depth of a solved puzzle
	// Uses are the techniques of the steps, in catalogue order.
	Uses []Use `db:"-"`
	// Filled is the grid with the digits filled in so far, and Board is the variant, nil for classic. FillGrids sets
	// them.
	Filled string           `db:"-"`
	Board  *setdoku.Variant `db:"-"`

	// BaseStep is the last step that was there before and stays: 0 for the puzzle as it came, -1 if the database has
	// nothing but its row.
	BaseStep int `db:"-"`
	// Rows are those that the audit level of the run keeps.
	Rows          Rows                   `db:"-"`
	Contradiction *setdoku.Contradiction `db:"-"` // of an invalid puzzle
	// Candidates are those of a puzzle that is stuck, or new after a step.
	Candidates *[setdoku.CellCount]setdoku.DigitSet `db:"-"`
}

// Solutions returns the number of solutions that the status proves, 2 for two or more, nil if it proves none.
func (r Result) Solutions() *int {
	n := map[string]int{setdoku.StatusSolved: 1, setdoku.StatusInvalid: 0, setdoku.StatusMultiple: 2}
	if v, ok := n[r.Status]; ok {
		return &v
	}
	return nil
}

// Techniques returns the number of placements and eliminations of each technique, as a JSON object.
func (r Result) Techniques() string {
	return usesObject(r.Uses, func(u Use) int { return u.Deductions })
}

// TechniqueSteps returns the number of steps of each technique, as a JSON object.
func (r Result) TechniqueSteps() string {
	return usesObject(r.Uses, func(u Use) int { return u.Steps })
}

// usesObject returns a JSON object with a number for each technique.
func usesObject(uses []Use, number func(Use) int) string {
	text := []byte("{")
	for i, u := range uses {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(strconv.AppendQuote(text, u.Technique), ':')
		text = strconv.AppendInt(text, int64(number(u)), 10)
	}
	return string(append(text, '}'))
}

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
