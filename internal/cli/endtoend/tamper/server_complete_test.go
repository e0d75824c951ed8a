package tamper

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestServerComplete verifies a database on a server with --complete. The engines that repeat the steps work in a temporary
// file.
func TestServerComplete(t *testing.T) {
	target := clitest.Migrated(t)
	for _, engine := range []string{"auto", "sql"} {
		clitest.CallOn(t.Context(), target, "solve", clitest.GoodPuzzle, richPuzzle, "--again", "--engine", engine, "--without", "forcing,search").Must(t, usage.ExitDone)
		for flag, judge := range map[string]string{"--complete=sql": "the statements", "--complete=memory": "the engine in memory"} {
			lines := clitest.CallOn(t.Context(), target, "verify", flag).Must(t, usage.ExitDone).Out()
			made := slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, " steps made again by "+judge+", and the same") })
			if !made {
				t.Errorf("engine %s, %s: verify says %q", engine, flag, lines)
			}
		}
	}
}
