package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/explain/picture"
	"setdoku/internal/format"
	"setdoku/solver/minimize"
	"setdoku/store/record"
)

func init() { register((*app).historyCommand) }

func (a *app) historyCommand() *cobra.Command {
	var path string
	var f historyFlags
	cmd := &cobra.Command{
		Use:     "history PUZZLE_ID... [--db] FILE | PUZZLE|FILE|-...",
		Short:   "List the steps of a puzzle, each with what it did and why",
		GroupID: groupLook,
		Annotations: next(
			"setdoku show {arg} --db {db} --at 1 --candidates  # the grid after a step",
			"setdoku show {args} --at 1 --candidates  # the grid after a step",
		),
		Long: `List the steps of puzzles in order. Each step is one pass of one technique: what it placed
(r4c5=7) and eliminated (r4c5<>7), and the first sentence about the pattern that proves it. Chains, wings,
colorings and almost locked sets have a line in the notation of players instead, such as
(4)r1c3 = r1c7 - r2c8 = r6c8 => r6c3<>4. --evidence adds the parts of every pattern; 'setdoku explain' says
more. A run below full audit keeps less, and history says what is missing.

Without --db the puzzles come from files, standard input (-) or the command line, and are solved
in memory. Their ids are their numbers in the input.

--needed leaves out what no later step relies on, as 'setdoku explain' does. The steps that stay are
counted again, and each says which step of the whole path it is.

--json prints one object a step: puzzle_id, step, rule, placements, eliminations, and deductions, one for
each pattern: pattern, technique, placements, eliminations, text, notation, words, and with --evidence the
parts. missing says what a run below full audit did not store. With --needed an object also has audit_step,
the step of the whole path, null for singles, which are made again.`,
		Example: `  setdoku history 7 --db sudoku.db
  setdoku history puzzle.txt
  setdoku history puzzle.txt --needed
  setdoku history 7 --db sudoku.db --json --evidence`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := a.newSubject(cmd, path, args)
			if err != nil {
				return err
			}
			return a.history(cmd.Context(), from, f)
		},
	}
	dbFlag(cmd, &path)
	a.variantFlag(cmd)
	cmd.Flags().BoolVar(&f.json, "json", false, "print one JSON object a step")
	cmd.Flags().BoolVar(&f.evidence, "evidence", false, "show the parts of every pattern")
	cmd.Flags().BoolVar(&f.needed, "needed", false, "leave out what no later step needs")
	return cmd
}

// historyFlags are the flags of history.
type historyFlags struct{ json, evidence, needed bool }

func (a *app) history(ctx context.Context, from subject, f historyFlags) error {
	out := bufio.NewWriter(a.Out)
	printed := 0
	return a.eachPath(ctx, from, func(p record.Puzzle, path *setdoku.Path) (err error) {
		if f.needed {
			if path, err = needed(ctx, p, path); err != nil {
				return err
			}
		}
		if f.json {
			err = writeStepsJSON(out, p.PuzzleID, path, f)
		} else {
			if printed++; printed > 1 {
				fmt.Fprintln(out)
			}
			writeSteps(out, terminalWidth(a.Out), p, path, f)
		}
		if err != nil {
			return err
		}
		return out.Flush()
	})
}

// needed returns the path of a puzzle without the steps and eliminations that no later step needs. It fails with an
// unknownError if rows of the path were not stored.
func needed(ctx context.Context, p record.Puzzle, path *setdoku.Path) (*setdoku.Path, error) {
	short, err := minimize.Path(ctx, path)
	if err != nil {
		err = withAuditHint(fmt.Errorf("puzzle %d, %w", p.PuzzleID, err))
	}
	return short, err
}

// writeSteps prints the steps of a puzzle in words, in lines of at most width columns; 0 means any number.
func writeSteps(w io.Writer, width int, p record.Puzzle, path *setdoku.Path, f historyFlags) {
	count := format.Plural(p.Steps, "step")
	if f.needed {
		count = fmt.Sprintf("%d of %s needed", len(path.Steps), count)
	}
	fmt.Fprintf(w, "puzzle %d, %s, %s\n", p.PuzzleID, p.Status, count)
	unknown := 0
	for i, before := range path.Positions()[:len(path.Steps)] {
		s := &path.Steps[i]
		if s.Rule == "" {
			unknown++
			continue
		}
		line := fmt.Sprintf("step %d  %s", i+1, s.Rule)
		placements, eliminations := record.Counts(s)
		if placements > 0 {
			line += "  " + format.Plural(placements, "placement")
		}
		if eliminations > 0 {
			line += "  " + format.Plural(eliminations, "elimination")
		}
		if s.Number > 0 && s.Number != i+1 {
			line += fmt.Sprintf("  (step %d of the whole path)", s.Number)
		}
		fmt.Fprintln(w, line)
		writeAccounts(w, width, explain.Accounts(before, s, nil), f.evidence)
		if n := s.Missing; n > 0 {
			fmt.Fprintf(w, "  %d of them not stored by the run (see --audit)\n", n)
		}
	}
	if unknown > 0 {
		fmt.Fprintf(w, "%s not stored by the run (see --audit)\n", format.Plural(unknown, "step"))
	}
}

// writeAccounts prints the deductions of a step, a line for each pattern. With evidence the parts of the pattern
// follow.
func writeAccounts(w io.Writer, width int, list []explain.Account, evidence bool) {
	if width == 0 {
		width = math.MaxInt
	}
	for _, a := range list {
		fmt.Fprintln(w, picture.Wrap("  ", a.Line(), width))
		if parts := a.Evidence; evidence && len(parts) > 0 {
			fmt.Fprintln(w, picture.Wrap("    ", evidenceText(parts), width))
		}
	}
}

// writeStepsJSON prints the steps of a puzzle, a JSON object a line.
func writeStepsJSON(w io.Writer, id int64, path *setdoku.Path, f historyFlags) error {
	enc := jsonLines(w)
	for _, step := range stepsJSON(id, path, f) {
		if err := enc.Encode(step); err != nil {
			return err
		}
	}
	return nil
}

// stepsJSON returns the steps of a puzzle for JSON.
func stepsJSON(id int64, path *setdoku.Path, f historyFlags) []any {
	list := []any{}
	for i, before := range path.Positions()[:len(path.Steps)] {
		s := &path.Steps[i]
		if s.Rule == "" {
			continue
		}
		line := explain.NewStepJSON(id, i+1, s)
		line.Explain(before, s)
		for k := range line.Deductions {
			if !f.evidence {
				line.Deductions[k].Evidence = nil
			}
		}
		if !f.needed {
			list = append(list, line)
			continue
		}
		needed := neededStepJSON{StepJSON: line}
		if s.Number > 0 {
			needed.AuditStep = &s.Number
		}
		list = append(list, needed)
	}
	return list
}

// neededStepJSON is a line of history --json --needed.
type neededStepJSON struct {
	explain.StepJSON
	AuditStep *int `json:"audit_step"` // step of the whole path, nil for singles that were made again
}
