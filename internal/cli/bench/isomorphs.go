package bench

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"setdoku/internal/bench"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
)

func init() { register(isomorphsCommand) }

func isomorphsCommand(out io.Writer) *cobra.Command {
	var o bench.IsomorphOptions
	cmd := &cobra.Command{
		Use:               "isomorphs [FILE]...",
		Short:             "Count the puzzles of which an isomorph is rated otherwise",
		ValidArgsFunction: complete.Files,
		Long: `Rate the puzzles of lists, and random isomorphs of each, and count the puzzles of which an
isomorph has another status, level, score, hardest technique, number of steps, or number of
steps or deductions of any technique. Those are printed below the table, each with such an
isomorph, and the exit code is 1. Without a FILE lists of --data are taken.`,
		Example: `  setdoku bench isomorphs --data ../shared/data
  setdoku bench isomorphs puzzles.sdm --puzzles 1000 --isomorphs 20`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.Puzzles < 1 || o.Isomorphs < 1 {
				return usage.Errorf("bench isomorphs: --puzzles and --isomorphs want 1 or more")
			}
			o.Files = args
			measures, differing, err := bench.Isomorphs(cmd.Context(), o)
			if err != nil {
				return err
			}
			printMeasures(out, measures)
			for _, d := range differing {
				fmt.Fprintln(out, d)
			}
			if len(differing) > 0 {
				return usage.Exit(usage.ExitError)
			}
			return nil
		},
	}
	cmd.Flags().StringVar(&o.Data, "data", "../shared/data", "`FOLDER` with generated_qqwing.txt, magictour_top1465.txt and forum_hardest_1905.txt")
	complete.Flag(cmd, "data", complete.Folders)
	cmd.Flags().IntVar(&o.Puzzles, "puzzles", 200, "puzzles of each list")
	cmd.Flags().IntVar(&o.Isomorphs, "isomorphs", 6, "isomorphs of each puzzle")
	cmd.Flags().Uint64Var(&o.Seed, "seed", 1, "which isomorphs are drawn")
	return cmd
}
