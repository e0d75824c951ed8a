package cli

import (
	"fmt"
	"strings"

	"setdoku"
)

// evidenceText returns the evidence of a pattern in one line, such as "unit row 4, cell r4c5".
func evidenceText(rows []setdoku.Evidence) string {
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
