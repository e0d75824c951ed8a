package explain

import (
	"setdoku"
	"setdoku/store/record"
)

// DeductionJSON is a deduction as the commands and the explorer print it.
type DeductionJSON struct {
	Technique    string             `json:"technique"`         // the name with which it was selected
	Placements   []string           `json:"placements"`        // such as r4c5=7
	Eliminations []string           `json:"eliminations"`      // such as r4c5<>7
	Evidence     []setdoku.Evidence `json:"evidence,omitzero"` // not printed if it is nil
}

// NewDeductionJSON returns a deduction as it is printed. Its lists are not nil.
func NewDeductionJSON(d setdoku.Deduction) DeductionJSON {
	return DeductionJSON{
		d.Asked, namesOf(d.Placements, setdoku.Candidate.Placement),
		namesOf(d.Eliminations, setdoku.Candidate.Elimination),
		append([]setdoku.Evidence{}, d.Evidence...),
	}
}

// namesOf returns the name of each item of a list. The names are not nil.
func namesOf[T any](list []T, name func(T) string) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = name(c)
	}
	return out
}

// StepJSON is a step of a puzzle as history and the explorer print it.
type StepJSON struct {
	PuzzleID     int64         `json:"puzzle_id"`
	Step         int           `json:"step"` // counted from 1, also in a shortened path
	Rule         string        `json:"rule"`
	Placements   []string      `json:"placements"`          // by cell, such as r4c5=7
	Eliminations []string      `json:"eliminations"`        // by cell and digit, such as r4c5<>7
	Deductions   []AccountJSON `json:"deductions,omitzero"` // one for each pattern
	MissingText  string        `json:"missing,omitempty"`   // a sentence about what the run did not store
}

// AccountJSON is a deduction of a step, deductionJSON in words.
type AccountJSON struct {
	Pattern int64 `json:"pattern"`
	DeductionJSON
	Text     string   `json:"text"`     // one line, see Account.Line
	Notation *string  `json:"notation"` // the line in the notation of players, null if there is none
	Words    []string `json:"words"`    // the explanation; an item has one or several sentences
}

// NewAccountJSON returns a deduction with its words as it is printed.
func NewAccountJSON(a Account) AccountJSON {
	return AccountJSON{a.Pattern, NewDeductionJSON(a.Deduction), a.Line(), noText(a.Notation),
		append([]string{}, a.Words...)}
}

// NewStepJSON returns the step with this number as it is printed, without Deductions.
func NewStepJSON(puzzle int64, number int, s *setdoku.Step) StepJSON {
	placements, eliminations := record.Changes(s)
	return StepJSON{
		PuzzleID: puzzle, Step: number, Rule: s.Rule, MissingText: MissingText(s),
		Placements:   namesOf(placements, func(c record.Change) string { return c.Candidate().Placement() }),
		Eliminations: namesOf(eliminations, func(c record.Change) string { return c.Candidate().Elimination() }),
	}
}

// Explain adds the deductions of the step. before is the position before it.
func (j *StepJSON) Explain(before setdoku.Position, s *setdoku.Step) {
	j.Deductions = []AccountJSON{}
	for _, a := range Accounts(before, s, nil) {
		j.Deductions = append(j.Deductions, NewAccountJSON(a))
	}
}

// noText returns nil for an empty text.
func noText(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}
