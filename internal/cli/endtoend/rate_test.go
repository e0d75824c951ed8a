package endtoend

import (
	"strings"
	"testing"

	"setdoku/internal/cli/clitest"
	"setdoku/internal/cli/usage"
)

// TestRateKeepsTheOrder rates a list longer than a chunk. The lines must come in the order of the input with any number
// of jobs.
func TestRateKeepsTheOrder(t *testing.T) {
	puzzles := clitest.MixedPuzzles(t, 600)
	t.Chdir(t.TempDir())
	clitest.WriteLines(t, ".", "in", puzzles)
	one := clitest.Call(t.Context(), nil, "rate", "in", "--jobs", "1").Must(t, usage.ExitUnsolved)
	if lines := one.Out(); len(lines) != 600 || !strings.HasPrefix(lines[599], "600 ") {
		t.Errorf("%d lines, the last is %s", len(lines), lines[len(lines)-1])
	}
	if three := clitest.Call(t.Context(), nil, "rate", "in", "--jobs", "3").Must(t,
		usage.ExitUnsolved); three.Stdout != one.Stdout {
		t.Error("three jobs print other lines than one")
	}
}
