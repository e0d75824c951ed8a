package explain

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/board"
)

// degenerate returns a sentence about a pattern that contains a single: a base unit with one place for its digit, or a
// cell with one candidate. A player calls that a single and not the pattern. It returns "" for every other pattern.
func degenerate(s setdoku.State, d setdoku.Deduction) string {
	if len(d.Placements) > 0 {
		return ""
	}
	live, units := s.Candidates(), s.Board().Units
	unit := 0 // in which the digits of a subset lie
	for _, e := range d.Evidence {
		switch class, _ := catalogue.ClassForRole(e.Role); {
		case e.Role == "unit":
			unit = e.Unit
		case class == catalogue.ClassUnitTruth && e.Unit > 0, class == catalogue.ClassDigit && unit > 0:
			in := max(e.Unit, unit)
			places := slices.DeleteFunc(slices.Clone(units[in-1]), func(i int) bool { return !live[i].Has(e.Digit) })
			if len(places) == 1 {
				return fmt.Sprintf("%s has one place for %d, %s: a hidden single is in this pattern, so it is "+
					"degenerate.",
					upperFirst(setdoku.UnitName(in)), e.Digit, setdoku.CellAt(places[0]))
			}
		case e.Cell.Valid() && (class == catalogue.ClassCellTruth || class == catalogue.ClassSet):
			if marks := live[e.Cell.Index()]; marks.Count() == 1 {
				return fmt.Sprintf("%s has one candidate, %d: a naked single is in this pattern, so it is degenerate.",
					e.Cell, marks.Lowest())
			}
		}
	}
	return ""
}

// Plainest returns the index of the deduction to show of those that were found in a state: of singles the first that a
// person sees, in a box before a line and in a line before a cell, and else the first that is typical and whose pattern
// is not degenerate, or 0.
func Plainest(s setdoku.State, list []setdoku.Deduction) int {
	hard := func(d setdoku.Deduction) int {
		switch single := len(d.Placements) == 1 && len(d.Evidence) == 1 && d.Evidence[0].Role == "single"; {
		case degenerate(s, d) != "":
			return 3
		case single && d.Evidence[0].Unit == 0:
			return 2
		case single && d.Evidence[0].Unit <= board.Lines, !Typical(s, d):
			return 1
		}
		return 0
	}
	best, least := 0, hard(list[0])
	for k := 1; k < len(list) && least > 0; k++ {
		if h := hard(list[k]); h < least {
			best, least = k, h
		}
	}
	return best
}

// Typical reports whether a deduction of forcing shows what its technique adds to those before it: forcing by verity a
// set none of whose branches ends in a contradiction, and the techniques with more inside a hypothesis that eliminates.
func Typical(s setdoku.State, d setdoku.Deduction) bool {
	has := func(roles ...string) bool {
		return slices.ContainsFunc(d.Evidence, func(e setdoku.Evidence) bool { return slices.Contains(roles, e.Role) })
	}
	switch d.Technique {
	case "forcing_verity":
		return !has("contradiction")
	case "forcing_plus", "nested_forcing", "nested_forcing_2":
		return has("eliminate", "refute")
	}
	return true
}
