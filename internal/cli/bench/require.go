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
	"setdoku/solver/catalogue"
)

func init() { register(requireCommand) }

func requireCommand(out io.Writer) *cobra.Command {
	var o bench.RequireOptions
	cmd := &cobra.Command{
		Use:               "require [TECHNIQUE|FAMILY]...",
		Short:             "Measure how long generate takes to find each technique, in CPU time of one core",
		ValidArgsFunction: complete.TechniqueOrFamily,
		Long: `Measure for each technique, or for the named ones, how many puzzles 'generate --require' tries and how much
CPU time it takes for one puzzle, with one job. The measurement of a technique ends after --puzzles puzzles, or
after --time of CPU time. A technique without a puzzle by then is shown with > and what was spent. minimal is
the share of the puzzles that need every given.`,
		Example: `  setdoku bench require
  setdoku bench require als_xz jellyfish --time 60s --puzzles 20`,
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if o.Puzzles < 1 || o.Time <= 0 {
				return usage.Errorf("bench require: --puzzles wants 1 or more, --time more than 0")
			}
			if o.Catalogue, err = catalogue.BuiltIn(); err != nil {
				return err
			}
			if o.Techniques = args; len(args) > 0 {
				if _, err := o.Catalogue.Select(args, nil); err != nil {
					return usage.Wrong(err)
				}
			}
			t := render.Table(out, "technique", "puzzles", "tried for each", "CPU time for each", "minimal")
			err = bench.Require(cmd.Context(), o, func(c bench.RequireCost) { t.AppendRow(requireRow(&c)) })
			t.Render()
			return err
		},
	}
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 100, "puzzles of each technique")
	cmd.Flags().DurationVar(&o.Time, "time", 20*time.Second, "CPU `TIME` after which a technique ends with fewer")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "`NUMBER` that decides the puzzles")
	return cmd
}

// requireRow returns a row of the table.
func requireRow(c *bench.RequireCost) table.Row {
	if c.Found == 0 {
		return table.Row{c.Technique, 0, fmt.Sprintf("> %d", c.Tried), "> " + shortTime(c.Spent), "-"}
	}
	return table.Row{
		c.Technique, c.Found, fmt.Sprintf("%.3g", float64(c.Tried)/float64(c.Found)), shortTime(c.Spent / time.Duration(c.Found)),
		fmt.Sprintf("%d %%", 100*c.Minimal/c.Found),
	}
}

// shortTime returns a time with three digits at most.
func shortTime(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%.3g ms", d.Seconds()*1000)
	default:
		return fmt.Sprintf("%.3g s", d.Seconds())
	}
}
