package batch

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strconv"
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
type worked struct {
	used              bool
	steps, deductions int
}

// rate returns the row of the table puzzle for an outcome of a job.
func (m *pool) rate(job int, start *store.Start, o *memory.Outcome) *store.Result {
	r := &store.Result{PuzzleID: start.PuzzleID, Givens: start.Givens, Filled: o.Digits.String(), Status: o.Status, Steps: max(start.Kept, 0) + len(o.Steps), Score: start.Score, Techniques: "{}", TechniqueSteps: "{}"}
	if o.Status == setdoku.StatusSolved {
		r.Solution = &r.Filled
		r.Depth = m.depth(&m.trials[job], start, o)
	}
	work := make([]worked, len(m.catalogue)) // by place in the catalogue
	for name, n := range start.Techniques {
		if i := m.catalogue.Index(name); i >= 0 {
			work[i] = worked{true, start.TechniqueSteps[name], n}
		}
	}
	for _, s := range o.Steps {
		at := m.logics[0].Index(s.Rule)
		w := &work[m.place[at]]
		w.used = true // a step of search may change nothing
		w.steps++
		w.deductions += s.Placements + s.Eliminations
		r.Score += m.opts.Techniques[at].Weight
	}
	deductions, steps := make([]byte, 0, 128), make([]byte, 0, 128)
	var hardest *setdoku.Technique
	for i := range m.catalogue {
		if !work[i].used {
			continue
		}
		t := &m.catalogue[i]
		deductions, steps = appendCount(deductions, t.Name, work[i].deductions), appendCount(steps, t.Name, work[i].steps)
		if hardest == nil || t.Harder(hardest) {
			hardest = t
		}
	}
	if hardest != nil {
		r.Techniques, r.TechniqueSteps = "{"+string(deductions[1:])+"}", "{"+string(steps[1:])+"}"
		r.Hardest, r.Level = &hardest.Name, &hardest.Level
	}
	return r
}

// appendCount adds a name and a number to the fields of a JSON object.
func appendCount(fields []byte, name string, n int) []byte {
	fields = append(append(append(fields, ",\""...), name...), "\":"...)
	return strconv.AppendInt(fields, int64(n), 10)
}

// rows adds the rows of a puzzle of a job to out.
func (m *pool) rows(job int, out *store.Outcomes, start *store.Start, o *memory.Outcome) {
	// Values that are the same in many rows are converted once.
	var id any = start.PuzzleID
	full := m.opts.Audit == setdoku.AuditFull
	// Append rows in the order of the table's key. Other rows would split pages.
	var placed [setdoku.CellCount]*setdoku.Change
	for i := range o.Placements {
		placed[setdoku.CellIndex(o.Placements[i].Cell)] = &o.Placements[i]
	}
	var noPattern any = 0
	for i, p := range placed {
		if p == nil {
			continue
		}
		pattern := noPattern
		if full {
			pattern = p.Pattern
		}
		out.Cells = append(out.Cells, id, setdoku.CellNumber(i), int(p.Digit), p.Step, p.Rule, pattern)
	}
	if m.opts.Audit != setdoku.AuditNone {
		for _, s := range o.Steps {
			out.Steps = append(out.Steps, id, s.Step, s.Rule, s.Placements, s.Eliminations, nil)
		}
	}
	if full {
		slices.SortFunc(o.Eliminations, func(a, b setdoku.Change) int {
			return cmp.Or(a.Cell-b.Cell, int(a.Digit)-int(b.Digit))
		})
		for _, e := range o.Eliminations {
			out.Eliminations = append(out.Eliminations, id, e.Step, e.Cell, int(e.Digit), e.Rule, e.Pattern)
		}
		for _, e := range o.Evidence {
			out.Evidence = append(out.Evidence,
				id, e.Step, e.Pattern, e.Ordinal, e.Role, orNull(e.Cell), orNull(int(e.Digit)), orNull(e.Unit))
		}
		for _, b := range o.Branches {
			out.Branches = append(out.Branches,
				id, string(m.opts.Engine), b.Branch, b.Parent, b.Depth, b.Cell, int(b.Digit), b.Outcome)
		}
	}
	switch o.Status {
	case setdoku.StatusStuck:
		for i, marks := range o.Candidates {
			for ; marks != 0; marks &= marks - 1 {
				out.Candidates = append(out.Candidates, id, setdoku.CellNumber(i), int(marks.Lowest()))
			}
		}
	case setdoku.StatusInvalid:
		c := o.Contradiction
		var unitType any
		if c.Unit > 0 {
			unitType = setdoku.UnitType(c.Unit)
		}
		out.Contradictions = append(out.Contradictions,
			id, c.Step, c.Kind, orNull(c.Cell), unitType, orNull(setdoku.UnitIndex(c.Unit)), orNull(int(c.Digit)))
	}
	if start.Kept >= 0 {
		out.Stored = append(out.Stored, start.PuzzleID)
	}
	result := m.rate(job, start, o)
	out.Attempts = append(out.Attempts, id, max(start.Kept, 0)+1, result.Steps, nil)
	out.Results = append(out.Results, result)
}

// orNull returns a number as a value for the database, NULL for 0.
func orNull(n int) any {
	if n == 0 {
		return nil
	}
	return n
}
