package cli

import (
	"strings"
)

// quote returns a word as a shell reads it back: in quotes if it has characters with a meaning of their own.
func quote(word string) string {
	plain := func(c rune) bool {
		return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' ||
			strings.ContainsRune(unquoted, c) || c > 127
	}
	if strings.IndexFunc(word, func(c rune) bool { return !plain(c) }) < 0 {
		return word
	}
	return inQuotes(word)
}
