package bench

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(explorerCommand) }

func explorerCommand(out io.Writer) *cobra.Command {
	var o bench.ExplorerOptions
	cmd := &cobra.Command{
		Use:   "explorer",
		Short: "Measure how fast serve answers while a solver writes, in elapsed time",
		Long: `Measure how fast serve answers for pages of puzzles that are asked for at a steady rate, alone and
while a solver writes to the same file, in elapsed time. Server, solver and who asks are one process.`,
		Example: `  setdoku bench explorer --data ../shared/data --rate 200`,
		Args:    usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Rate < 1 || o.Time <= 0 {
				return usage.Errorf("bench explorer: --puzzles and --rate want 1 or more, --time more than 0")
			}
			measures, err := bench.Explorer(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with 17_clue.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 2000, "puzzles in the file before it begins")
	cmd.Flags().IntVar(&o.Rate, "rate", 200, "pages a second")
	cmd.Flags().DurationVar(&o.Time, "time", 10*time.Second, "how long each measure takes")
	return cmd
}
