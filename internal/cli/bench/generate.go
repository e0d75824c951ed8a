package bench

import (
	"io"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/usage"
	"setdoku/solver/catalogue"
)

func init() { register(generateCommand) }

func generateCommand(out io.Writer) *cobra.Command {
	var o bench.GenerateOptions
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Measure the generator against qqwing, in CPU time of one core",
		Long: `Measure the generator with one job, in CPU time: minimal puzzles without other wishes, and minimal puzzles of
qqwing's levels easy, intermediate and expert. When qqwing is on the PATH, runs of both programs alternate, and
the table has the median of the ratios. qqwing also rates the puzzles: each must have its level.`,
		Example: `  setdoku bench generate
  setdoku bench generate --rounds 9 --puzzles 500`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Rounds < 1 || o.Puzzles < 1 {
				return usage.Errorf("bench generate: --rounds and --puzzles want 1 or more")
			}
			var err error
			if o.Catalogue, err = catalogue.BuiltIn(); err != nil {
				return err
			}
			measures, err := bench.Generate(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			return nil
		},
	}
	cmd.Flags().IntVar(&o.Rounds, "rounds", 3, "how often each measurement is repeated; measurements alternate")
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 100, "puzzles that qqwing makes each time")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "`NUMBER` that decides the puzzles")
	return cmd
}
