package bench

import (
	"io"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/usage"
	"setdoku/solver"
)

func init() { register(generateCommand) }

func generateCommand(out io.Writer) *cobra.Command {
	var o bench.GenerateOptions
	cmd := &cobra.Command{
		Use:   "generate",
		Short: "Measure the generator against qqwing, in CPU time of one core",
		Long: `Measure the generator with one job, in CPU time: minimal puzzles without wishes, and minimal
puzzles of the levels easy, intermediate and expert of qqwing, as a ratio to that program
where it is on the PATH. Runs of the two alternate, and the median of the ratios is given. qqwing
solves what was made and must find each puzzle of the level.`,
		Example: `  setdoku bench generate
  setdoku bench generate --rounds 9 --puzzles 500`,
		Args: usage.Args(0, 0),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if o.Rounds < 1 || o.Puzzles < 1 {
				return usage.Errorf("bench generate: --rounds and --puzzles want 1 or more")
			}
			var err error
			if o.Catalogue, err = solver.BuiltIn(); err != nil {
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
	cmd.Flags().IntVar(&o.Rounds, "rounds", 3, "how often each measure is taken, in turns")
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 100, "puzzles that qqwing makes each time")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "`NUMBER` that decides the puzzles")
	return cmd
}
