package agreement_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"setdoku"
)

// described returns the pattern, placements and eliminations of a deduction, and a line for each row of its evidence.
func described(d setdoku.Deduction) string {
	out := strconv.FormatInt(d.Pattern, 10)
	for _, c := range d.Placements {
		out += " " + c.Placement()
	}
	for _, c := range d.Eliminations {
		out += " " + c.Elimination()
	}
	for _, e := range d.Evidence {
		out += "\n" + evidenceRow(e)
	}
	return out
}

// evidenceRow returns a row in words. It does not repeat the role cell or digit.
func evidenceRow(e setdoku.Evidence) string {
	out := e.Role
	if e.Unit != 0 {
		out += " " + setdoku.UnitName(e.Unit)
	}
	for _, field := range []struct {
		name  string
		value int
	}{{"cell", int(e.Cell)}, {"digit", int(e.Digit)}} {
		switch {
		case field.value == 0:
		case field.name == e.Role:
			out += fmt.Sprintf(" %d", field.value)
		default:
			out += fmt.Sprintf(" %s %d", field.name, field.value)
		}
	}
	return out
}

// claim is one placement or elimination.
type claim struct {
	placement bool
	cell      setdoku.Cell
	digit     uint8
}

// claims returns all placements and eliminations of deductions, sorted, each once.
func claims(list []setdoku.Deduction) (out []claim) {
	for _, d := range list {
		for _, c := range d.Placements {
			out = append(out, claim{true, c.Cell, c.Digit})
		}
		for _, c := range d.Eliminations {
			out = append(out, claim{false, c.Cell, c.Digit})
		}
	}
	return sorted(out)
}

func sorted(list []claim) []claim {
	slices.SortFunc(list, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.cell, b.cell),
			cmp.Compare(a.digit, b.digit))
	})
	return slices.Compact(list)
}
