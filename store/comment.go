package store

import (
	"slices"
	"strings"
)

// ForTechniques reports whether a table or view holds what techniques read or write while they run, and not what people
// ask for. Its comment says so.
func ForTechniques(comment string) bool {
	beginnings := []string{"Work table of ", "Reference", "For techniques", "What sql/", "In a shell INSERT"}
	return slices.ContainsFunc(beginnings, func(b string) bool { return strings.HasPrefix(comment, b) })
}
