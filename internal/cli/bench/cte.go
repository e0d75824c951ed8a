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
		Long: `Measure the one statement of engine cte, in CPU time, on a hard puzzle of 21 clues and on
puzzles of 17 clues, and on the former the idea of the recursive query in SQLite's
documentation too, which takes a minute. What takes longer than --limit is given up.`,
		Example: `  setdoku bench cte --data ../shared/data
  setdoku bench cte --limit 30s --puzzles 1000`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Rounds < 1 || o.Limit <= 0 {
				return usage.Errorf("bench cte: --puzzles and --rounds want 1 or more, --limit a time")
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
	cmd.Flags().DurationVar(&o.Limit, "limit", 5*time.Minute, "how long the documentation's idea may take")
	return cmd
}
