package batch

import (
	"context"
	"runtime"
	"slices"
	"sync"

	"setdoku"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/solver/memory"
	"setdoku/solver/trial"
	"setdoku/store"
)

// pool solves puzzles in memory, several at a time, and makes the same rows as the statements.
type pool struct {
	catalogue catalogue.Catalogue // all techniques, because earlier runs may have used any
	opts      driver.Options
	place     []int           // position in the catalogue of each technique of opts
	logics    []*memory.Logic // one for each job
	trials    []trial.Engine  // one for each job
	finders   statementFinders
}

func newPool(catalogue catalogue.Catalogue, opts driver.Options) (*pool, error) {
	m := &pool{catalogue: catalogue, opts: opts}
	jobs := opts.Jobs
	if jobs < 1 {
		jobs = runtime.GOMAXPROCS(0)
	}
	if opts.OnPass != nil {
		jobs = 1 // OnPass must get the passes of one puzzle after the other
	}
	var techniques []memory.Technique
	for _, t := range opts.Techniques {
		m.place = append(m.place, catalogue.Index(t.Name))
		in, has := memory.Solving(t)
		in.StatementOnly = opts.Engine == driver.EngineAuto && !has
		techniques = append(techniques, in)
	}
	m.trials = make([]trial.Engine, jobs)
	for range jobs {
		l, err := memory.NewLogic(techniques, opts.StopAtFirst)
		if err != nil {
			return nil, err
		}
		l.Explain = opts.Audit == setdoku.AuditFull
		if opts.Measure {
			l.Measure()
		}
		if opts.OnPass != nil {
			l.OnPass = func(p memory.Pass) { m.reportPass(l, p) }
		}
		m.logics = append(m.logics, l)
	}
	return m, nil
}

// each divides the indexes below n among the jobs and calls work for each share. It returns the error of ctx, because work may end
// early when ctx does.
func (m *pool) each(ctx context.Context, n int, work func(l *memory.Logic, job, low, high int)) error {
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

// play solves n puzzles. start returns the state of puzzle i. ended takes its outcome, which is valid until ended returns. Several jobs call
// start and ended at the same time, but for one puzzle only one job does.
func (m *pool) play(ctx context.Context, n int, start func(i int) memory.Start, ended func(job, i int, o *memory.Outcome)) error {
	waiting := make([]*waitingPuzzle, n)
	err := m.each(ctx, n, func(l *memory.Logic, job, low, high int) {
		for i := low; i < high && ctx.Err() == nil; i++ {
			s := start(i)
			o := l.Solve(&s)
			if o.Status == memory.StatusWaiting {
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

// worked counts what a technique did in a puzzle.
type worked struct{ steps, deductions int }

// rate returns the row of the table puzzle for an outcome of a job.
func (m *pool) rate(job int, start *store.Start, o *memory.Outcome) *store.Result {
	r := &store.Result{PuzzleID: start.PuzzleID, Givens: start.Givens, Filled: o.Digits.String(), Status: o.Status, Steps: max(start.Kept, 0) + len(o.Steps), Score: start.Score}
	if o.Status == setdoku.StatusSolved {
		r.Solution = &r.Filled
		r.Depth = m.depth(&m.trials[job], start, o)
	}
	work := make([]worked, len(m.catalogue)) // by place in the catalogue
	for _, u := range start.Uses {
		if i := m.catalogue.Index(u.Technique); i >= 0 {
			work[i] = worked{u.Steps, u.Deductions}
		}
	}
	for _, s := range o.Steps {
		at := m.logics[0].Index(s.Rule)
		w := &work[m.place[at]]
		w.steps++
		w.deductions += s.Placements + s.Eliminations
		r.Score += m.opts.Techniques[at].Weight
	}
	var hardest *setdoku.Technique
	for i := range m.catalogue {
		if work[i].steps == 0 {
			continue
		}
		t := &m.catalogue[i]
		r.Uses = append(r.Uses, setdoku.Use{Technique: t.Name, Steps: work[i].steps, Deductions: work[i].deductions})
		if hardest == nil || t.Harder(hardest) {
			hardest = t
		}
	}
	if hardest != nil {
		r.Hardest, r.Level = &hardest.Name, &hardest.Level
	}
	return r
}

// outcome returns what the run stores of a puzzle of a job. It copies what belongs to o.
func (m *pool) outcome(job int, start *store.Start, o *memory.Outcome) store.Outcome {
	out := store.Outcome{Result: m.rate(job, start, o), Kept: start.Kept}
	out.Placements = slices.Clone(o.Placements)
	switch m.opts.Audit {
	case setdoku.AuditFull:
		out.Steps, out.Eliminations = slices.Clone(o.Steps), slices.Clone(o.Eliminations)
		out.Evidence, out.Branches = slices.Clone(o.Evidence), slices.Clone(o.Branches)
	case setdoku.AuditSteps:
		out.Steps = slices.Clone(o.Steps)
	}
	if m.opts.Audit != setdoku.AuditFull {
		for i := range out.Placements {
			out.Placements[i].Pattern = 0
		}
	}
	switch o.Status {
	case setdoku.StatusStuck:
		marks := o.Candidates
		out.Candidates = &marks
	case setdoku.StatusInvalid:
		c := o.Contradiction
		out.Contradiction = &c
	}
	return out
}
