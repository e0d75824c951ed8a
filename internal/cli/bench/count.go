package bench

import (
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(countCommand) }

func countCommand(out io.Writer) *cobra.Command {
	var o bench.CountOptions
	cmd := &cobra.Command{
		Use:   "count",
		Short: "Measure the counting solver against qqwing, in CPU time of one thread",
		Long: `Measure the counting solver, proof of uniqueness included, in CPU time of one thread, and
as a ratio to qqwing on the same list where that program is on the PATH. Runs of the two
alternate, and the median of the ratios is given. The lists are measured in memory, read from a file and
written as count does, and by the command itself with its start.`,
		Example: `  setdoku bench count --data ../shared/data
  setdoku bench count --rounds 9 --jobs 2`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Rounds < 1 || o.Jobs < 1 {
				return usage.Errorf("bench count: --rounds and --jobs want 1 or more")
			}
			var err error
			if o.Command, err = os.Executable(); err != nil {
				return fmt.Errorf("find the program itself: %w", err)
			}
			measures, err := bench.Count(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with the lists")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Rounds, "rounds", 3, "how often each measure is taken, in turns")
	cmd.Flags().IntVar(&o.Jobs, "jobs", 2, "goroutines for the measure of several at once, 1 for none")
	return cmd
}
