package format

import (
	"fmt"
	"strings"
)

// Plural returns a number and its noun, such as "1 step" or "2 steps".
func Plural(n int, noun string) string { return fmt.Sprintf("%d %s", n, Noun(n, noun)) }

// Noun returns the noun of a number. For every number but 1 it adds an s, or es behind an x.
func Noun(n int, noun string) string {
	switch {
	case n == 1:
		return noun
	case strings.HasSuffix(noun, "x"):
		return noun + "es"
	}
	return noun + "s"
}
