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

	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/stream"
	"setdoku/internal/cli/usage"
	"setdoku/internal/format"
	"setdoku/solver"
	sqlfiles "setdoku/sql"
)

func (a *app) techniquesCheckCommand() *cobra.Command {
	var seed uint64
	cmd := &cobra.Command{
		Use:               "check TECHNIQUE FILE...",
		Short:             "Try a technique of your own, or one of the catalogue, on a list of puzzles",
		Annotations:       next(),
		ValidArgsFunction: complete.TechniqueThenFiles,
		Long: `Try a technique: a file of your own (my.sql) or a name of the catalogue. Its header is read, then the
statement runs on the positions at which easier techniques end in the puzzles of the list, and on an
isomorph of each. Told are: what it finds, whether the solution contradicts any of it, whether isomorphs show
the same, what it costs, and which puzzles that the other techniques leave stuck it frees. Techniques that
assume candidates, forcing and search, are left out for that.

The exit code is 1 when the technique is not sound or not the same in isomorphs.`,
		Example: `  setdoku techniques check my.sql puzzles.txt
  setdoku techniques check xy_wing puzzles.txt`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return usage.Errorf("techniques check: want a technique (a .sql file or a name) and a list of puzzles")
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
	out := &stream.Sink{Writer: a.Out}
	catalogue, err := solver.BuiltIn()
	if err != nil {
		return err
	}
	t, known := catalogue.Find(name)
	if !known {
		var header sqlfiles.Header
		t, header, err = solver.ReadTechnique(ctx, name)
		if _, unknown := catalogue.Resolve(name); errors.Is(err, fs.ErrNotExist) && !strings.ContainsAny(name, "./") && unknown != nil {
			return usage.Wrong(fmt.Errorf("no file %s, and %w", name, unknown))
		}
		if err != nil {
			return err
		}
		if _, err := catalogue.With(t, nil); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		fmt.Fprintf(out, "header      %s, %s, weight %d, tier %d: %s\n", t.Name, t.Level, t.Weight, t.Tier, header.Idea)
	}
	var puzzles []format.Puzzle
	in := a.open(lists)
	err = in.Chunks(ctx, func(chunk []format.Puzzle) error {
		puzzles = append(puzzles, chunk...)
		return nil
	})
	if code := in.Finish(); err == nil && code != usage.ExitDone {
		err = usage.Exit(code)
	}
	if err != nil {
		return err
	}
	r, err := solver.Check(ctx, t, catalogue, puzzles, seed)
	if err != nil {
		return err
	}
	printChecked(out, r, len(puzzles))
	if out.Err == nil && !r.Sound() {
		return usage.Exit(usage.ExitError)
	}
	return out.Err
}

func printChecked(out io.Writer, r *solver.Checked, puzzles int) {
	fmt.Fprintf(out, "finds       %d deductions in %d of %d positions of %d puzzles\n", r.Found, r.Hits, r.Positions, puzzles)
	printFaults(out, "sound", "no deduction is against a solution", "against the solution", r.Wrong)
	printFaults(out, "isomorphs", "show the same", "not the same", r.Uneven)
	printFaults(out, "evidence", "every pattern has evidence", "no evidence", r.Unproved)
	each := time.Duration(0)
	if r.Positions > 0 {
		each = r.Time / time.Duration(r.Positions)
	}
	fmt.Fprintf(out, "cost        %v a position\n", each.Round(time.Microsecond))
	fmt.Fprintf(out, "frees       %d of %d puzzles that the other techniques leave stuck\n", len(r.Freed), r.Stuck)
	for _, p := range r.Freed[:min(5, len(r.Freed))] {
		fmt.Fprintf(out, "            %s\n", p)
	}
}

// printFaults prints a line for what is in order, or a line for each fault.
func printFaults(out io.Writer, title, good, bad string, faults []solver.Fault) {
	if len(faults) == 0 {
		fmt.Fprintf(out, "%-11s %s\n", title, good)
	}
	for _, f := range faults {
		fmt.Fprintf(out, "%-11s %s: %s in %s\n", title, bad, f.What, format.Short(f.State))
	}
}
