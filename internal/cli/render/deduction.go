// Package render writes what several commands print: grids, tables, rows of a query, JSON lines and deductions.
package render

import (
	"fmt"
	"strings"

	"setdoku/solver"
	"setdoku/store"
)

// CellDigits returns the names of cells and digits.
func CellDigits(list []solver.CellDigit, name func(solver.CellDigit) string) []string {
	out := make([]string, len(list))
	for i, c := range list {
		out[i] = name(c)
	}
	return out
}

// Evidence returns the evidence of a pattern in one line, such as "unit row 4, cell r4c5".
func Evidence(rows []store.Evidence) string {
	var parts []string
	for _, e := range rows {
		part := e.Role
		if e.UnitType != nil {
			part += fmt.Sprintf(" %s %d", *e.UnitType, *e.Unit)
		}
		if e.Cell != nil {
			part += fmt.Sprintf(" r%dc%d", *e.Cell/10, *e.Cell%10)
		}
		if e.Digit != nil {
			part += fmt.Sprintf(" %d", *e.Digit)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, ", ")
}
