package usage

import (
	"strings"
)

// Quote returns a word as a shell reads it back: in single quotes when it has characters with a meaning of their own.
func Quote(word string) string {
	plain := func(c rune) bool {
		return c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || strings.ContainsRune("./_-+:@,=%", c) || c > 127
	}
	if strings.IndexFunc(word, func(c rune) bool { return !plain(c) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
