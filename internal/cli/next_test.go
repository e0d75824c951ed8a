package cli_test

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"setdoku/internal/cli"
	"setdoku/internal/cli/clitest"
)

// TestNextCalls checks that every command declares its next calls, and that setdoku accepts each as a command line.
func TestNextCalls(t *testing.T) {
	checked := 0
	clitest.EachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		calls, declared := cli.NextCalls(cmd)
		if !declared {
			t.Error("it has no next calls: give it Annotations: next(...), or next() for none")
		}
		for _, call := range calls {
			checked++
			typed := strings.NewReplacer("{db}", "x.db", "{id}", "7", "{arg}", "7", "{args}", "a.sdm b.sdm",
				"{technique}", "x_wing").Replace(call)
			typed, _, _ = strings.Cut(typed, "  #")
			if err := takes(typed); err != nil || strings.Contains(typed, "{") {
				t.Errorf("%s: %v", typed, err)
			}
		}
	})
	if checked == 0 {
		t.Error("no command has a next call: nothing was checked")
	}
}
