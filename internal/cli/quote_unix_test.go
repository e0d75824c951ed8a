//go:build unix

package cli

import (
	"testing"
)

// TestQuoted checks the words of hints.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"a.db": "a.db", "my puzzles.db": "'my puzzles.db'", "it's": `'it'\''s'`, "": "", "$HOME": "'$HOME'",
		"dir/größe-1.db":                   "dir/größe-1.db",
		"postgres://me@server:5432/sudoku": "postgres://me@server:5432/sudoku",
	} {
		if got := quote(word); got != want {
			t.Errorf("quoted(%q) = %s, want %s", word, got, want)
		}
	}
}
