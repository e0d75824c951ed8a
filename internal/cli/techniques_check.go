package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/statements"
)

func (a *app) techniquesCheckCommand() *cobra.Command {
	var seed uint64
	cmd := &cobra.Command{
		Use:               "check TECHNIQUE FILE...",
		Short:             "Try a technique of your own, or one of the catalogue, on a list of puzzles",
		Annotations:       next(),
		ValidArgsFunction: completeTechniqueThenFiles,
		Long: `Try a technique, which is a file of your own (my.sql) or a name of the catalogue. check reads the header
of the file. Then it solves the puzzles of the list with all easier techniques, and runs the statement on the
positions where these end, and on an isomorph of each position. It prints what the technique finds, whether a
solution contradicts it, whether isomorphs show the same, whether the evidence of each pattern proves what it
eliminates, and the time. It also prints which stuck puzzles the technique frees. Forcing and search, which
assume candidates, are not used to find the stuck puzzles. A pattern without evidence is proved from the whole
grid: no solution contradicts it.

The exit code is 1 when the technique is not sound, not the same in isomorphs, or not proved.`,
		Example: `  setdoku techniques check my.sql puzzles.txt
  setdoku techniques check xy_wing puzzles.txt`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return missingArgument(cmd, "want a technique (a .sql file or a name) and a list of puzzles", "")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.checkTechnique(cmd.Context(), args[0], args[1:], seed)
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", 1, "which isomorphs are drawn")
	return cmd
}

func (a *app) checkTechnique(ctx context.Context, name string, lists []string, seed uint64) error {
	out := &sink{Writer: a.Out}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	t, known := all.Find(name)
	if !known {
		var header catalogue.Header
		t, header, err = statements.ReadTechnique(ctx, name)
		if _, unknown := all.Resolve(name); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./") &&
			unknown != nil {
			return asUsageError(fmt.Errorf("no file %s, and %w", name, unknown))
		}
		if err != nil {
			return err
		}
		if _, err := all.With(t, nil); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "header      %s, %s, weight %d, tier %d: %s\n", t.Name, t.Level, t.Weight, t.Tier,
			header.Idea(t.Name))
	}
	var puzzles []format.Puzzle
	in := a.open(lists)
	in.Classic = "techniques check"
	err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
		puzzles = append(puzzles, chunk...)
		return nil
	})
	if code := in.Finish(); err == nil && code != ExitDone {
		err = Exit(code)
	}
	if err != nil {
		return err
	}
	r, err := checkTechnique(ctx, t, all, puzzles, seed)
	if err != nil {
		return err
	}
	printChecked(out, r, len(puzzles))
	if out.Err == nil && !r.Sound() {
		return Exit(ExitError)
	}
	return out.Err
}

func printChecked(out io.Writer, r *techniqueReport, puzzles int) {
	fmt.Fprintf(out, "finds       %s in %d of %s of %s\n", format.Plural(r.Found, "deduction"), r.Hits,
		format.Plural(r.Positions, "position"), format.Plural(puzzles, "puzzle"))
	for _, why := range r.Why {
		fmt.Fprintf(out, "because     %s\n", why)
	}
	if r.Found == 0 && len(r.Uneven) == 0 {
		fmt.Fprintln(out, "unchecked   whether it is sound, the same in isomorphs and proved, because it finds nothing")
		return
	}
	printFaults(out, "sound", "no deduction is against a solution", "against the solution", r.Wrong)
	printFaults(out, "isomorphs", "show the same", "not the same", r.Uneven)
	if r.Patterns > r.Bare {
		printFaults(out, "evidence", "proves every deduction", "does not prove", r.Unproved)
	}
	if r.Bare > 0 {
		fmt.Fprintf(out, "evidence    %d of %s have none and are proved from the whole grid\n", r.Bare,
			format.Plural(r.Patterns, "pattern"))
	}
	each := time.Duration(0)
	if r.Positions > 0 {
		each = r.Time / time.Duration(r.Positions)
	}
	fmt.Fprintf(out, "cost        %v a position\n", each.Round(time.Microsecond))
	fmt.Fprintf(out, "frees       %d of %s that the other techniques leave stuck\n", len(r.Freed),
		format.Plural(r.Stuck, "puzzle"))
	for _, p := range r.Freed[:min(5, len(r.Freed))] {
		fmt.Fprintf(out, "            %s\n", p)
	}
}

// printFaults prints one line a fault, or one line when there is none.
func printFaults(out io.Writer, title, good, bad string, faults []techniqueFault) {
	if len(faults) == 0 {
		fmt.Fprintf(out, "%-11s %s\n", title, good)
	}
	for _, f := range faults {
		fmt.Fprintf(out, "%-11s %s: %s in %s\n", title, bad, f.What, format.Short(f.State))
	}
}
