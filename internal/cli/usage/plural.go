package usage

import "fmt"

// Plural returns a number and its noun, such as "1 step" or "2 steps". It adds an s for every number but 1.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
