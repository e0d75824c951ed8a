package endtoend

import (
	"slices"
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestServerRemake verifies a database on a server with either engine. The statements that make the steps again work in
// a temporary file.
func TestServerRemake(t *testing.T) {
	target := clitest.Migrated(t)
	for _, engine := range []string{"auto", "sql"} {
		clitest.CallOn(t.Context(), target, "solve", clitest.GoodPuzzle, richPuzzle, "--again", "--engine", engine,
			"--without", "forcing,search").Must(t, usage.ExitDone)
		for by, judge := range map[string]string{"sql": "the statements", "auto": "the engine in memory"} {
			lines := clitest.CallOn(t.Context(), target, "verify", "--engine", by).Must(t, usage.ExitDone).Out()
			made := slices.ContainsFunc(lines,
				func(line string) bool {
					return strings.HasSuffix(line,
						" steps made again by "+judge+", and the same")
				})
			if !made {
				t.Errorf("engine %s, --engine %s: verify says %q", engine, by, lines)
			}
		}
	}
}
