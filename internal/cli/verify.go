package cli

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/internal/cli/usage"
	"setdoku/internal/verification"
	"setdoku/solver/catalogue"
	"setdoku/solver/retrace"
	"setdoku/store"
)

func init() { register((*app).verifyCommand) }

func (a *app) verifyCommand() *cobra.Command {
	var path string
	var f verifyFlags
	cmd := &cobra.Command{
		Use:               "verify [--db] FILE",
		Short:             "Derive every step of a database again, and report what does not hold",
		GroupID:           groupLook,
		Annotations:       next("setdoku query 'SELECT * FROM puzzle_rating ORDER BY score DESC' --db {db}"),
		ValidArgsFunction: complete.Files,
		Long: `Look for damage, then derive every step of every puzzle again from its givens.

SQLite checks the pages, the indexes and the foreign keys of a file. The tables, views, indexes and
triggers must be those that the migrations make, and so must the rows of the reference tables. Tables that
users have added are not checked. Every run must match its checksum. On a server verify runs the migrations
in a schema that it rolls back, to compare with. When the user may not make a schema, verify says that it
did not compare the definitions.

The steps are derived with code that shares nothing with the engines. A step up to jellyfish, and of BUG+1,
templates, forcing and search, must come from the first selected technique that finds anything, take
everything that the technique finds, and show for each deduction a pattern that is in the grid. The steps of
all other techniques are proved from their evidence: its rows must be in the grid, they must have the shape
of the technique, and the eliminated candidate must contradict them. For these techniques verify does not
check whether a step took everything, or whether an easier one of them would have found something; it says
for how many steps. The final state must be the one in the tables. A run below full audit has fewer rows
to compare, and verify says so.

verify reports up to 20 faults, each with the puzzle, the step, the row and what it should say. It goes on after
a wrong row if it knows what the step was; otherwise it leaves the puzzle and goes on with the next.

--complete checks every step for this too: another engine than the one that made the rows repeats every
attempt from the same state, and every row must be the same. For rows of engine auto and bitmask the statements
repeat them, which takes about as long as solving with --engine sql. For rows of engine sql the engine in memory
does. --complete=sql and --complete=memory choose the engine. A technique of your own is repeated when its
file is given; its only statement then repeats its own steps. Without the file verify says how many steps
were left out.`,
		Example: `  setdoku verify sudoku.db
  setdoku verify --db sudoku.db --against-solution
  setdoku verify --db sudoku.db --complete`,
		Args: databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			if err := f.check(); err != nil {
				return err
			}
			return a.verify(cmd.Context(), path, f)
		},
	}
	dbFlag(cmd, &path)
	f.flags(cmd)
	return cmd
}

func (a *app) verify(ctx context.Context, path string, f verifyFlags) (err error) {
	o, err := f.options(ctx)
	if err != nil {
		return err
	}
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	bar := a.progressTo(0, false)
	o.Progress = func(puzzles int) { bar.At(0, puzzles) }
	var report *verification.Report
	// In a snapshot all tables are of the same moment, even while other processes write.
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		report, err = verification.Run(ctx, db, s, o)
		return err
	})
	bar.Finish()
	if err != nil {
		return fmt.Errorf("verify %s: %w", store.Name(path), err)
	}
	_, err = fmt.Fprintln(a.Out, verifyReport(report))
	return err
}

// verifyFlags are the flags of verify.
type verifyFlags struct {
	against  bool
	complete string // "" to make no step again, else what --complete names
	selection
}

// flags adds the flags to verify.
func (f *verifyFlags) flags(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.against, "against-solution", false, "also find the solutions by brute force: no digit of the solution was removed")
	fl.StringVar(&f.complete, "complete", "", "also make every step again with the other engine; `ENGINE` sql or memory chooses which")
	fl.Lookup("complete").NoOptDefVal = string(retrace.Other)
	f.fileFlag(cmd)
}

// check refuses wrong flags before the database is opened.
func (f *verifyFlags) check() error {
	if f.complete == "" {
		if len(f.files) > 0 {
			return usage.Errorf("verify: --technique-file goes with --complete, which repeats the steps of its technique")
		}
		return nil
	}
	if _, err := retrace.ParseChoice(f.complete); err != nil {
		return usage.Errorf("verify: --complete=%s, want --complete, --complete=sql or --complete=memory", f.complete)
	}
	return nil
}

// options returns the options of the verification.
func (f *verifyFlags) options(ctx context.Context) (o verification.Options, err error) {
	o.AgainstSolution = f.against
	if f.complete == "" {
		return o, nil
	}
	if o.Complete, err = retrace.ParseChoice(f.complete); err != nil {
		return o, err
	}
	all, err := catalogue.BuiltIn()
	if err == nil {
		all, err = f.withFiles(ctx, all, nil)
	}
	o.FromFiles = slices.DeleteFunc(all, func(t setdoku.Technique) bool { return t.Text == "" })
	return o, err
}
