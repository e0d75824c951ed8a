package cli

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/manual"
	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
)

// versionDate is the date of Version; a release build sets both. The manual pages show it instead of the present date, so the same
// version always writes the same pages.
var versionDate = "2026-11-22"

func init() { register((*app).manCommand) }

func (a *app) manCommand() *cobra.Command {
	return &cobra.Command{
		Use:               "man FOLDER",
		Short:             "Write the manual pages",
		GroupID:           groupSetUp,
		Annotations:       next(),
		ValidArgsFunction: complete.Folders,
		Long: `Write a manual page for every command into a folder: setdoku.1, setdoku-solve.1 and so on. The
folder is made when it is absent. In one that the program man searches, such as
~/.local/share/man/man1, 'man setdoku-solve' finds them.`,
		Example: `  setdoku man ~/.local/share/man/man1
  setdoku man . && man -l setdoku-solve.1`,
		Args: usage.Args(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			// Write changes the texts of the commands, so it gets new ones.
			n, err := manual.Write(cmd.Context(), Root(), args[0], manual.Release{Version: Version, Date: versionDate})
			if err != nil {
				return fmt.Errorf("write manual pages: %w", err)
			}
			fmt.Fprintf(a.Err, "%s in %s\n", plural.Of(n, "manual page"), args[0])
			return nil
		},
	}
}
