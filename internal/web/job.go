package web

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
	"setdoku/store"
)

// Limits of jobs.
const (
	jobsAtOnce  = 1   // jobs that solve at the same time; others wait
	jobsKept    = 100 // how many finished jobs are kept
	errorsKept  = 20  // how many errors of bad lines a job keeps
	chunkOfJob  = 50  // puzzles in a transaction; small, so that the user sees progress
	jobLifetime = time.Hour
)

// progress is the state of a job as its page and the API show it.
type progress struct {
	ID       string         `json:"id"`
	Done     int            `json:"done"`  // puzzles that are solved, including those that were solved before
	Total    int            `json:"total"` // puzzles read
	Statuses map[string]int `json:"statuses"`
	Bad      int            `json:"bad"`    // lines that are not a puzzle
	Errors   []string       `json:"errors"` // errors of the first bad lines
	First    int64          `json:"first"`  // puzzle_id of the first puzzle, 0 before it is known
	Last     int64          `json:"last"`
	Ended    bool           `json:"ended"`
	Failure  string         `json:"failure,omitempty"` // why the job ended early
}

// job solves puzzles that a user has pasted or uploaded.
type job struct {
	mu      sync.Mutex
	now     progress
	changed chan struct{} // closed when the progress changes
	began   time.Time
	cancel  context.CancelFunc
}

// look returns the progress, and a channel that is closed when it changes.
func (j *job) look() (progress, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.now
	p.Statuses = make(map[string]int, len(j.now.Statuses))
	for status, n := range j.now.Statuses {
		p.Statuses[status] = n
	}
	return p, j.changed
}

// tell changes the progress.
func (j *job) tell(change func(*progress)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.now)
	close(j.changed)
	j.changed = make(chan struct{})
}

// jobs are all jobs of a server.
type jobs struct {
	s     *Server
	mu    sync.Mutex
	byID  map[string]*job
	order []*job
	turn  chan struct{} // holds one value for each job that solves
	ended sync.WaitGroup
	stop  context.CancelFunc
	ctx   context.Context
}

func newJobs(s *Server) *jobs {
	j := &jobs{s: s, byID: make(map[string]*job), turn: make(chan struct{}, jobsAtOnce)}
	j.ctx, j.stop = context.WithCancel(context.Background())
	return j
}

// close ends all jobs. Puzzles that are not solved yet stay in the database with status new.
func (j *jobs) close() {
	j.stop()
	j.ended.Wait()
}

// find returns a job by its id.
func (j *jobs) find(id string) (*job, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if found := j.byID[id]; found != nil {
		return found, nil
	}
	return nil, problem(http.StatusNotFound, "there is no job "+id+" any more; its puzzles are in the collection")
}

// start reads puzzles from text and solves them in the background.
func (j *jobs) start(text []byte, name string) (*job, error) {
	var puzzles []format.Puzzle
	now := progress{ID: rand.Text(), Statuses: map[string]int{}, Errors: []string{}}
	r := format.NewReader(bytes.NewReader(text), name)
	for {
		p, err := r.Read()
		var bad *format.LineError
		switch {
		case errors.As(err, &bad):
			lines := 1
			if unread, ok := errors.AsType[format.Unread](err); ok {
				lines = unread.Lines
			}
			if now.Bad += lines; len(now.Errors) < errorsKept {
				now.Errors = append(now.Errors, bad.Error())
			}
			continue
		case errors.Is(err, io.EOF):
		case err != nil:
			return nil, problem(http.StatusBadRequest, err.Error())
		default:
			puzzles = append(puzzles, p)
			continue
		}
		break
	}
	if len(puzzles) == 0 {
		if now.Bad > 0 {
			return nil, problem(http.StatusBadRequest, "the input has no puzzle: "+now.Errors[0])
		}
		return nil, problem(http.StatusBadRequest, "the input has no puzzle; write for example 81 characters a line, with . or 0 for an empty cell")
	}
	now.Total = len(puzzles)
	ctx, cancel := context.WithCancel(j.ctx)
	started := &job{now: now, changed: make(chan struct{}), began: time.Now(), cancel: cancel}
	j.mu.Lock()
	if j.ctx.Err() != nil {
		j.mu.Unlock()
		cancel()
		return nil, problem(http.StatusServiceUnavailable, "the server is shutting down")
	}
	j.byID[now.ID] = started
	j.order = append(j.order, started)
	j.dropOld()
	j.ended.Add(1)
	j.mu.Unlock()
	go func() {
		defer j.ended.Done()
		defer cancel()
		err := j.run(ctx, started, puzzles)
		started.tell(func(p *progress) {
			p.Ended = true
			switch {
			case errors.Is(err, context.Canceled):
				p.Failure = "the job was stopped; the puzzles that are not solved are in the collection with status new"
			case err != nil:
				p.Failure = "the database failed; see the log of the server"
				j.s.opts.Log.Error("job failed", "job", p.ID, "error", err)
			}
		})
	}()
	return started, nil
}

// dropOld removes the oldest jobs that have ended, if there are many or they are old. The caller holds j.mu.
func (j *jobs) dropOld() {
	for len(j.order) > 0 {
		oldest := j.order[0]
		if p, _ := oldest.look(); !p.Ended || len(j.order) <= jobsKept && time.Since(oldest.began) < jobLifetime {
			return
		}
		delete(j.byID, oldest.now.ID)
		j.order = j.order[1:]
	}
}

