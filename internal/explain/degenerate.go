package explain

import (
	"fmt"
	"slices"

	"setdoku"
	"setdoku/internal/roles"
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
		switch class, _ := roles.ClassOf(e.Role); {
		case e.Role == "unit":
			unit = e.Unit
		case class == roles.UnitTruth && e.Unit > 0, class == roles.Digit && unit > 0:
			in := max(e.Unit, unit)
			places := slices.DeleteFunc(slices.Clone(units[in-1]), func(i int) bool { return !live[i].Has(e.Digit) })
			if len(places) == 1 {
				return fmt.Sprintf("%s has one place for %d, %s: a hidden single is in this pattern, so it is "+
					"degenerate.",
					upperFirst(setdoku.UnitName(in)), e.Digit, setdoku.CellAt(places[0]))
			}
		case e.Cell.Valid() && (class == roles.CellTruth || class == roles.Set):
			if marks := live[e.Cell.Index()]; marks.Count() == 1 {
				return fmt.Sprintf("%s has one candidate, %d: a naked single is in this pattern, so it is degenerate.",
					e.Cell, marks.Lowest())
			}
		}
	}
	return ""
}

// Plainest returns the index of the deduction to show of a list that a technique has found: the first whose pattern is
// not degenerate, or 0.
func Plainest(s setdoku.State, list []setdoku.Deduction) int {
	return max(0, slices.IndexFunc(list, func(d setdoku.Deduction) bool { return degenerate(s, d) == "" }))
}
