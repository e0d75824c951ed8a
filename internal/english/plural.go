// Package english has the numbers of messages, with their nouns.
package english

import "fmt"

// Plural returns a number and its noun, such as "1 step" or "2 steps".
func Plural(n int, noun string) string { return fmt.Sprintf("%d %s", n, Noun(n, noun)) }

// Noun returns the noun of a number. It adds an s for every number but 1.
func Noun(n int, noun string) string {
	if n == 1 {
		return noun
	}
	return noun + "s"
}
