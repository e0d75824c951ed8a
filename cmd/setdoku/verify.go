package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"setdoku/solver"
	"setdoku/solver/verify"
	"setdoku/store"
)

func (a *app) verifyCommand() *cobra.Command {
	var path string
	var against bool
	cmd := &cobra.Command{
		Use:   "verify [--db] FILE",
		Short: "Derive every step of a database again, and report the first that does not hold",
		Long: `Look for damage, then derive every step of every puzzle again from its givens.

SQLite checks the pages, the indexes and the foreign keys of a file. Then the tables, views,
indexes and triggers must be those that the migrations make, and so must the rows of the reference
tables; what users have added beside them is left alone. Every run must go with its checksum. On a
server the migrations run once more, in a schema that is rolled back, to have something to compare
with; where the user may not make a schema, verify says that it did not compare the definitions.

The steps are derived with code that shares nothing with the engines. Up to jellyfish each step
must come from the first selected technique that finds anything, take all that it finds, and show
for each deduction a pattern that is really there. So must those of BUG+1, templates, forcing and
search. The steps of all other techniques are proved from the evidence: its rows must be there, and
the candidate that goes must contradict them. The final state must be what the tables say. Below
full audit there are fewer rows to compare, and verify says so.`,
		Example: `  setdoku verify sudoku.db
  setdoku verify --db sudoku.db --against-solution`,
		Args: databaseArg(&path),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := needDB(cmd, path); err != nil {
				return err
			}
			return a.verify(cmd.Context(), path, against)
		},
	}
	dbFlag(cmd, &path)
	cmd.Flags().BoolVar(&against, "against-solution", false, "also find the solutions by brute force: no digit of the solution was removed")
	return cmd
}

func (a *app) verify(ctx context.Context, path string, against bool) (err error) {
	db, err := store.OpenReadOnly(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// What others write meanwhile does not come between the tables.
	var held tally
	err = db.Snapshot(ctx, func(s *store.Snapshot) (err error) {
		held, err = a.verifyAll(ctx, db, s, against)
		return err
	})
	if err != nil {
		return fmt.Errorf("verify %s: %w", store.Name(path), err)
	}
	_, err = fmt.Fprintln(a.Out, held.String())
	return err
}

// verifyAll checks every puzzle of a snapshot of db and returns what held.
func (a *app) verifyAll(ctx context.Context, db *store.DB, s *store.Snapshot, against bool) (tally, error) {
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
	checker, audits, err := newChecker(ctx, db, s)
	if err != nil {
		return tally{}, err
	}
	check := checker.Check
	if against {
		check = func(r *verify.Record) error {
			if err := checker.Check(r); err != nil {
				return err
			}
			return checker.AgainstSolution(r)
		}
	}
	bar := a.progress(&input{}, false)
	defer bar.finish()
	held := tally{audits: audits, doubt: doubt}
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
		held.add(records)
		after = records[len(records)-1].PuzzleID
		bar.at(0, held.puzzles)
	}
}

// newChecker returns a checker for the runs of a database, and the audit level of each run.
func newChecker(ctx context.Context, db *store.DB, s *store.Snapshot) (*verify.Checker, map[int64]string, error) {
	catalogue, err := solver.LoadNames(ctx, db)
	if err == nil {
		err = catalogue.CheckSizes(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	var techniques []verify.Technique
	for _, t := range catalogue {
		techniques = append(techniques, verify.Technique{
			Name: t.Name, Tier: t.Tier, Weight: t.Weight, Level: t.Level, AssumesUnique: t.AssumesUnique,
		})
	}
	runs, err := s.Runs(ctx)
	if err != nil {
		return nil, nil, err
	}
	audits := make(map[int64]string)
	for _, r := range runs {
		audits[r.ID] = r.Audit
	}
	checker, err := verify.New(techniques, runs)
	return checker, audits, err
}

// checkAll checks the records on all cores and returns the error of the first record
// that does not hold.
func checkAll(ctx context.Context, records []verify.Record, check func(*verify.Record) error) error {
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

// tally counts what was verified.
type tally struct {
	puzzles, steps int
	doubt          error            // why the definitions of a server were not compared, nil if they were
	audits         map[int64]string // audit level by run
	level          map[string]int   // puzzles by audit level
}

func (t *tally) add(records []verify.Record) {
	if t.level == nil {
		t.level = make(map[string]int)
	}
	for _, r := range records {
		t.puzzles++
		t.steps += r.Steps
		level := t.audits[r.RunID]
		if r.RunID == 0 {
			level = "unsolved"
		}
		t.level[level]++
	}
}

func (t *tally) String() string {
	line := fmt.Sprintf("%s, %s: all hold", plural(t.puzzles, "puzzle"), plural(t.steps, "step"))
	told := map[string]string{
		"full":     "with audit full, every pattern and elimination was checked",
		"steps":    "with audit steps, no patterns and eliminations were there to check",
		"none":     "with audit none, only the placements and the rating were there to check",
		"unsolved": "not solved yet, only the start and steps by hand were there to check",
	}
	var parts []string
	for _, level := range slices.Sorted(maps.Keys(t.level)) {
		parts = append(parts, fmt.Sprintf("  %d %s", t.level[level], told[level]))
	}
	if t.doubt != nil {
		parts = append(parts, fmt.Sprintf("  views, triggers and indexes were not compared, which takes a schema to make them in: %v", t.doubt))
	}
	return strings.Join(append([]string{line}, parts...), "\n")
}
