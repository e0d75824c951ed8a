package bench

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(queriesCommand) }

func queriesCommand(out io.Writer) *cobra.Command {
	var db string
	cmd := &cobra.Command{
		Use:   "queries --db FILE",
		Short: "Measure the CPU time of each named query on a database",
		Long: `Measure the CPU time of each named query on a database, with the values that its parameters have at first. No
query may need more than 2 s at 100,000 puzzles. The command fails if one needs more, whatever the size.`,
		Example: `  setdoku bench queries --db sudoku.db`,
		Args:    usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if db == "" {
				return usage.Errorf("bench queries: want --db FILE")
			}
			measures, err := bench.Queries(cmd.Context(), db)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			var slow []string
			for _, m := range measures {
				if m.Value > float64(bench.QueryLimit.Milliseconds()) {
					slow = append(slow, m.Name)
				}
			}
			if len(slow) > 0 {
				return fmt.Errorf("bench queries: more than %v of CPU: %s", bench.QueryLimit, strings.Join(slow, ", "))
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&db, "db", "", "database `FILE`")
	complete.Flag(cmd, "db", complete.Files)
	return cmd
}
