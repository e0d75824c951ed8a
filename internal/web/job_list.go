package web

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/memory"
	"setdoku/store"
	"setdoku/store/record"
)

// Limits of a List.
const (
	atOnce     = 1    // jobs that solve at the same time; others wait
	jobsMost   = 1000 // how many jobs are stored; the oldest that has ended goes first
	solveChunk = 50   // jobPuzzles in a transaction; small, so that the user sees progress
	addChunk   = 500  // jobPuzzles added in a transaction
)

// Errors of a List.
var (
	errNoJob  = errors.New("there is no such job")
	ErrClosed = errors.New("the server is shutting down")
)

// jobOptions say how a List works.
type jobOptions struct {
	Version string // version of the program, for the rows of the table run
	Log     *slog.Logger
}

// jobList has all jobs since the server started.
type jobList struct {
	db    *store.DB
	opts  jobOptions
	mu    sync.Mutex
	jobs  []*job        // oldest first
	turn  chan struct{} // holds one value for each job that solves
	ended sync.WaitGroup
	ctx   context.Context
	stop  context.CancelFunc
}

// newJobs returns an empty list. Its jobs write to db.
func newJobs(db *store.DB, opts jobOptions) *jobList {
	l := &jobList{db: db, opts: opts, turn: make(chan struct{}, atOnce)}
	l.ctx, l.stop = context.WithCancel(context.Background())
	return l
}

// Close ends all jobs. Puzzles that are not solved yet stay in the database with status new.
func (l *jobList) Close() {
	l.mu.Lock()
	l.stop() // not while Start adds a job, for which Wait would not wait
	l.mu.Unlock()
	l.ended.Wait()
}

// Closed is closed when the List is.
func (l *jobList) Closed() <-chan struct{} { return l.ctx.Done() }

// Find returns a job by its id, or errNoJob.
func (l *jobList) Find(id string) (*job, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, j := range l.jobs {
		if j.now.ID == id {
			return j, nil
		}
	}
	return nil, errNoJob
}

// All returns the progress of all jobs, the newest first.
func (l *jobList) All() []jobProgress {
	l.mu.Lock()
	defer l.mu.Unlock()
	list := make([]jobProgress, 0, len(l.jobs))
	for _, j := range slices.Backward(l.jobs) {
		p, _ := j.Look()
		list = append(list, p)
	}
	return list
}

// Start adds the puzzles of an input to the database and solves them in the background.
func (l *jobList) Start(in jobInput) (*job, error) {
	ctx, cancel := context.WithCancel(l.ctx)
	if in.Errors == nil {
		in.Errors = []string{}
	}
	j := &job{changed: make(chan struct{}), cancel: cancel, now: jobProgress{
		ID: rand.Text(), Name: in.Name, Began: time.Now(), State: Adding, Total: in.Total,
		Statuses: map[setdoku.Status]int{}, Bad: in.Bad, Errors: in.Errors, Results: []record.Line{},
	}}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ctx.Err() != nil {
		cancel()
		return nil, ErrClosed
	}
	l.jobs = append(l.jobs, j)
	l.dropOld()
	l.ended.Go(func() {
		defer cancel()
		err := l.run(ctx, j, in)
		if in.Ended != nil {
			in.Ended()
		}
		j.update(func(p *jobProgress) { l.end(p, err) })
	})
	return j, nil
}

// end sets how a job ended.
func (l *jobList) end(p *jobProgress, err error) {
	p.Ended = true
	switch {
	case err == nil:
		p.State = Ended
	case errors.Is(err, context.Canceled):
		p.State, p.Failure = Stopped, "the job was stopped; the puzzles that it had not solved are in the collection "+
			"with status new"
		if p.Added < p.Total {
			p.Failure = fmt.Sprintf("the job was stopped when it had added %d of %s to the collection, with the "+
				"status new", p.Added, format.Plural(p.Total, "puzzle"))
		}
	default:
		p.State, p.Failure = Failed, "the database failed; see the log of the server"
		if errors.Is(err, store.ErrPermission) || errors.Is(err, store.ErrReadOnly) {
			p.Failure = "the user of this server may not solve in the database"
		}
		l.opts.Log.Error("job failed", "job", p.ID, "error", err)
	}
}

// dropOld removes the oldest job that has ended if there are too many. The caller holds l.mu.
func (l *jobList) dropOld() {
	if len(l.jobs) <= jobsMost {
		return
	}
	for i, j := range l.jobs {
		if p, _ := j.Look(); p.Ended {
			l.jobs = slices.Delete(l.jobs, i, i+1)
			return
		}
	}
}

// run adds the puzzles, waits for the job's turn and then solves them.
func (l *jobList) run(ctx context.Context, j *job, in jobInput) (err error) {
	if err := l.add(ctx, j, in); err != nil {
		return err
	}
	j.update(func(p *jobProgress) { p.State = Waiting })
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	b, err := newJobBatch(ctx, l.db, l.opts.Version, nil, false,
		map[string]any{"job": j.now.ID, "name": j.now.Name, "puzzles": in.Total})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close(context.WithoutCancel(ctx))) }()
	j.update(func(p *jobProgress) { p.State = Solving })
	for chunk := range in.chunks(solveChunk) {
		results, err := b.Solve(ctx, chunk) // with an error also what was saved before
		j.update(func(p *jobProgress) { p.count(results) })
		if err != nil {
			return err
		}
	}
	return nil
}

// add adds the puzzles to the database, so that they stay there even if the server ends before they are solved.
func (l *jobList) add(ctx context.Context, j *job, in jobInput) (err error) {
	i, err := batch.NewImporter(ctx, l.db)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, i.Close()) }()
	for chunk := range in.chunks(addChunk) {
		done, err := i.Add(ctx, chunk)
		if err != nil {
			return err
		}
		j.update(func(p *jobProgress) {
			if p.First == 0 {
				p.First = done.IDs[0]
			}
			p.Last = done.IDs[len(done.IDs)-1]
			p.Added += len(done.IDs)
		})
	}
	return nil
}

// newJobBatch opens a run of some techniques, or of the whole catalogue for nil. note goes into the options of the run.
func newJobBatch(ctx context.Context, db *store.DB, version string, only catalogue.Catalogue, stopAtFirst bool,
	note map[string]any) (_ *batch.Batch, err error) {
	if only == nil {
		if only, err = catalogue.BuiltIn(); err != nil {
			return nil, err
		}
	}
	options := map[string]any{"serve": true, "stop_at_first": stopAtFirst}
	for name, value := range note {
		options[name] = value
	}
	return batch.NewBatch(ctx, db, memory.Options{
		Techniques: only, StopAtFirst: stopAtFirst, Audit: setdoku.AuditFull, Jobs: 1,
	}, record.Run{Version: version, Options: options})
}
