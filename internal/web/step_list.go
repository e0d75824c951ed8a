package web

import (
	"setdoku"
	"setdoku/internal/explain"
)

// Rows returns the steps that were stored.
func (v *shown) Rows() []explain.Step {
	return explain.NewStory(v.Puzzle.PuzzleID, "", v.Path, nil).StoredSteps()
}

// ruleTitle returns the title of a technique, or the words for a step without one.
func ruleTitle(rule string) string {
	switch rule {
	case "":
		return "not stored"
	case setdoku.RuleManual:
		return "By hand"
	}
	return techniqueTitle(rule)
}
