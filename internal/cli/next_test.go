package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestNextCalls checks that every command has a call to try after it, or none with intent, and that each
// could be typed.
func TestNextCalls(t *testing.T) {
	known := make(map[string]bool)
	eachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		_, name, below := strings.Cut(cmd.CommandPath(), " ")
		known[name] = true
		if _, told := nextCalls[name]; below && !told && !strings.HasPrefix(name, "bench") {
			t.Errorf("nextCalls of next.go has nothing for %q: add a call to try after it, or nil", name)
		}
	})
	for name, calls := range nextCalls {
		if !known[name] {
			t.Errorf("nextCalls has %q, which is no command", name)
		}
		for _, call := range calls {
			typed := strings.NewReplacer("{db}", "x.db", "{id}", "7", "{args}", "a.sdm b.sdm", "{technique}", "x_wing").Replace(call)
			typed, _, _ = strings.Cut(typed, "  #")
			if err := takes(typed); err != nil || strings.Contains(typed, "{") {
				t.Errorf("after %s, %s: %v", name, typed, err)
			}
		}
	}
}

// TestQuoted checks the words of hints.
func TestQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"a.db": "a.db", "my puzzles.db": "'my puzzles.db'", "it's": `'it'\''s'`, "": "", "$HOME": "'$HOME'", "dir/größe-1.db": "dir/größe-1.db",
		"postgres://me@server:5432/sudoku": "postgres://me@server:5432/sudoku",
	} {
		if got := quoted(word); got != want {
			t.Errorf("quoted(%q) = %s, want %s", word, got, want)
		}
	}
}
