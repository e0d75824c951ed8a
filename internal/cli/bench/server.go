package bench

import (
	"io"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
	"setdoku/store"
)

func init() { register(serverCommand) }

func serverCommand(out io.Writer) *cobra.Command {
	var o bench.ServerOptions
	var statements int
	cmd := &cobra.Command{
		Use:   "server --db URL",
		Short: "Measure engine sql on a PostgreSQL server against a file, and workers, in elapsed time",
		Long: `Measure engine sql on a PostgreSQL server against a database file, and workers beside each
other, in elapsed time. The databases for it are made beside the one that --db names, and dropped.`,
		Example: `  setdoku bench server --db postgres://me@server/postgres --data ../shared/data`,
		Args:    usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !store.IsServer(o.URL):
				return usage.Errorf("bench server: no server: give it with --db postgres://...")
			case o.Puzzles < 1 || o.Rounds < 1 || statements < 0:
				return usage.Errorf("bench server: --puzzles and --rounds want 1 or more, --statements 0 or more")
			}
			measures, spent, err := bench.Server(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			printSpent(out, spent[:min(statements, len(spent))], o.Puzzles)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.URL, "db", "", "database `URL` on the server, beside which others are made")
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with generated_easy.txt, generated_minimal.txt and 17_clue.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 2000, "puzzles of the mix")
	cmd.Flags().IntVar(&o.Rounds, "rounds", 3, "how often each measure is taken, in turns")
	cmd.Flags().IntVar(&statements, "statements", 0, "show the dearest statements")
	return cmd
}
