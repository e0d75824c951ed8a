package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/proof"
	"setdoku/store"
	"setdoku/store/record"
)

// Options say how to verify.
type Options struct {
	NoReplay  bool                // do not make the attempts again
	Engine    catalogue.Engine    // makes them again: sql, or the engine in memory for anything else
	FromFiles catalogue.Catalogue // techniques of technique files
	Progress  func(puzzles int)   // called with the number of puzzles verified so far; may be nil
}

// Unsolved is the key of Report.Levels for puzzles that no run has solved.
const Unsolved = "unsolved"

// Report is the result of a verification.
type Report struct {
	Puzzles, Steps int
	Levels         map[string]int // number of puzzles by the audit level of their runs
	Bare           int            // patterns of techniques from files that have no evidence
	Unchecked      int            // puzzles with something that needs a count of solutions that gave up
	Games          int            // played again
	Added          []string       // tables, views and indexes of a file that the migrations do not make
	Compared       bool           // whether the definitions of a file were compared, false for a server
	Replayed       *Replays       // nil with Options.NoReplay
}

// FaultsMost is how many wrong rows of puzzles Run reports at most.
const FaultsMost = 20

// Run verifies the puzzles of a snapshot of db. The error names the wrong rows, and wraps Findings if they are rows of
// puzzles. A broken constraint is reported last, because the wrong puzzle that causes it says more.
func Run(ctx context.Context, db *store.DB, s *store.Snapshot, o Options) (_ *Report, err error) {
	null := s.CheckIntegrity(ctx)
	if null != nil && !errors.Is(null, store.ErrConstraint) {
		return nil, null
	}
	defer func() {
		if errors.Is(err, store.ErrNull) {
			err = null // it names the row
		}
	}()
	added, compared, err := s.CheckSchema(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range added {
		if strings.HasPrefix(name, "trigger ") {
			return nil, fmt.Errorf("%s was added, and may change what is written: drop it, and verify again", name)
		}
	}
	if err := s.CheckReference(ctx); err != nil {
		return nil, err
	}
	broken := s.CheckConstraints(ctx)
	if broken != nil && !errors.Is(broken, store.ErrConstraint) {
		return nil, broken
	}
	broken = cmp.Or(null, broken)
	names, err := catalogue.LoadNames(ctx, db)
	if err == nil {
		err = names.CheckSizes(ctx)
	}
	if err != nil {
		return nil, err
	}
	runs, err := s.Runs(ctx)
	if err != nil {
		return nil, err
	}
	v, err := New(names, runs, o)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, v.Close(ctx)) }()
	v.Report.Compared, v.Report.Added = compared, added
	var faults Findings
	for after := int64(0); len(faults) < FaultsMost; {
		records, err := s.Records(ctx, after, memory.ChunkSize)
		if err != nil {
			return nil, err
		}
		if len(records) == 0 {
			break
		}
		wrong, err := v.Check(ctx, records)
		if err != nil {
			return nil, err
		}
		faults = append(faults, wrong...)
		after = records[len(records)-1].PuzzleID
		if o.Progress != nil {
			o.Progress(v.Report.Puzzles)
		}
	}
	if len(faults) < FaultsMost {
		wrong, err := v.games(ctx, s)
		if err != nil {
			return nil, err
		}
		faults = append(faults, wrong...)
	}
	switch n := len(faults); {
	case n == 0:
		return &v.Report, broken
	case n == 1:
		return nil, faults[0]
	case n < FaultsMost:
		return nil, fmt.Errorf("%d faults:\n%w", n, faults)
	}
	return nil, fmt.Errorf("the first %d faults:\n%w", FaultsMost, faults[:FaultsMost])
}

// Verifier verifies records. Close it after use.
type Verifier struct {
	checker  checker
	replayer *replayer // nil with Options.NoReplay
	Report   Report    // of the records that hold
}

// New returns a verifier for the techniques and the runs of a store. It returns an error if a run has an audit level
// or a technique that nobody knows, or if the rating of a technique in a file differs from that in the store.
func New(names catalogue.Catalogue, runs []record.Run, o Options) (*Verifier, error) {
	v := &Verifier{checker: checker{names, make(map[int64]record.Run), make(map[int64]bool)},
		Report: Report{Levels: make(map[string]int)}}
	for _, r := range runs {
		if !slices.Contains([]setdoku.Audit{setdoku.AuditFull, setdoku.AuditSteps, setdoku.AuditNone}, r.Audit) {
			return nil, fmt.Errorf("run %d: audit %q, want full, steps or none", r.ID, r.Audit)
		}
		for _, name := range r.Techniques {
			if names.Index(name) < 0 {
				return nil, fmt.Errorf("run %d: technique %q is not in the catalogue", r.ID, name)
			}
		}
		v.checker.runs[r.ID] = r
	}
	if o.NoReplay {
		return v, nil
	}
	var err error
	if v.replayer, err = newReplayer(&v.checker, cmp.Or(o.Engine, catalogue.EngineAuto), o.FromFiles); err != nil {
		return nil, err
	}
	v.Report.Replayed = &v.replayer.count
	return v, nil
}

// Close closes the temporary databases of statements.
func (v *Verifier) Close(ctx context.Context) error {
	if v.replayer == nil {
		return nil
	}
	return v.replayer.close(ctx)
}

// Check verifies records and returns the wrong rows, by puzzle. Those that hold by themselves are made again. It sorts
// the rows of the records.
func (v *Verifier) Check(ctx context.Context, records []record.Puzzle) (faults Findings, err error) {
	list, err := v.checkAll(ctx, records)
	if err != nil {
		return nil, err
	}
	var right, made []*recordCheck // made by solving
	for _, x := range list {
		if faults = append(faults, x.wrong...); len(x.wrong) == 0 {
			right = append(right, x)
			v.Report.Bare += x.bare
			if x.unchecked {
				v.Report.Unchecked++
			}
			if x.r.Refused == nil {
				made = append(made, x)
			}
		}
	}
	if v.replayer != nil {
		wrong, err := v.replayer.check(ctx, made)
		if err != nil {
			return nil, err
		}
		faults = append(faults, wrong...)
	}
	for _, x := range right {
		level := string(v.checker.runs[x.r.RunID].Audit)
		if x.r.RunID == 0 {
			level = Unsolved
		}
		v.Report.Levels[level]++
		v.Report.Puzzles++
		v.Report.Steps += x.r.Steps
	}
	slices.SortStableFunc(faults, func(a, b *Finding) int { return cmp.Compare(a.PuzzleID, b.PuzzleID) })
	return faults, nil
}

// checkAll checks the records on all cores.
func (v *Verifier) checkAll(ctx context.Context, records []record.Puzzle) ([]*recordCheck, error) {
	list := make([]*recordCheck, len(records))
	next := make(chan int)
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Go(func() {
			p := proof.New()
			for i := range next {
				list[i] = v.checker.check(ctx, p, &records[i])
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
	return list, ctx.Err()
}
