package cli

import (
	"testing"
)

// TestQuoted checks the words of hints.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		`C:\lists\a.db`: `C:\lists\a.db`, "my puzzles.db": `"my puzzles.db"`, "it's": `"it's"`, "%PATH%": `"%PATH%"`,
		`größe-1.db`:                       `größe-1.db`,
		"postgres://me@server:5432/sudoku": `"postgres://me@server:5432/sudoku"`,
	} {
		if got := quote(word); got != want {
			t.Errorf("quoted(%q) = %s, want %s", word, got, want)
		}
	}
}
