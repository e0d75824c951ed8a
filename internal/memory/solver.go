package memory

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/internal/record"
	"setdoku/internal/trial"
	sqlfiles "setdoku/sql"
)

// Solver solves puzzles, several at a time, and makes the same rows as the statements of sql/. One goroutine at a time
// may call its methods.
type Solver struct {
	catalogue  catalogue.Catalogue // all techniques, because earlier runs may have used any
	opts       Options
	positions  []int                    // in the catalogue, of the techniques of opts
	logics     []*Logic                 // one for each job
	trials     []trial.Engine           // one for each job
	statements setdoku.Statements       // of opts, nil until a puzzle needs them
	keys       map[string]*sqlfiles.Key // of the techniques of opts, by name; nil until path needs them
	previous   int64                    // number of puzzles of the previous calls of Solve
}

// NewSolver returns a solver. all are all techniques, and opts has those that it uses. The error names a technique that
// cannot run in memory. The caller must call Close.
func NewSolver(all catalogue.Catalogue, opts Options) (*Solver, error) {
	m := &Solver{catalogue: all, opts: opts}
	jobs := opts.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if opts.OnPass != nil {
		jobs = 1 // OnPass must get the passes of one puzzle after the other
	}
	var techniques []Technique
	for _, t := range opts.Techniques {
		m.positions = append(m.positions, all.Index(t.Name))
		in, has := Solving(t)
		in.StatementOnly = !has && opts.Engine != EngineBitmask && opts.Statements != nil
		techniques = append(techniques, in)
	}
	m.trials = make([]trial.Engine, jobs)
	for range jobs {
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
	opts.Engine, opts.Audit, opts.Jobs, opts.OnPass = EngineAuto, setdoku.AuditFull, 1, nil
	return NewSolver(all, opts)
}

// Close closes the temporary database of techniques that have no finder in memory.
func (m *Solver) Close(ctx context.Context) error {
	if m.statements == nil {
		return nil
	}
	return m.statements.Close(ctx)
}

// Solve solves the puzzles and returns a record for each, in order, without ids. The steps of each count from 1.
// Options.OnPass gets the position of a puzzle among all that were solved, from 1.
func (m *Solver) Solve(ctx context.Context, puzzles []format.Puzzle) ([]*record.Puzzle, error) {
	list := make([]*record.Puzzle, len(puzzles))
	for i := range puzzles {
		s := puzzles[i].State
		list[i] = &record.Puzzle{PuzzleID: m.previous + int64(i) + 1, Start: s,
			Identity: record.Identity{Givens: s.Givens.String(), Variant: s.Board().Name}}
	}
	m.previous += int64(len(puzzles))
	err := m.Continue(ctx, list)
	for _, p := range list {
		p.PuzzleID = 0
	}
	return list, err
}

// Continue solves puzzles from their starts and fills in their records.
func (m *Solver) Continue(ctx context.Context, chunk []*record.Puzzle) error {
	return m.play(ctx, len(chunk), func(i int) Start { return newStart(chunk[i]) }, func(job, i int, o *Outcome) {
		m.fill(job, chunk[i], o)
	})
}

// newStart returns a stored puzzle as a Logic begins with it.
func newStart(p *record.Puzzle) Start {
	start := Start{ID: p.PuzzleID, Variant: p.Start.Variant, Digits: p.Start.Filled(), Givens: &p.Start.Givens,
		Step: max(p.BaseStep, 0)}
	if !p.Start.Plain() {
		marks := p.Start.Candidates()
		start.Candidates = &marks
	}
	return start
}

// each divides the indexes below n among the jobs and calls work for each share. If ctx ends, work may return early,
// and each returns the error of ctx.
func (m *Solver) each(ctx context.Context, n int, work func(l *Logic, job, low, high int)) error {
	jobs := min(len(m.logics), n)
	var group sync.WaitGroup
	for j := range jobs {
		low, high := n*j/jobs, n*(j+1)/jobs
		if jobs == 1 {
			work(m.logics[j], j, low, high)
			break
		}
		group.Go(func() { work(m.logics[j], j, low, high) })
	}
	group.Wait()
	return ctx.Err()
}

// play solves n puzzles. start returns the state of puzzle i. ended takes its outcome, which is valid until ended
// returns. Several jobs call start and ended at the same time, but for one puzzle only one job does.
func (m *Solver) play(ctx context.Context, n int, start func(i int) Start, ended func(job, i int, o *Outcome)) error {
	waiting := make([]*waitingPuzzle, n)
	err := m.each(ctx, n, func(l *Logic, job, low, high int) {
		for i := low; i < high && ctx.Err() == nil; i++ {
			s := start(i)
			o := l.Solve(&s)
			if o.Status == StatusWaiting {
				waiting[i] = newWaitingPuzzle(s, o)
				continue
			}
			ended(job, i, o)
		}
	})
	if err == nil {
		err = m.solveWaiting(ctx, waiting)
	}
	if err != nil {
		return err
	}
	for i, j := range waiting {
		if j != nil {
			ended(0, i, &j.outcome)
		}
	}
	return nil
}

// worked counts the steps of a technique in a puzzle, and their placements and eliminations. A list of it for each
// technique takes half the memory of one of record.Use, and has no pointers: that makes a tenth of the time of an easy
// puzzle.
type worked struct{ steps, deductions int }

// Fill fills in the record of a puzzle that another engine has solved.
func (m *Solver) Fill(p *record.Puzzle, o *Outcome) { m.fill(0, p, o) }

// fill fills in the record of a puzzle that a job has solved, with its rating and the rows that the audit level keeps.
// The record shares no memory with o.
func (m *Solver) fill(job int, p *record.Puzzle, o *Outcome) {
	p.StoredEvidence, p.Filled, p.Status = true, o.Digits.String(), o.Status
	p.Steps = max(p.BaseStep, 0) + len(o.StepRows)
	p.Solution, p.Depth, p.Candidates, p.Contradictions = "", nil, nil, nil
	switch o.Status {
	case setdoku.StatusSolved:
		p.Solution = p.Filled
		p.Depth = m.depth(&m.trials[job], p, o)
	case setdoku.StatusStuck, setdoku.StatusNew:
		p.Candidates = setdoku.ListCandidates(&o.Candidates)
	case setdoku.StatusInvalid:
		p.Contradictions = []setdoku.Contradiction{o.Contradiction}
	}
	m.rate(p, o.StepRows)
	if m.opts.Audit != "" {
		p.Rows = m.stored(&o.Rows)
	}
}

// rate adds the techniques of the steps that were made to those of the steps that stay, and sets the score, level and
// hardest technique.
func (m *Solver) rate(p *record.Puzzle, steps []setdoku.StepRow) {
	work := make([]worked, len(m.catalogue)) // by place in the catalogue
	for _, u := range p.Uses {
		if i := m.catalogue.Index(u.Technique); i >= 0 {
			work[i] = worked{u.Steps, u.Deductions}
		}
	}
	for _, s := range steps {
		at := m.logics[0].Index(s.Rule)
		w := &work[m.positions[at]]
		w.steps++
		w.deductions += s.Placements + s.Eliminations
		p.Score += m.opts.Techniques[at].Weight
	}
	p.Uses, p.Hardest, p.Level = nil, "", ""
	var hardest *setdoku.Technique
	for i := range m.catalogue {
		if work[i].steps == 0 {
			continue
		}
		t := &m.catalogue[i]
		p.Uses = append(p.Uses, record.Use{Technique: t.Name, Steps: work[i].steps, Deductions: work[i].deductions})
		if hardest == nil || t.Harder(hardest) {
			hardest = t
		}
	}
	if hardest != nil {
		p.Hardest, p.Level = hardest.Name, hardest.Level
	}
}

// stored returns a copy of the rows that the audit level stores.
func (m *Solver) stored(p *record.Rows) (rows record.Rows) {
	rows.Placements = slices.Clone(p.Placements)
	switch m.opts.Audit {
	case setdoku.AuditFull:
		rows.StepRows, rows.Eliminations = slices.Clone(p.StepRows), slices.Clone(p.Eliminations)
		rows.Evidence, rows.Branches = slices.Clone(p.Evidence), slices.Clone(p.Branches)
		return rows
	case setdoku.AuditSteps:
		rows.StepRows = slices.Clone(p.StepRows)
	}
	for i := range rows.Placements {
		rows.Placements[i].Pattern = 0
	}
	return rows
}
