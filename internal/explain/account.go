package explain

import (
	"strings"

	"setdoku"
	"setdoku/internal/catalogue"
)

// Account is a deduction in words.
type Account struct {
	setdoku.Deduction
	Notation string   // "" if the pattern has no line in the notation of players, or the pencil marks are unknown
	Words    []string // the pattern, the argument and the effect, an item has one or several sentences
}

// Accounts describes the deductions of a step. before is the position before it. For by see
// NewAccount.
func Accounts(before setdoku.Position, s *setdoku.Step, by *catalogue.Technique) []Account {
	var list []Account
	for _, d := range s.Deductions {
		list = append(list, NewAccount(before, d, by))
	}
	return list
}

// NewAccount describes a deduction that was made in a position. by is the technique, or nil for the technique of sql/
// with the name.
func NewAccount(before setdoku.Position, d setdoku.Deduction, by *catalogue.Technique) Account {
	return (&step{before: before, by: by}).describe(d)
}

// all returns the words after the line in the notation of players, if there is one.
func (a Account) all() []string {
	if a.Notation == "" {
		return a.Words
	}
	return append([]string{a.Notation}, a.Words...)
}

// Line describes the pattern in one line: in the notation of players, or by its deductions and the first sentence of
// its words.
func (a Account) Line() string {
	if a.Notation != "" {
		return a.Notation
	}
	line := strings.Join(a.Names(), ", ")
	if first := a.Sentence(); first != "" {
		line += ": " + first
	}
	return line
}

// Sentence returns the first sentence of the words, or "" if they say nothing but the deductions.
func (a Account) Sentence() string {
	if len(a.Words) == 0 || !a.HasPattern() || a.Technique == setdoku.RuleManual {
		return ""
	}
	first, _, more := strings.Cut(a.Words[0], ". ")
	if more {
		first += "."
	}
	return first
}
