package explain

import (
	"strings"

	"setdoku"
	"setdoku/solver/batch"
	"setdoku/store"
)

// Account tells a deduction of a stored step.
type Account struct {
	Deduction setdoku.Deduction
	Notation  string   // "" if the pattern has no line in the notation of players, or the pencil marks are unknown
	Words     []string // as Words returns them, without the notation
}

// Accounts tells the deductions of a stored step, one for each pattern. before is the position before the step, and the step has
// its evidence.
func Accounts(before store.Position, h store.HistoryStep) []Account {
	var list []Account
	for _, d := range batch.Deductions(h) {
		list = append(list, NewAccount(before, d, nil))
	}
	return list
}

// NewAccount tells a deduction that was made in a position. For by see Words.
func NewAccount(before store.Position, d setdoku.Deduction, by *setdoku.Technique) Account {
	return (&Step{Before: before.State, Unknown: !before.Known, By: by}).tell(d)
}

// all returns the words after the line in the notation of players, if there is one.
func (a Account) all() []string {
	if a.Notation == "" {
		return a.Words
	}
	return append([]string{a.Notation}, a.Words...)
}

// Line tells the pattern in one line: in the notation of players, or by its deductions and the first sentence of its words.
func (a Account) Line() string {
	if a.Notation != "" {
		return a.Notation
	}
	line := strings.Join(Names(a.Deduction), ", ")
	if first := a.Sentence(); first != "" {
		line += ": " + first
	}
	return line
}

// Sentence returns the first sentence of the words, or "" if they tell nothing but the deductions.
func (a Account) Sentence() string {
	if len(a.Words) == 0 || !a.Deduction.PatternKept() || a.Deduction.Technique == setdoku.RuleManual {
		return ""
	}
	first, _, more := strings.Cut(a.Words[0], ". ")
	if more {
		first += "."
	}
	return first
}

// Names lists the placements and eliminations of a deduction, such as r4c5=7 and r4c5<>7.
func Names(d setdoku.Deduction) (list []string) {
	for _, c := range d.Placements {
		list = append(list, c.Placement())
	}
	for _, c := range d.Eliminations {
		list = append(list, c.Elimination())
	}
	return list
}
