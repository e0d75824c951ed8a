// Package verification verifies a whole database: its tables, indexes and reference rows must be those of the
// migrations, and every step of every puzzle must be correct.
package verification

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/retrace"
	"setdoku/solver/verify"
	"setdoku/store"
)

// Options say how much to verify.
type Options struct {
	AgainstSolution bool                // also find the solutions by brute force
	Complete        retrace.Choice      // engine that makes every step again, "" for none
	FromFiles       catalogue.Catalogue // techniques of technique files, for Complete
	Progress        func(puzzles int)   // called with the number of puzzles verified so far; may be nil
}

// Unsolved is the key of Report.Levels for puzzles that no run has solved.
const Unsolved = "unsolved"

// Report is the result of a verification.
type Report struct {
	Puzzles, Steps int
	Levels         map[string]int   // puzzles by the audit level of their runs
	Bare           int              // patterns of techniques from files that have no evidence
	NotCompared    error            // why the definitions of a server were not compared, or nil
	Open           verify.Open      // steps that were not checked for completeness; zero with Options.Complete
	Covered        *retrace.Covered // steps made again, nil without Options.Complete
}

// FaultsMost is how many wrong rows of puzzles Run reports at most.
const FaultsMost = 20

// Run verifies the puzzles of a snapshot of db. The error names the wrong rows, and wraps verify.Findings if they are rows of
// puzzles. A broken constraint is reported last, because the wrong puzzle behind it tells more.
func Run(ctx context.Context, db *store.DB, s *store.Snapshot, o Options) (_ *Report, err error) {
	if err := s.CheckIntegrity(ctx); err != nil {
		return nil, err
	}
	notCompared, err := s.CheckSchema(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.CheckReference(ctx); err != nil {
		return nil, err
	}
	broken := s.CheckConstraints(ctx)
	if broken != nil && !errors.Is(broken, store.ErrConstraint) {
		return nil, broken
	}
	v, err := newVerifier(ctx, db, s, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, v.close(ctx)) }()
	v.report.NotCompared = notCompared
	for after := int64(0); ; {
		records, err := s.Records(ctx, after, driver.ChunkSize)
		if err != nil {
			return nil, err
		}
		if len(records) == 0 {
			return v.result(broken)
		}
		if err := v.verify(ctx, records); err != nil {
			return nil, err
		}
		if len(v.faults) >= FaultsMost {
			return v.result(broken)
		}
		after = records[len(records)-1].PuzzleID
		if o.Progress != nil {
			o.Progress(v.report.Puzzles)
		}
	}
}

// verifier verifies the records of one database.
type verifier struct {
	against bool
	checker *verify.Checker
	judge   *retrace.Judge   // nil without Options.Complete
	audits  map[int64]string // audit levels by run
	report  *Report
	faults  verify.Findings
}

// result returns the report, or the error if anything is wrong.
func (v *verifier) result(broken error) (*Report, error) {
	switch n := len(v.faults); {
	case n == 0:
		return v.report, broken
	case n == 1:
		return nil, v.faults[0]
	case n < FaultsMost:
		return nil, fmt.Errorf("%d faults:\n%w", n, v.faults)
	}
	return nil, fmt.Errorf("the first %d faults:\n%w", FaultsMost, v.faults[:FaultsMost])
}

// newVerifier reads the techniques and runs of a database.
func newVerifier(ctx context.Context, db *store.DB, s *store.Snapshot, o Options) (*verifier, error) {
	names, runs, err := namesAndRuns(ctx, db, s)
	if err != nil {
		return nil, err
	}
	v := &verifier{against: o.AgainstSolution, audits: make(map[int64]string), report: &Report{Levels: make(map[string]int)}}
	for _, r := range runs {
		v.audits[r.ID] = string(r.Audit)
	}
	if v.checker, err = newChecker(names, runs); err != nil {
		return nil, err
	}
	if o.Complete == "" {
		return v, nil
	}
	if v.judge, err = retrace.New(ctx, v.checker, o.Complete, names, o.FromFiles, runs); err != nil {
		return nil, err
	}
	v.report.Covered = &v.judge.Covered
	return v, nil
}

// namesAndRuns reads the techniques and runs of a database.
func namesAndRuns(ctx context.Context, db *store.DB, s *store.Snapshot) (catalogue.Catalogue, []setdoku.Run, error) {
	names, err := catalogue.LoadNames(ctx, db)
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
func newChecker(names catalogue.Catalogue, runs []setdoku.Run) (*verify.Checker, error) {
	var techniques []setdoku.Technique
	for _, t := range names {
		techniques = append(techniques, setdoku.Technique{
			Name: t.Name, Tier: t.Tier, Weight: t.Weight, Level: t.Level, AssumesUnique: t.AssumesUnique,
		})
	}
	return verify.New(techniques, runs)
}

// close closes the judge.
func (v *verifier) close(ctx context.Context) error {
	if v.judge == nil {
		return nil
	}
	return v.judge.Close(ctx)
}

// verify checks the records and adds them to the report.
func (v *verifier) verify(ctx context.Context, records []setdoku.Record) error {
	failed, err := checkAll(ctx, records, v.check)
	if err != nil {
		return err
	}
	var right []setdoku.Record
	for i, err := range failed {
		if err == nil {
			right = append(right, records[i])
		} else if err := v.note(err); err != nil {
			return err
		}
	}
	if v.judge != nil {
		if err := v.note(v.judge.Check(ctx, right)); err != nil {
			return err
		}
	}
	slices.SortStableFunc(v.faults, func(a, b *verify.Finding) int { return cmp.Compare(a.PuzzleID, b.PuzzleID) })
	for i := range right {
		v.add(&right[i])
	}
	return nil
}

// note keeps the findings of an error. It returns any other error.
func (v *verifier) note(err error) error {
	var list verify.Findings
	if !errors.As(err, &list) {
		return err
	}
	v.faults = append(v.faults, list...)
	return nil
}

// check re-derives the steps of a record.
func (v *verifier) check(r *setdoku.Record) error {
	if err := v.checker.Check(r); err != nil || !v.against {
		return err
	}
	return v.checker.AgainstSolution(r)
}

// add counts a correct record in the report.
func (v *verifier) add(r *setdoku.Record) {
	if v.judge == nil {
		v.report.Open.Add(v.checker, r)
	}
	v.report.Bare += v.checker.Bare(r)
	v.report.Puzzles++
	v.report.Steps += r.Steps
	level := v.audits[r.RunID]
	if r.RunID == 0 {
		level = Unsolved
	}
	v.report.Levels[level]++
}

// checkAll checks the records on all cores. It returns the error of each record.
func checkAll(ctx context.Context, records []setdoku.Record, check func(*setdoku.Record) error) ([]error, error) {
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
	return failed, ctx.Err()
}
