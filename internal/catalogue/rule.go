package catalogue

import (
	"slices"

	"setdoku"
)

// Singles are the techniques that place a digit which is the only one left for a cell or a unit, in the order of the
// catalogue.
var Singles = [...]string{"full_house", "naked_single", "hidden_single"}

// IsSingle reports whether a rule is one of Singles.
func IsSingle(rule string) bool { return slices.Contains(Singles[:], rule) }

// Given is the rule of the givens and of what was crossed out before the first step. Forcing is a technique and its
// family.
const (
	Given   = "given"
	Forcing = "forcing"
)

// HasPatterns reports whether the deductions of a rule have patterns. Those of search and of a move by hand have none.
func HasPatterns(rule string) bool { return rule != setdoku.RuleSearch && rule != setdoku.RuleManual }

// SizeMark separates the name and the size of a technique without a name for its size, as in naked_subset:5.
const SizeMark = ":"
