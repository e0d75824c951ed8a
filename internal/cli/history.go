package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/render"
	"setdoku/internal/explain"
	"setdoku/internal/plural"
	"setdoku/store"
)

func init() { register((*app).historyCommand) }

func (a *app) historyCommand() *cobra.Command {
	var path string
	var asJSON, evidence bool
	cmd := &cobra.Command{
		Use:     "history PUZZLE_ID|PUZZLE|FILE|-... [--db FILE]",
		Short:   "List the steps of a puzzle, each with what it did and why",
		GroupID: groupLook,
		Annotations: next(
			"setdoku show {arg} --db {db} --at 1 --candidates  # the grid after a step",
			"setdoku show {args} --at 1 --candidates  # the grid after a step",
		),
		ValidArgsFunction: complete.Files,
		Long: `List the steps of puzzles in order. Each step is one pass of one technique: what it placed
(r4c5=7) and eliminated (r4c5<>7), with the pattern that proves it. Chains, wings, colorings and almost
locked sets have one line in the notation of players, such as (4)r1c3 = r1c7 - r2c8 = r6c8 => r6c3<>4.
--evidence adds the parts of every pattern. A run below full audit keeps less, and history says what is missing.

Without --db the puzzles come from files, standard input (-) or the command line, and are first solved
in a temporary database.

--json prints one object a step: puzzle_id, step, rule, placements, eliminations, notation, and with
--evidence the parts, each with the number of its pattern.`,
		Example: `  setdoku history 7 --db sudoku.db
  setdoku history puzzle.txt
  setdoku history 7 --db sudoku.db --json --evidence`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := a.newSubject(cmd, path, args)
			if err != nil {
				return err
			}
			return a.history(cmd.Context(), from, asJSON, evidence)
		},
	}
	dbFlag(cmd, &path)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a step")
	cmd.Flags().BoolVar(&evidence, "evidence", false, "show the parts of every pattern")
	return cmd
}

func (a *app) history(ctx context.Context, from subject, asJSON, evidence bool) error {
	out := bufio.NewWriter(a.Out)
	printed := 0
	err := a.read(ctx, from, func(s *store.Snapshot, ids []int64) error {
		return a.eachPuzzle(ctx, s, ids, func(p store.Puzzle) error {
			steps, err := s.History(ctx, p.PuzzleID)
			if err == nil && evidence {
				err = s.AddEvidence(ctx, p.PuzzleID, steps)
			}
			if err == nil {
				err = explain.AddNotation(ctx, s, p, steps)
			}
			if err != nil {
				return err
			}
			if asJSON {
				return writeStepsJSON(out, p.PuzzleID, steps, evidence)
			}
			if printed++; printed > 1 {
				fmt.Fprintln(out)
			}
			return writeSteps(out, p, steps)
		})
	})
	if flushErr := out.Flush(); flushErr != nil {
		return fmt.Errorf("write: %w", flushErr)
	}
	return err
}

// writeSteps prints the steps of a puzzle in words.
func writeSteps(w io.Writer, p store.Puzzle, steps []store.HistoryStep) error {
	fmt.Fprintf(w, "puzzle %d, %s, %s\n", p.PuzzleID, p.Status, plural.Of(p.Steps, "step"))
	for _, h := range steps {
		line := fmt.Sprintf("step %d  %s", h.Step, h.Rule)
		if h.Placements > 0 {
			line += "  " + plural.Of(h.Placements, "placement")
		}
		if h.Eliminations > 0 {
			line += "  " + plural.Of(h.Eliminations, "elimination")
		}
		fmt.Fprintln(w, line)
		writeDeductions(w, h)
		if n := h.Missing(); n > 0 {
			fmt.Fprintf(w, "  %d of them not kept by the run (see --audit)\n", n)
		}
	}
	if n := p.Steps - len(steps); n > 0 {
		fmt.Fprintf(w, "%s not kept by the run (see --audit)\n", plural.Of(n, "step"))
	}
	return nil
}

// writeDeductions prints what a step did. When evidence was asked for, the parts of each pattern follow the deductions that it
// proves.
func writeDeductions(w io.Writer, h store.HistoryStep) {
	parts := make(map[int64][]setdoku.Evidence)
	for _, e := range h.Evidence {
		parts[e.Pattern] = append(parts[e.Pattern], e)
	}
	printed := make(map[int64]bool)
	for _, d := range h.Deductions {
		switch evidence := parts[d.Pattern]; {
		case d.Text == "": // the line of the pattern was printed
		case len(evidence) == 0:
			fmt.Fprintf(w, "  %s\n", d.Text)
		case !printed[d.Pattern]:
			printed[d.Pattern] = true
			for _, same := range h.Deductions {
				if same.Pattern == d.Pattern && same.Text != "" {
					fmt.Fprintf(w, "  %s\n", same.Text)
				}
			}
			fmt.Fprintf(w, "    %s\n", render.Evidence(evidence))
		}
	}
}

// jsonStep is a line of history --json. The field names are a contract.
type jsonStep struct {
	PuzzleID     int64           `json:"puzzle_id"`
	Step         int             `json:"step"`
	Rule         string          `json:"rule"`
	Placements   []string        `json:"placements"`
	Eliminations []string        `json:"eliminations"`
	Notation     []string        `json:"notation"`           // the lines of the patterns that have one
	Evidence     *[]jsonEvidence `json:"evidence,omitempty"` // nil unless asked for
}

type jsonEvidence struct {
	Pattern int64 `json:"pattern"`
	setdoku.EvidenceJSON
}

func writeStepsJSON(w io.Writer, id int64, steps []store.HistoryStep, evidence bool) error {
	enc := render.JSON(w)
	for _, h := range steps {
		line := jsonStep{PuzzleID: id, Step: h.Step, Rule: h.Rule, Placements: []string{}, Eliminations: []string{}, Notation: append([]string{}, h.Notation...)}
		for _, d := range h.Deductions {
			if d.Placement {
				line.Placements = append(line.Placements, d.Name())
			} else {
				line.Eliminations = append(line.Eliminations, d.Name())
			}
		}
		if evidence {
			parts := []jsonEvidence{}
			for _, e := range h.Evidence {
				parts = append(parts, jsonEvidence{e.Pattern, e.JSON()})
			}
			line.Evidence = &parts
		}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}
