package memory

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/solutions"
	"setdoku/store/record"
)

// Solver solves puzzles, several at a time, and makes the same rows as the statements of sql/. One goroutine at a time
// may call its methods.
type Solver struct {
	opts       Options
	logics     []*Logic                  // one for each job
	raters     []*Rater                  // one for each job
	statements catalogue.Statements      // of opts, nil until a puzzle needs them
	keys       map[string]*catalogue.Key // of the techniques of opts, by name; nil until path needs them
	previous   int64                     // number of puzzles of the previous calls of Solve
}

// NewSolver returns a solver. all are all techniques, and opts has those that it uses. The error names a technique that
// cannot run in memory. The caller must call Close.
func NewSolver(all catalogue.Catalogue, opts Options) (*Solver, error) {
	m := &Solver{opts: opts}
	jobs := opts.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if opts.OnPass != nil {
		jobs = 1 // OnPass must get the passes of one puzzle after the other
	}
	techniques := make([]Selected, 0, len(opts.Techniques))
	for _, t := range opts.Techniques {
		in, has := SelectedToSolve(t)
		in.StatementOnly = !has && opts.Engine != catalogue.EngineBitmask && opts.Statements != nil
		techniques = append(techniques, in)
	}
	rater := NewRater(all, opts.Audit)
	for range jobs {
		m.raters = append(m.raters, rater.clone())
		l, err := NewLogic(techniques, opts.StopAtFirst)
		if err != nil {
			return nil, err
		}
		l.Explain = opts.Audit == setdoku.AuditFull
		l.OnPass, l.PassGrids = opts.OnPass, opts.PassGrids
		m.logics = append(m.logics, l)
	}
	return m, nil
}

// NewPathfinder returns a solver for Find: it works on one puzzle at a time and keeps every step with its patterns.
func NewPathfinder(all catalogue.Catalogue, opts Options) (*Solver, error) {
	opts.Engine, opts.Audit, opts.Jobs, opts.OnPass = catalogue.EngineAuto, setdoku.AuditFull, 1, nil
	return NewSolver(all, opts)
}

// Close closes the temporary database of techniques that have no finder in memory.
func (m *Solver) Close(ctx context.Context) error {
	if m.statements == nil {
		return nil
	}
	return m.statements.Close(ctx)
}

// Solve solves the puzzles and returns a record for each, in order, without ids. The steps of each count from 1. After
// an error it returns the records of the first puzzles, up to one that is not solved. Options.OnPass gets the position
// of a puzzle among all that were solved, from 1.
func (m *Solver) Solve(ctx context.Context, puzzles []format.Puzzle) ([]*record.Puzzle, error) {
	list := make([]*record.Puzzle, 0, len(puzzles))
	err := m.Each(ctx, puzzles, func(p *record.Puzzle) bool {
		p.PuzzleID = 0
		list = append(list, p)
		return true
	})
	return list, err
}

// Each solves the puzzles like Solve, and calls yield with the record of each, in order, as soon as it and those before
// it are solved, until yield returns false. The id is the position among all puzzles that were solved.
func (m *Solver) Each(ctx context.Context, puzzles []format.Puzzle, yield func(*record.Puzzle) bool) (err error) {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	before := m.previous
	list := m.records(puzzles)
	solved, next, stopped := make([]bool, len(list)), 0, false
	take := func(p *record.Puzzle) {
		for solved[p.PuzzleID-before-1] = true; next < len(list) && solved[next] && !stopped; next++ {
			if stopped = !yield(list[next]); stopped {
				stop()
			}
		}
	}
	if len(m.logics) == 1 {
		err = m.compute(ctx, list, take)
	} else {
		done := make(chan *record.Puzzle, len(list))
		go func() {
			defer close(done)
			err = m.compute(ctx, list, func(p *record.Puzzle) { done <- p })
		}()
		for p := range done {
			take(p)
		}
	}
	if stopped {
		return nil
	}
	return err
}

// records returns a record for each puzzle. The ids are the positions among all puzzles that were solved.
func (m *Solver) records(puzzles []format.Puzzle) []*record.Puzzle {
	list := make([]*record.Puzzle, len(puzzles))
	for i := range puzzles {
		s := puzzles[i].State
		list[i] = &record.Puzzle{PuzzleID: m.previous + int64(i) + 1, Start: s,
			Identity: record.Identity{Givens: s.Givens.String(), Variant: s.Board().Name}}
	}
	m.previous += int64(len(puzzles))
	return list
}

// Compute solves puzzles from their starts and fills in their records.
func (m *Solver) Compute(ctx context.Context, chunk []*record.Puzzle) error {
	return m.compute(ctx, chunk, func(*record.Puzzle) {})
}

// compute is Compute. It calls done with each record when it is filled in. Several jobs call done at the same time.
func (m *Solver) compute(ctx context.Context, chunk []*record.Puzzle, done func(*record.Puzzle)) error {
	return m.play(ctx, chunk, func(job int, p *record.Puzzle) {
		l := m.logics[job]
		p.Candidates = nil
		if p.Status.Unfinished() {
			marks := l.puzzle.Marks()
			p.Candidates = setdoku.ListCandidates(&marks)
		}
		if m.raters[job].Fill(ctx, p, &l.puzzle.Filled); p.Filled == "" {
			return
		}
		done(p)
	})
}

// play solves puzzles from their starts. Each job takes the next puzzle when it has solved one. ended takes each with
// its rows, which are valid until ended returns, and the job whose Logic has the state in which it ended. Several jobs
// call ended at the same time. If ctx ends, play leaves puzzles out and returns the error of ctx.
func (m *Solver) play(ctx context.Context, chunk []*record.Puzzle, ended func(job int, p *record.Puzzle)) error {
	list := make([]*waiting, len(chunk))
	ctx = solutions.Remember(ctx)
	var taken atomic.Int64
	work := func(job int) {
		l := m.logics[job]
		var rows record.Rows
		for ctx.Err() == nil {
			i := int(taken.Add(1)) - 1
			if i >= len(chunk) {
				return
			}
			p := chunk[i]
			p.Rows = rows
			if l.Solve(ctx, p) != nil {
				return
			}
			rows = p.Rows
			if p.Status == StatusWaiting {
				p.Rows = rows.Clone()
				list[i] = &waiting{p, l.End(), l.waitsFor}
				continue
			}
			ended(job, p)
		}
	}
	var group sync.WaitGroup
	for job := 1; job < min(len(m.logics), len(chunk)); job++ {
		group.Go(func() { work(job) })
	}
	work(0)
	group.Wait()
	if err := ctx.Err(); err != nil {
		return err
	}
	return m.runStatements(ctx, slices.DeleteFunc(list, func(w *waiting) bool { return w == nil }), ended)
}