// run waits for the job's turn and then solves the puzzles.
func (j *jobs) run(ctx context.Context, to *job, puzzles []format.Puzzle) (err error) {
	select {
	case j.turn <- struct{}{}:
		defer func() { <-j.turn }()
	case <-ctx.Done():
		return ctx.Err()
	}
	b, err := j.s.batch(ctx, false)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	for len(puzzles) > 0 {
		n := min(chunkOfJob, len(puzzles))
		results, err := b.Solve(ctx, puzzles[:n])
		if err != nil {
			return err
		}
		puzzles = puzzles[n:]
		to.tell(func(p *progress) {
			for _, r := range results {
				p.Done++
				p.Statuses[r.Status]++
				if p.First == 0 {
					p.First = r.PuzzleID
				}
				p.Last = r.PuzzleID
			}
		})
	}
	return nil
}

// batch opens a run with the whole catalogue.
func (s *Server) batch(ctx context.Context, stopAtFirst bool) (*batch.Batch, error) {
	all, err := catalogue.BuiltIn()
	if err != nil {
		return nil, err
	}
	return batch.NewBatch(ctx, s.write, driver.Options{
		Engine: driver.EngineAuto, Techniques: all, StopAtFirst: stopAtFirst, Audit: setdoku.AuditFull, Jobs: 1,
	}, store.Run{Engine: string(driver.EngineAuto), Version: s.opts.Version, Options: map[string]any{"serve": true, "stop_at_first": stopAtFirst}})
}

// solveOne solves a stored puzzle from its present state. If one is true, it makes only the next step.
func (s *Server) solveOne(ctx context.Context, id int64, one bool) (err error) {
	var givens, state string
	err = s.read.QueryRowxContext(ctx, s.read.Rebind(`SELECT givens, state FROM puzzle WHERE puzzle_id = ?`), id).Scan(&givens, &state)
	if err != nil {
		return fmt.Errorf("puzzle %d: %w", id, store.ErrNoPuzzle)
	}
	if state == "" {
		state = givens
	}
	p, err := format.NewReader(strings.NewReader(state+"\n"), "puzzle").Read()
	if err != nil {
		return err
	}
	b, err := s.batch(ctx, one)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	_, err = b.Solve(ctx, []format.Puzzle{p})
	return err
}

// solvePage answers with the form for puzzles to solve.
func (s *Server) solvePage(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, "solve", "Solve", nil)
}

// solvePosted starts a job for the puzzles of the form and redirects to its page.
func (s *Server) solvePosted(w http.ResponseWriter, r *http.Request) error {
	text, name, err := posted(r)
	if err != nil {
		return err
	}
	j, err := s.jobs.start(text, name)
	if err != nil {
		return err
	}
	http.Redirect(w, r, "/solve/"+j.now.ID, http.StatusSeeOther)
	return nil
}

// posted reads the puzzles of the form: the file if there is one, otherwise the text.
func posted(r *http.Request) (text []byte, name string, err error) {
	if err := r.ParseMultipartForm(maxBody); err != nil {
		var large *http.MaxBytesError
		if errors.As(err, &large) {
			return nil, "", err
		}
		return nil, "", problem(http.StatusBadRequest, "the form cannot be read: "+err.Error())
	}
	defer r.MultipartForm.RemoveAll()
	f, header, err := r.FormFile("file")
	switch {
	case err == nil && header.Size > 0:
		defer f.Close()
		text, err = io.ReadAll(f)
		return text, header.Filename, err
	case err == nil:
		f.Close()
	}
	return []byte(r.PostFormValue("puzzles")), "pasted text", nil
}

// jobPage shows the progress of a job. When a job with a single puzzle has ended, it redirects to the puzzle.
func (s *Server) jobPage(w http.ResponseWriter, r *http.Request) error {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return err
	}
	p, _ := j.look()
	if p.Ended && p.Total == 1 && p.Bad == 0 && p.Failure == "" {
		http.Redirect(w, r, fmt.Sprintf("/puzzles/%d", p.First), http.StatusSeeOther)
		return nil
	}
	return s.render(w, r, http.StatusOK, "job", "Solving", p)
}

// apiSolve starts a job for the puzzles of the body, in any format, and answers with the job.
func (s *Server) apiSolve(w http.ResponseWriter, r *http.Request) error {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return err
	}
	j, err := s.jobs.start(text, "body")
	if err != nil {
		return err
	}
	p, _ := j.look()
	w.Header().Set("Location", "/api/jobs/"+p.ID)
	return writeJSON(w, http.StatusAccepted, p)
}

// apiJob answers with the progress of a job.
func (s *Server) apiJob(w http.ResponseWriter, r *http.Request) error {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return err
	}
	p, _ := j.look()
	return writeJSON(w, http.StatusOK, p)
}

// apiJobStop ends a job.
func (s *Server) apiJobStop(w http.ResponseWriter, r *http.Request) error {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return err
	}
	j.cancel()
	w.WriteHeader(http.StatusNoContent)
	return nil
}

// apiJobEvents sends the progress of a job as server-sent events, whenever it changes, until the job ends.
func (s *Server) apiJobEvents(w http.ResponseWriter, r *http.Request) error {
	j, err := s.jobs.find(r.PathValue("job"))
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "text/event-stream")
	out := http.NewResponseController(w)
	for {
		p, news := j.look()
		data, err := json.Marshal(p)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
			return nil // the client has gone
		}
		if err := out.Flush(); err != nil || p.Ended {
			return nil
		}
		select {
		case <-news:
		case <-r.Context().Done():
			return nil
		case <-s.jobs.ctx.Done():
			return nil
		}
	}
}
