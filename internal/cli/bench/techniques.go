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
	"setdoku/solver/driver"
)

func init() { register(techniquesCommand) }

func techniquesCommand(out io.Writer) *cobra.Command {
	var o bench.TechniqueOptions
	var engine string
	var top int
	cmd := &cobra.Command{
		Use:   "techniques",
		Short: "Measure what each technique costs in a run of the whole catalogue",
		Long: `Solve a list with the whole catalogue and full audit into a database file, with one job, and print the
slowest techniques: milliseconds of CPU time per puzzle of the list, how often they ran, on how many puzzles
in all, and how many placements and eliminations they found.`,
		Example: `  setdoku bench techniques --data ../shared/data
  setdoku bench techniques --engine auto --list 17_clue.txt -n 1000 --top 60`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) (err error) {
			if o.Puzzles < 1 || top < 1 {
				return usage.Errorf("bench techniques: -n and --top want 1 or more")
			}
			if o.Engine, err = driver.ParseEngine(engine); err != nil || o.Engine == driver.EngineCTE {
				return usage.Errorf("bench techniques: --engine %s, want sql, auto or bitmask", engine)
			}
			profile, err := bench.Techniques(cmd.Context(), o)
			if err != nil {
				return err
			}
			printProfile(out, &profile, top)
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with the list")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().StringVar(&o.List, "list", "generated_qqwing.txt", "`NAME` of the list")
	cmd.Flags().IntVarP(&o.Puzzles, "puzzles", "n", 300, "puzzles from the start of the list")
	cmd.Flags().StringVar(&engine, "engine", string(driver.EngineSQL), "engine that is measured: sql, auto or bitmask")
	complete.Flag(cmd, "engine", complete.Values(driver.EngineSQL, driver.EngineAuto, driver.EngineBitmask))
	cmd.Flags().IntVar(&top, "top", 10, "how many techniques have a line of their own")
	return cmd
}

// printProfile prints the slowest techniques, one line for all others, one for the time outside techniques, and the sum.
func printProfile(out io.Writer, p *bench.TechniqueProfile, top int) {
	t := render.Table(out, "technique", "ms a puzzle", "share", "calls", "puzzles", "found")
	line := func(c bench.TechniqueCost) {
		t.AppendRow(table.Row{
			c.Name, perPuzzle(c.Time, p.Puzzles), fmt.Sprintf("%.1f %%", 100*c.Time.Seconds()/p.Time.Seconds()),
			c.Calls, c.Puzzles, c.Found,
		})
	}
	top = min(top, len(p.Techniques))
	for _, c := range p.Techniques[:top] {
		line(c)
	}
	if others := p.Techniques[top:]; len(others) > 0 {
		sum := bench.TechniqueCost{Name: fmt.Sprintf("%d others", len(others))}
		for _, c := range others {
			sum.Calls += c.Calls
			sum.Puzzles += c.Puzzles
			sum.Time += c.Time
			sum.Found += c.Found
		}
		line(sum)
	}
	t.AppendRow(table.Row{"no technique", perPuzzle(p.Rest(), p.Puzzles), fmt.Sprintf("%.1f %%", 100*p.Rest().Seconds()/p.Time.Seconds())})
	t.AppendSeparator()
	t.AppendRow(table.Row{"all", perPuzzle(p.Time, p.Puzzles)})
	t.Render()
	fmt.Fprintf(out, "%d puzzles, %d solved, %.0f a second of CPU time\n", p.Puzzles, p.Solved, p.PerSecond())
}

// perPuzzle returns the milliseconds of one of n puzzles.
func perPuzzle(d time.Duration, n int) string {
	return fmt.Sprintf("%.3f", d.Seconds()*1000/float64(max(n, 1)))
}
