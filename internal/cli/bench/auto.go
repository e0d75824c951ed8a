package bench

import (
	"io"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(autoCommand) }

func autoCommand(out io.Writer) *cobra.Command {
	var o bench.AutoOptions
	cmd := &cobra.Command{
		Use:   "auto",
		Short: "Measure engine auto with one job, in CPU time",
		Long: `Measure engine auto with one job, in puzzles a second of CPU time: without a database, and into a
file with each audit level. --many adds a run for memory.`,
		Example: `  setdoku bench auto --data ../shared/data --many 1000000`,
		Args:    usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Rounds < 1 || o.Many < 0 {
				return usage.Errorf("bench auto: --puzzles and --rounds want 1 or more, --many 0 or more")
			}
			measures, err := bench.Auto(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with generated_easy.txt, generated_minimal.txt and 17_clue.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 10000, "puzzles of each list")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 3, "how often each measure is taken, in turns")
	cmd.Flags().IntVar(&o.Many, "many", 0, "puzzles of one more run, for memory")
	return cmd
}
