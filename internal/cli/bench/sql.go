package bench

import (
	"io"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(sqlCommand) }

func sqlCommand(out io.Writer) *cobra.Command {
	var o bench.SQLOptions
	var statements int
	cmd := &cobra.Command{
		Use:   "sql",
		Short: "Measure engine sql with full audit, in CPU time of one core",
		Long: `Measure engine sql with full audit, in CPU time of one core: milliseconds a puzzle, and the size of
the database. --many adds a run for memory, --statements a list of the statements that took longest.`,
		Example: `  setdoku bench sql --data ../shared/data
  setdoku bench sql --many 100000 --statements 20`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Puzzles > 10_000 {
				return usage.Errorf("bench sql: --puzzles %d, want 1 to 10000", o.Puzzles)
			}
			if o.Many < 0 || statements < 0 {
				return usage.Errorf("bench sql: --many and --statements want 0 or more")
			}
			measures, spent, err := bench.SQL(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			printSpent(out, spent[:min(statements, len(spent))], o.Puzzles)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with generated_easy.txt, generated_minimal.txt and 17_clue.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 2000, "puzzles of each list")
	cmd.Flags().IntVar(&o.Many, "many", 0, "puzzles of one more run, for memory")
	cmd.Flags().IntVar(&statements, "statements", 0, "show the dearest statements of the mix")
	return cmd
}
