package cli

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/usage"
)

// TestServerComplete judges what is on a server. The judges work in a file of their own.
func TestServerComplete(t *testing.T) {
	target := migrated(t)
	for _, engine := range []string{"auto", "sql"} {
		callOn(t.Context(), target, "solve", goodPuzzle, richPuzzle, "--again", "--engine", engine, "--without", "forcing,search").must(t, usage.ExitDone)
		for flag, judge := range map[string]string{"--complete=sql": "the statements", "--complete=memory": "the engine in memory"} {
			lines := callOn(t.Context(), target, "verify", flag).must(t, usage.ExitDone).out()
			made := slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, " steps made again by "+judge+", and the same") })
			if !made {
				t.Errorf("engine %s, %s: verify says %q", engine, flag, lines)
			}
		}
	}
}
