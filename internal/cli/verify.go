package cli

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"github.com/spf13/cobra"

	"setdoku"
	"setdoku/internal/cli/complete"
	"setdoku/solver"
	"setdoku/solver/verify"
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
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// What others write meanwhile does not come between the tables.
	var held tally
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		held, err = a.verifyAll(ctx, db, s, f)
		return err
	})
	if err != nil {
		return fmt.Errorf("verify %s: %w", store.Name(path), err)
	}
	_, err = fmt.Fprintln(a.Out, held.String())
	return err
}

// verifyAll checks every puzzle of a snapshot of db and returns what held.
func (a *app) verifyAll(ctx context.Context, db *store.DB, s *store.Snapshot, f verifyFlags) (_ tally, err error) {
	broken := s.CheckIntegrity(ctx)
	if broken != nil && !errors.Is(broken, store.ErrConstraint) {
		return tally{}, broken
	}
	doubt, err := s.CheckSchema(ctx)
	if err != nil {
		return tally{}, err
	}
	if err := s.CheckReference(ctx); err != nil {
		return tally{}, err
	}
	names, runs, err := namesAndRuns(ctx, db, s)
	if err != nil {
		return tally{}, err
	}
	checker, err := newChecker(names, runs)
	if err != nil {
		return tally{}, err
	}
	judge, err := f.judge(ctx, checker, names, runs)
	if err != nil {
		return tally{}, err
	}
	defer func() { err = errors.Join(err, judge.close(ctx)) }()
	check := checker.Check
	if f.against {
		check = func(r *setdoku.Record) error {
			if err := checker.Check(r); err != nil {
				return err
			}
			return checker.AgainstSolution(r)
		}
	}
	bar := a.progressTo(0, false)
	defer bar.Finish()
	held := newTally(checker, judge, runs, doubt)
	for after := int64(0); ; {
		records, err := s.Records(ctx, after, solver.ChunkSize)
		if err != nil {
			return held, err
		}
		if len(records) == 0 {
			// That a row breaks a constraint says less than what does not hold because of it.
			return held, broken
		}
		if err := checkAll(ctx, records, check); err != nil {
			return held, err
		}
		if err := judge.check(ctx, records); err != nil {
			return held, err
		}
		held.add(records)
		after = records[len(records)-1].PuzzleID
		bar.At(0, held.puzzles)
	}
}

// namesAndRuns reads the techniques that a database knows and its runs.
func namesAndRuns(ctx context.Context, db *store.DB, s *store.Snapshot) (solver.Catalogue, []setdoku.Run, error) {
	names, err := solver.LoadNames(ctx, db)
	if err == nil {
		err = names.CheckSizes(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	runs, err := s.Runs(ctx)
	return names, runs, err
}

// newChecker returns a checker for the runs of a database.
func newChecker(names solver.Catalogue, runs []setdoku.Run) (*verify.Checker, error) {
	var techniques []setdoku.Technique
	for _, t := range names {
		techniques = append(techniques, setdoku.Technique{
			Name: t.Name, Tier: t.Tier, Weight: t.Weight, Level: t.Level, AssumesUnique: t.AssumesUnique,
		})
	}
	return verify.New(techniques, runs)
}

// checkAll checks the records on all cores and returns the error of the first record
// that does not hold.
func checkAll(ctx context.Context, records []setdoku.Record, check func(*setdoku.Record) error) error {
	failed := make([]error, len(records))
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			for i := range next {
				failed[i] = check(&records[i])
			}
		})
	}
	for i := range records {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	group.Wait()
	for _, err := range failed {
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}
