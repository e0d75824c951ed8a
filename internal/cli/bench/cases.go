package bench

import (
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/cli/usage"
)

func init() { register(casesCommand) }

func casesCommand(out io.Writer) *cobra.Command {
	var data string
	var failed bool
	cmd := &cobra.Command{
		Use:   "cases",
		Short: "Run every technique on the cases that are about it",
		Long: `Run every technique on its cases in technique_cases.txt, as statements. A case passes when the technique,
applied once, finds all that the case lists and nothing that is wrong. --failed prints the cases that do
not pass.`,
		Example: `  setdoku bench cases --data ../shared/data`,
		Args:    usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			results, err := bench.Cases(cmd.Context(), data)
			if err != nil {
				return err
			}
			printCases(out, results, failed)
			return nil
		},
	}
	cmd.Flags().StringVar(&data, "data", "../shared/data", "`FOLDER` with technique_cases.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().BoolVar(&failed, "failed", false, "print the cases that do not pass")
	return cmd
}

func printCases(out io.Writer, results []bench.CaseResult, failed bool) {
	t := render.Table(out, "technique", "cases", "passed", "missed", "wrong", "ms a case")
	var sum bench.CaseResult
	for _, r := range results {
		t.AppendRow(table.Row{r.Technique, r.Cases, r.Passed, r.Missed, r.Wrong, each(r.Time, r.Cases)})
		sum.Cases += r.Cases
		sum.Passed += r.Passed
		sum.Missed += r.Missed
		sum.Wrong += r.Wrong
		sum.Time += r.Time
	}
	t.AppendSeparator()
	t.AppendRow(table.Row{"all", sum.Cases, sum.Passed, sum.Missed, sum.Wrong, each(sum.Time, sum.Cases)})
	t.Render()
	if !failed {
		return
	}
	for _, r := range results {
		for _, f := range r.Failed {
			fmt.Fprintf(out, "%s: %s\n", r.Technique, f)
		}
	}
}

// each is the milliseconds of one of n.
func each(d time.Duration, n int) string {
	return fmt.Sprintf("%.1f", float64(d.Microseconds())/1000/float64(max(n, 1)))
}
