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
parts. missing says what a run below full audit did not store. audit_step is the step of the whole path; it
is null for singles that --needed makes again.`,
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
		story := explain.NewStory(p.PuzzleID, p.Name, path, nil)
		if f.needed {
			if story, err = story.Needed(ctx); err != nil {
				return withAuditHint(err)
			}
		}
		if f.json {
			err = writeStepsJSON(out, story, f.evidence)
		} else {
			if printed++; printed > 1 {
				fmt.Fprintln(out)
			}
			writeSteps(out, terminalWidth(a.Out), p, story, f)
		}
		if err != nil {
			return err
		}
		return out.Flush()
	})
}

// writeSteps prints the steps of a puzzle in words, in lines of at most width columns; 0 means any number.
func writeSteps(w io.Writer, width int, p record.Puzzle, story *explain.Story, f historyFlags) {
	if width == 0 {
		width = math.MaxInt
	}
	count := format.Plural(p.Steps, "step")
	if f.needed {
		count = fmt.Sprintf("%d of %s needed", len(story.Steps), count)
	}
	fmt.Fprintf(w, "puzzle %d, %s, %s\n", p.PuzzleID, p.Status, count)
	list := story.StoredSteps()
	for _, s := range list {
		line := fmt.Sprintf("step %d  %s", s.Number, s.Rule)
		if n := len(s.Placements); n > 0 {
			line += "  " + format.Plural(n, "placement")
		}
		if n := len(s.Eliminations) + s.Lost(); n > 0 {
			line += "  " + format.Plural(n, "elimination")
		}
		if s.AuditStep != nil && *s.AuditStep != s.Number {
			line += fmt.Sprintf("  (step %d of the whole path)", *s.AuditStep)
		}
		fmt.Fprintln(w, line)
		s.Explain()
		for _, e := range s.Deductions {
			fmt.Fprintln(w, picture.Wrap("  ", e.Line(), width))
			if f.evidence && len(e.Evidence) > 0 {
				fmt.Fprintln(w, picture.Wrap("    ", evidenceText(e.Evidence), width))
			}
		}
		if n := s.Lost(); n > 0 {
			fmt.Fprintf(w, "  %d of them not stored by the run (see --audit)\n", n)
		}
	}
	if unknown := len(story.Steps) - len(list); unknown > 0 {
		fmt.Fprintf(w, "%s not stored by the run (see --audit)\n", format.Plural(unknown, "step"))
	}
}

// writeStepsJSON prints the steps of a puzzle, a JSON object a line.
func writeStepsJSON(w io.Writer, story *explain.Story, evidence bool) error {
	enc := jsonLines(w)
	for _, s := range story.StoredSteps() {
		s.Explain()
		for k := range s.Deductions {
			if !evidence {
				s.Deductions[k].Evidence = nil
			}
		}
		if err := enc.Encode(s); err != nil {
			return err
		}
	}
	return nil
}
