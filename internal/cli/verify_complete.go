package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/usage"
	"setdoku/internal/plural"
	"setdoku/solver"
	"setdoku/solver/retrace"
	"setdoku/solver/verify"
)

// verifyFlags are the flags of verify.
type verifyFlags struct {
	against  bool
	complete string // "" for no, else who is the judge
	selection
}

func (f *verifyFlags) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.against, "against-solution", false, "also find the solutions by brute force: no digit of the solution was removed")
	fl.StringVar(&f.complete, "complete", "", "also make every step again with the other engine; `ENGINE` sql or memory chooses which")
	fl.Lookup("complete").NoOptDefVal = string(retrace.Other)
	f.fileFlag(cmd)
}

// check refuses flags that are wrong before any database is opened.
func (f *verifyFlags) check() error {
	if f.complete == "" {
		if len(f.own) > 0 {
			return usage.Errorf("verify: --technique-file is for --complete, which looks for its technique again")
		}
		return nil
	}
	if _, err := retrace.ParseChoice(f.complete); err != nil {
		return usage.Errorf("verify: --complete=%s, want --complete, --complete=sql or --complete=memory", f.complete)
	}
	return nil
}

// judge makes the steps of records again. A nil judge does nothing.
type judge struct{ *retrace.Judge }

// judge returns the judge that --complete asks for, nil without.
func (f *verifyFlags) judge(ctx context.Context, c *verify.Checker, names solver.Catalogue, runs []setdoku.Run) (*judge, error) {
	if f.complete == "" {
		return nil, nil
	}
	catalogue, err := solver.BuiltIn()
	if err == nil {
		catalogue, err = f.withOwn(ctx, catalogue, nil)
	}
	if err != nil {
		return nil, err
	}
	own := slices.DeleteFunc(catalogue, func(t setdoku.Technique) bool { return t.Text == "" })
	choice, err := retrace.ParseChoice(f.complete)
	if err != nil {
		return nil, err
	}
	j, err := retrace.New(ctx, c, choice, names, own, runs)
	if err != nil {
		return nil, err
	}
	return &judge{j}, nil
}

func (j *judge) check(ctx context.Context, records []setdoku.Record) error {
	if j == nil {
		return nil
	}
	return j.Check(ctx, records)
}

func (j *judge) close(ctx context.Context) error {
	if j == nil {
		return nil
	}
	return j.Close(ctx)
}

// completeness says of how many steps it was looked at whether they skip a technique or leave something out.
func (t *tally) completeness() (lines []string) {
	if t.judge == nil {
		return openLine(t.open)
	}
	by := map[solver.Engine]string{solver.EngineSQL: "the statements", solver.EngineAuto: "the engine in memory"}
	for _, engine := range slices.Sorted(maps.Keys(t.judge.Covered.Same)) {
		lines = append(lines, fmt.Sprintf("  %s made again by %s, and the same", plural.Of(t.judge.Covered.Same[engine], "step"), by[engine]))
	}
	for _, why := range slices.Sorted(maps.Keys(t.judge.Covered.Left)) {
		lines = append(lines, fmt.Sprintf("  %s not made again: %s", plural.Of(t.judge.Covered.Left[why], "step"), why))
	}
	return lines
}

// openLine says what verify does not look at by itself.
func openLine(o verify.Open) []string {
	var parts []string
	if o.Steps > 0 {
		parts = append(parts, fmt.Sprintf("%s (%s)", plural.Of(o.Steps, "step"), plural.Of(len(o.Techniques), "technique")))
	}
	if o.Ends > 0 {
		parts = append(parts, "the end of "+plural.Of(o.Ends, "stuck puzzle"))
	}
	if parts == nil {
		return nil
	}
	return []string{"  completeness was not looked at for " + strings.Join(parts, " and ") + ": --complete does"}
}
