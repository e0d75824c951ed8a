package cli

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// TestNextCalls checks that each next call could be typed.
func TestNextCalls(t *testing.T) {
	checked := 0
	eachCommand(t, func(t *testing.T, cmd *cobra.Command) {
		calls, _ := nextCalls(cmd)
		for _, call := range calls {
			checked++
			typed := strings.NewReplacer("{db}", "x.db", "{id}", "7", "{arg}", "7", "{args}", "a.sdm b.sdm", "{technique}", "x_wing").Replace(call)
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
