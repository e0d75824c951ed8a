// Package bench is the command bench: each measurement of internal/bench has a command in a file of its own.
package bench

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/usage"
	"setdoku/solver/statement"
)

// benchmarks make the commands below bench. Each file of a benchmark adds its own.
var benchmarks []func(io.Writer) *cobra.Command

// register adds a command to bench.
func register(construct func(io.Writer) *cobra.Command) {
	benchmarks = append(benchmarks, construct)
}

// Command returns the command bench, which prints on out.
func Command(out io.Writer) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure speed and size",
		Long: `Measure speed and size, and whether isomorphs are rated alike. Times are CPU time unless the command says
otherwise, because a busy machine changes CPU time less than elapsed time. Compare them as ratios of runs that
alternate. --data names the folder with the lists of puzzles.`,
		Example: `  setdoku bench sql --data ../shared/data
  setdoku bench server --db postgres://me@server/postgres`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return usage.Errorf("bench: there is no measurement %q%s", args[0], usage.SuggestCommand(cmd, args[0]))
			}
			return cmd.Help()
		},
	}
	for _, construct := range benchmarks {
		cmd.AddCommand(construct(out))
	}
	return cmd
}

// printMeasures prints a table of measures.
func printMeasures(out io.Writer, measures []bench.Measure) {
	t := table.NewWriter()
	t.SetOutputMirror(out)
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"measure", "value", "unit", "target", "note"})
	for _, m := range measures {
		t.AppendRow(table.Row{m.Name, fmt.Sprintf("%.4g", m.Value), m.Unit, m.Target, m.Note})
	}
	t.Render()
}

// printSpent prints how long statements took for each of the puzzles.
func printSpent(out io.Writer, spent []statement.Spent, puzzles int) {
	for _, s := range spent {
		name := strings.Join(strings.Fields(s.Name), " ")
		if len(name) > 50 {
			name = name[:50]
		}
		fmt.Fprintf(out, "%-50s %7.1f us/puzzle %6d calls\n", name, float64(s.Time.Microseconds())/float64(puzzles), s.Calls)
	}
}
