package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver"
	"setdoku/store/record"
)

func init() { register((*app).proveCommand) }

func (a *app) proveCommand() *cobra.Command {
	var path, folder string
	var asJSON bool
	cmd := &cobra.Command{
		Use:         "prove PUZZLE_ID... [--db] FILE | PUZZLE|FILE|-...",
		Short:       "Write a proof of every step, for checkers that know no Sudoku",
		GroupID:     groupLook,
		Annotations: next(),
		Long: `Write a proof of every placement and elimination of a puzzle, which a program that nobody here
wrote can check. Three files are written for each puzzle:

  puzzle-ID.cnf   the rules of Sudoku, the givens, and the negation of the solution, in the format DIMACS
  puzzle-ID.lrat  the lemmas with their hints, in the format LRAT; the last one is the contradiction
  puzzle-ID.tsv   for each lemma its number, its step, its technique, and what it proves

Each deduction of the path is a lemma, in the order of the steps. The lemmas before it that are not deductions are
helpers. lrat-check, cake_lpr and other checkers of LRAT read the first two files:

  lrat-check proofs/puzzle-1.cnf proofs/puzzle-1.lrat

What is proved depends on how the path ends. A line of output says it for each puzzle:

  one solution   the solution of the path is a solution, and there is no other
  no solution    the givens lead to a contradiction
  deductions     the path is stuck, or there are several solutions: each deduction holds in every solution

Nothing but the rules and the givens is assumed. A step of a technique that assumes one solution is proved by cases
without that. A move by hand must follow from the givens; if one does not, prove says so and writes no file.

Without --db the puzzles come from files, standard input (-) or the command line, and are solved
in memory. Their ids are their numbers in the input. A puzzle of a database needs a run with full audit.

The exit code is 3 when a puzzle is not solved.`,
		Example: `  setdoku prove 7 --db sudoku.db -o proofs
  setdoku prove puzzle.txt -o proofs`,
		RunE: func(cmd *cobra.Command, args []string) error {
			from, err := a.newSubject(cmd, path, args)
			if err != nil {
				return err
			}
			return a.prove(cmd.Context(), from, folder, asJSON)
		},
	}
	dbFlag(cmd, &path)
	a.variantFlag(cmd)
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one JSON object a puzzle")
	folderFlag(cmd, &folder, "output", ".", "write the files into this `FOLDER`")
	return cmd
}

// jsonProof is a line of prove --json.
type jsonProof struct {
	PuzzleID int64    `json:"puzzle_id"`
	Proves   string   `json:"proves"` // how the path ends, see the help of prove
	Lemmas   int      `json:"lemmas"`
	Helpers  int      `json:"helpers"`
	Files    []string `json:"files"`
}

func (a *app) prove(ctx context.Context, from subject, folder string, asJSON bool) error {
	unsolved := false
	err := a.eachPath(ctx, from, func(p record.Puzzle, path *setdoku.Path) error {
		if err := os.MkdirAll(folder, 0o777); err != nil {
			return err
		}
		name := filepath.Join(folder, fmt.Sprintf("puzzle-%d", p.PuzzleID))
		unsolved = unsolved || p.Status != setdoku.StatusSolved
		w, err := writeProof(ctx, path, name, from.path)
		if err != nil {
			err = withAuditHint(fmt.Errorf("puzzle %d: %w", p.PuzzleID, err))
			switch {
			case errors.Is(err, solver.ErrNothingToProve):
				_, err = fmt.Fprintf(a.Err, "setdoku: %v\n", err)
			case errors.Is(err, solver.ErrNotImplied):
				err = unknownError{err}
			}
			return err
		}
		if asJSON {
			line := jsonProof{p.PuzzleID, fmt.Sprint(w.End), w.Lemmas, w.Helpers, nil}
			for _, kind := range proofFiles {
				line.Files = append(line.Files, name+kind)
			}
			return jsonLines(a.Out).Encode(line)
		}
		_, err = fmt.Fprintf(a.Out, "%s.lrat: %s, %s (%s)\n", name, w.End, format.Plural(w.Lemmas, "lemma"),
			format.Plural(w.Helpers, "helper"))
		return err
	})
	return ended(err, ExitDone, unsolved)
}

// proofFiles are the endings of the files of a proof.
var proofFiles = [...]string{".cnf", ".lrat", ".tsv"}

// writeProof writes the proof of a path, read from database unless that is "". The three files appear when all of them
// are complete.
func writeProof(ctx context.Context, path *setdoku.Path, name, database string) (w solver.Proof, err error) {
	var files []*outputFile
	complete := false
	defer func() {
		for _, f := range files {
			if !complete || err != nil {
				err = errors.Join(err, f.Discard())
			} else {
				err = f.Commit()
			}
		}
	}()
	for _, kind := range proofFiles {
		f, err := createOutput(ctx, name+kind, database)
		if err != nil {
			return w, err
		}
		files = append(files, f)
	}
	w, err = solver.WriteProof(ctx, path, files[0], files[1], files[2])
	complete = err == nil
	return w, err
}
