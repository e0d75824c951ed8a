// Package render writes what several commands print: grids, tables, rows of a query, JSON lines and deductions.
package render

import (
	"fmt"
	"strings"

	"setdoku"
)

// Candidates returns the names of what happens to candidates.
func Candidates(list []setdoku.Candidate, name func(setdoku.Candidate) string) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = name(c)
	}
	return out
}

// Evidence returns the evidence of a pattern in one line, such as "unit row 4, cell r4c5".
func Evidence(rows []setdoku.Evidence) string {
	var parts []string
	for _, e := range rows {
		part := e.Role
		if e.Unit != 0 {
			part += " " + setdoku.UnitName(e.Unit)
		}
		if e.Cell != 0 {
			part += fmt.Sprintf(" r%dc%d", e.Cell/10, e.Cell%10)
		}
		if e.Digit != 0 {
			part += fmt.Sprintf(" %d", e.Digit)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
