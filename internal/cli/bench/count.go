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
		Long: `Measure the counting solver in CPU time of one thread, including the proof that a solution is the only
one. When qqwing is on the PATH, runs of both programs on the same list alternate, and the table has the median
of the ratios. Each list is counted in memory, from a file with the numbers written as count does, and by the
command itself with its start.`,
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
	cmd.Flags().IntVar(&o.Rounds, "rounds", 3, "how often each measurement is repeated; measurements alternate")
	cmd.Flags().IntVar(&o.Jobs, "jobs", 2, "goroutines for the measure of several at once, 1 for none")
	return cmd
}
