package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/solver"
	"setdoku/store"
)

func init() { register((*app).benchCommand) }

func (a *app) benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:         "bench",
		Short:       "Measure speed and size",
		GroupID:     groupSetUp,
		Annotations: next(),
		Long: `Measure speed and size, and whether isomorphs are rated alike. Figures are CPU time where nothing
else is said, so that a busy machine matters less; compare them as ratios of runs that take turns.
--data names the folder of the lists that a measure takes.`,
		Example: `  setdoku bench sql --data ../shared/data
  setdoku bench server --db postgres://me@server/postgres`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usagef("bench: nothing to measure is called %q%s", args[0], suggest(cmd, args[0]))
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(
		a.benchSQLCommand(), a.benchAutoCommand(), a.benchTechniquesCommand(), a.benchCountCommand(), a.benchGenerateCommand(), a.benchRequireCommand(),
		a.benchCTECommand(), a.benchCasesCommand(), a.benchIsomorphsCommand(), a.benchServerCommand(), a.benchExplorerCommand())
	return cmd
}

func (a *app) benchSQLCommand() *cobra.Command {
	var o bench.SQLOptions
	var statements int
	cmd := &cobra.Command{
		Use:   "sql",
		Short: "Measure engine sql with full audit, in CPU time of one core",
		Long: `Measure engine sql with full audit, in CPU time of one core: milliseconds a puzzle, and the size of
the database. --many adds a run for memory, --statements a list of the statements that took longest.`,
		Example: `  setdoku bench sql --data ../shared/data
  setdoku bench sql --many 100000 --statements 20`,
		Args: wants(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Puzzles > 10_000 {
				return usagef("bench sql: --puzzles %d, want 1 to 10000", o.Puzzles)
			}
			if o.Many < 0 || statements < 0 {
				return usagef("bench sql: --many and --statements want 0 or more")
			}
			measures, spent, err := bench.SQL(cmd.Context(), o)
			if err != nil {
				return err
			}
			a.printMeasures(measures)
			a.printSpent(spent[:min(statements, len(spent))], o.Puzzles)
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

func (a *app) benchAutoCommand() *cobra.Command {
	var o bench.AutoOptions
	cmd := &cobra.Command{
		Use:   "auto",
		Short: "Measure engine auto with one job, in CPU time",
		Long: `Measure engine auto with one job, in puzzles a second of CPU time: without a database, and into a
file with each audit level. --many adds a run for memory.`,
		Example: `  setdoku bench auto --data ../shared/data --many 1000000`,
		Args:    wants(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Rounds < 1 || o.Many < 0 {
				return usagef("bench auto: --puzzles and --rounds want 1 or more, --many 0 or more")
			}
			measures, err := bench.Auto(cmd.Context(), o)
			if err != nil {
				return err
			}
			a.printMeasures(measures)
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

func (a *app) benchServerCommand() *cobra.Command {
	var o bench.ServerOptions
	var statements int
	cmd := &cobra.Command{
		Use:   "server --db URL",
		Short: "Measure engine sql on a PostgreSQL server against a file, and workers, in elapsed time",
		Long: `Measure engine sql on a PostgreSQL server against a database file, and workers beside each
other, in elapsed time. The databases for it are made beside the one that --db names, and dropped.`,
		Example: `  setdoku bench server --db postgres://me@server/postgres --data ../shared/data`,
		Args:    wants(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case !store.IsServer(o.URL):
				return usagef("bench server: no server: give it with --db postgres://...")
			case o.Puzzles < 1 || o.Rounds < 1 || statements < 0:
				return usagef("bench server: --puzzles and --rounds want 1 or more, --statements 0 or more")
			}
			measures, spent, err := bench.Server(cmd.Context(), o)
			if err != nil {
				return err
			}
			a.printMeasures(measures)
			a.printSpent(spent[:min(statements, len(spent))], o.Puzzles)
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

func (a *app) benchExplorerCommand() *cobra.Command {
	var o bench.ExplorerOptions
	cmd := &cobra.Command{
		Use:   "explorer",
		Short: "Measure how fast serve answers while a solver writes, in elapsed time",
		Long: `Measure how fast serve answers for pages of puzzles that are asked for at a steady rate, alone and
while a solver writes to the same file, in elapsed time. Server, solver and who asks are one process.`,
		Example: `  setdoku bench explorer --data ../shared/data --rate 200`,
		Args:    wants(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Puzzles < 1 || o.Rate < 1 || o.Time <= 0 {
				return usagef("bench explorer: --puzzles and --rate want 1 or more, --time more than 0")
			}
			measures, err := bench.Explorer(cmd.Context(), o)
			if err != nil {
				return err
			}
			a.printMeasures(measures)
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

func (a *app) printMeasures(measures []bench.Measure) {
	t := table.NewWriter()
	t.SetOutputMirror(a.Out)
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"measure", "value", "unit", "target", "note"})
	for _, m := range measures {
		t.AppendRow(table.Row{m.Name, fmt.Sprintf("%.4g", m.Value), m.Unit, m.Target, m.Note})
	}
	t.Render()
}

func (a *app) printSpent(spent []solver.Spent, puzzles int) {
	for _, s := range spent {
		name := strings.Join(strings.Fields(s.Name), " ")
		if len(name) > 50 {
			name = name[:50]
		}
		fmt.Fprintf(a.Out, "%-50s %7.1f us/puzzle %6d calls\n", name, float64(s.Time.Microseconds())/float64(puzzles), s.Calls)
	}
}
