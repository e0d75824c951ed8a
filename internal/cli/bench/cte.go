package bench

import (
	"io"
	"time"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(cteCommand) }

func cteCommand(out io.Writer) *cobra.Command {
	var o bench.CTEOptions
	cmd := &cobra.Command{
		Use:   "cte",
		Short: "Measure the one statement of engine cte against the idea of SQLite's documentation",
		Long: `Measure the one statement of engine cte, in CPU time, on a hard puzzle of 21 clues and on puzzles of
17 clues. On the puzzle of 21 clues also measure the recursive query of SQLite's documentation, which takes
a minute. A measurement ends after --limit.`,
		Example: `  setdoku bench cte --data ../shared/data
  setdoku bench cte --limit 30s --puzzles 1000`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Rounds < 1 || o.Limit <= 0 {
				return usage.Errorf("bench cte: --puzzles and --rounds want 1 or more, --limit more than 0")
			}
			measures, err := bench.CTE(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with 17_clue.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 200, "puzzles of 17 clues")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 5, "how often the hard puzzle is solved")
	cmd.Flags().DurationVar(&o.Limit, "limit", 5*time.Minute, "how long the query of the documentation may take")
	return cmd
}
