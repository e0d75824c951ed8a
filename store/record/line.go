package record

import (
	"encoding/json"
	"strconv"

	"setdoku"
	"setdoku/internal/format"
)

// Line is a puzzle in JSON: a line of solve and rate, and what all other JSON about a puzzle begins with. The field
// names are a contract.
type Line struct {
	// PuzzleID is the number of the puzzle in the database, or in the input without a database.
	PuzzleID int64          `json:"puzzle_id,omitempty"`
	Variant  string         `json:"variant,omitempty"` // the name of the board if it is not classic
	Givens   string         `json:"givens"`            // a character for each cell of the board, as the solution
	Status   setdoku.Status `json:"status"`
	Solution *string        `json:"solution"`
	// Solutions is the number that the status proves, 2 for two or more.
	Solutions  *int            `json:"solutions"`
	Level      *setdoku.Level  `json:"level"`
	Score      int             `json:"score"`
	Depth      *int            `json:"depth"` // trial depth, null unless solved
	Hardest    *string         `json:"hardest"`
	Steps      int             `json:"steps"`
	StepsBy    json.RawMessage `json:"technique_steps"` // name to number of steps, in catalogue order
	Techniques json.RawMessage `json:"techniques"`      // name to number of placements and eliminations
	NotCounted bool            `json:"not_counted,omitempty"`
	Properties *Properties     `json:"properties,omitempty"`
}

// Line returns the puzzle for JSON, with its puzzle_id.
func (r *Puzzle) Line() Line {
	variant := ""
	if r.Board() != nil {
		variant = r.Board().Name
	}
	return Line{r.PuzzleID, variant, format.BoardCells(r.Board(), r.Givens), r.Status,
		orNil(format.BoardCells(r.Board(), r.Solution)), r.solutions(), orNil(r.Level), r.Score, r.Depth,
		orNil(r.Hardest), r.Steps, json.RawMessage(r.TechniqueSteps()), json.RawMessage(r.Techniques()), r.NotCounted,
		r.Properties}
}

// orNil returns a text for JSON, nil for "".
func orNil[T ~string](text T) *T {
	if text == "" {
		return nil
	}
	return &text
}

// solutions returns the number of solutions that the status proves, 2 for two or more, nil if it proves none.
func (r *Puzzle) solutions() *int {
	n := map[setdoku.Status]int{setdoku.StatusSolved: 1, setdoku.StatusInvalid: 0, setdoku.StatusMultiple: 2}
	if v, ok := n[r.Status]; ok {
		return &v
	}
	return nil
}

// Techniques returns the number of placements and eliminations of each technique, as a JSON object without blanks.
func (r *Puzzle) Techniques() string {
	return usesObject(r.Uses, func(u setdoku.Use) int { return u.Deductions })
}

// TechniqueSteps returns the number of steps of each technique, as a JSON object without blanks.
func (r *Puzzle) TechniqueSteps() string {
	return usesObject(r.Uses, func(u setdoku.Use) int { return u.Steps })
}

// usesObject returns a JSON object with a number for each technique.
func usesObject(uses []setdoku.Use, number func(setdoku.Use) int) string {
	text := []byte("{")
	for i, u := range uses {
		if i > 0 {
			text = append(text, ',')
		}
		name, _ := json.Marshal(u.Technique) // a damaged row may have any characters
		text = append(append(text, name...), ':')
		text = strconv.AppendInt(text, int64(number(u)), 10)
	}
	return string(append(text, '}'))
}
