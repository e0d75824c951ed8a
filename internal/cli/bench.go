package cli

import (
	"github.com/spf13/cobra"

	"setdoku/internal/cli/bench"
)

func init() { register((*app).benchmarksCommand) }

// benchmarksCommand is the command bench, whose files are in internal/cli/bench.
func (a *app) benchmarksCommand() *cobra.Command {
	cmd := bench.Command(a.Out)
	cmd.GroupID, cmd.Annotations = groupSetUp, next()
	return cmd
}
