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
	"setdoku/solver"
	"setdoku/solver/retrace"
	"setdoku/store"
)

func init() { register((*app).verifyCommand) }

func (a *app) verifyCommand() *cobra.Command {
	var path string
	var f verifyFlags
	cmd := &cobra.Command{
		Use:               "verify [--db] FILE",
		Short:             "Derive every step of a database again, and report the first that does not hold",
		GroupID:           groupLook,
		Annotations:       next("setdoku query 'SELECT * FROM puzzle_rating ORDER BY score DESC' --db {db}"),
		ValidArgsFunction: complete.Files,
		Long: `Look for damage, then derive every step of every puzzle again from its givens.

SQLite checks the pages, the indexes and the foreign keys of a file. Then the tables, views,
indexes and triggers must be those that the migrations make, and so must the rows of the reference
tables; what users have added beside them is left alone. Every run must go with its checksum. On a
server the migrations run once more, in a schema that is rolled back, to have something to compare
with; where the user may not make a schema, verify says that it did not compare the definitions.

The steps are derived with code that shares nothing with the engines. Up to jellyfish each step
must come from the first selected technique that finds anything, take all that it finds, and show
for each deduction a pattern that is really there. So must those of BUG+1, templates, forcing and
search. The patterns of all other techniques are proved from the evidence: its rows must be there,
they must have the shape that the technique claims, and the candidate that goes must contradict
them. Whether an easier one of these techniques was passed over, and whether the step took all, is
not looked at; verify says for how many steps. The final state must be what the tables say. Below
full audit there are fewer rows to compare, and verify says so.

--complete looks at that too, for every step: the engine that did not make the rows makes all
attempts again, from the states that they began with, and every row must be the same. For rows of
engine auto and bitmask these are the statements, which takes about as long as solving with --engine
sql. For rows of engine sql it is the engine in memory. --complete=sql and --complete=memory choose.
A technique of your own is looked for again when its file is given; it has one statement, which
then judges itself. Without the file verify says how many steps were left out.`,
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
	// A snapshot keeps rows that others write meanwhile out of every table.
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

// options returns the options of the verification.
func (f *verifyFlags) options(ctx context.Context) (o verification.Options, err error) {
	o.AgainstSolution = f.against
	if f.complete == "" {
		return o, nil
	}
	if o.Complete, err = retrace.ParseChoice(f.complete); err != nil {
		return o, err
	}
	catalogue, err := solver.BuiltIn()
	if err == nil {
		catalogue, err = f.withOwn(ctx, catalogue, nil)
	}
	o.FromFiles = slices.DeleteFunc(catalogue, func(t setdoku.Technique) bool { return t.Text == "" })
	return o, err
}
