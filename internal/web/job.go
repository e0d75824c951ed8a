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
	"setdoku/solver"
	"setdoku/store"
)

// Limits of what is solved for the pages.
const (
	jobsAtOnce  = 1   // jobs that solve; the others wait their turn
	jobsKept    = 100 // finished ones that can be looked at
	errorsKept  = 20  // bad lines that a job tells
	chunkOfJob  = 50  // puzzles in a transaction: small, so that progress is seen
	jobLifetime = time.Hour
)

// progress is what there is to tell about a job.
type progress struct {
	ID       string         `json:"id"`
	Done     int            `json:"done"`  // puzzles solved, or found solved
	Total    int            `json:"total"` // puzzles read
	Statuses map[string]int `json:"statuses"`
	Bad      int            `json:"bad"`    // lines that are no puzzle
	Errors   []string       `json:"errors"` // what is wrong with the first of them
	First    int64          `json:"first"`  // puzzle_id of the first puzzle, 0 before it is known
	Last     int64          `json:"last"`
	Ended    bool           `json:"ended"`
	Failure  string         `json:"failure,omitempty"` // why it ended early
}

// job solves what somebody pasted or uploaded.
type job struct {
	mu      sync.Mutex
	now     progress
	changed chan struct{} // closed when there is something new to tell
	began   time.Time
	cancel  context.CancelFunc
}

// look returns what there is to tell, and what is closed when there is more.
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

// tell changes what there is to tell.
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
	turn  chan struct{} // holds a value for every job that solves
	ended sync.WaitGroup
	stop  context.CancelFunc
	ctx   context.Context
}

func newJobs(s *Server) *jobs {
	j := &jobs{s: s, byID: make(map[string]*job), turn: make(chan struct{}, jobsAtOnce)}
	j.ctx, j.stop = context.WithCancel(context.Background())
	return j
}

// close ends all jobs; what they had not solved waits in the database.
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
			return nil, problem(http.StatusBadRequest, "no puzzle in it: "+now.Errors[0])
		}
		return nil, problem(http.StatusBadRequest, "there is no puzzle in it; 81 characters a line, with . or 0 for an empty cell, are one way to write them")
	}
	now.Total = len(puzzles)
	ctx, cancel := context.WithCancel(j.ctx)
	started := &job{now: now, changed: make(chan struct{}), began: time.Now(), cancel: cancel}
	j.mu.Lock()
	if j.ctx.Err() != nil {
		j.mu.Unlock()
		cancel()
		return nil, problem(http.StatusServiceUnavailable, "the server is going down")
	}
	j.byID[now.ID] = started
	j.order = append(j.order, started)
	j.forget()
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
				p.Failure = "it was stopped; what is not solved waits in the collection"
			case err != nil:
				p.Failure = "the database failed; the log of the server has more"
				j.s.opts.Log.Error("job failed", "job", p.ID, "error", err)
			}
		})
	}()
	return started, nil
}

// forget drops the oldest jobs that have ended, when there are many or they are old. j.mu is held.
func (j *jobs) forget() {
	for len(j.order) > 0 {
		oldest := j.order[0]
		if p, _ := oldest.look(); !p.Ended || len(j.order) <= jobsKept && time.Since(oldest.began) < jobLifetime {
			return
		}
		delete(j.byID, oldest.now.ID)
		j.order = j.order[1:]
	}
}

// run solves the puzzles when it is the job's turn.
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

// batch opens a run of the whole catalogue.
func (s *Server) batch(ctx context.Context, stopAtFirst bool) (*solver.Batch, error) {
	catalogue, err := solver.BuiltIn()
	if err != nil {
		return nil, err
	}
	return solver.NewBatch(ctx, s.write, solver.Options{
		Engine: solver.EngineAuto, Techniques: catalogue, StopAtFirst: stopAtFirst, Audit: setdoku.AuditFull, Jobs: 1,
	}, store.Run{Engine: string(solver.EngineAuto), Version: s.opts.Version, Options: map[string]any{"serve": true, "stop_at_first": stopAtFirst}})
}

// solveOne solves a stored puzzle from where it is, or makes its next step.
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

// solvePage is the form for what is to be solved.
func (s *Server) solvePage(w http.ResponseWriter, r *http.Request) error {
	return s.render(w, r, http.StatusOK, "solve", "Solve", nil)
}

// solvePosted takes puzzles from the form, pasted or uploaded, and goes on to their progress.
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

// posted reads the puzzles of a form: the file, if there is one, else the text.
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
	return []byte(r.PostFormValue("puzzles")), "what was pasted", nil
}

// jobPage shows the progress of a job, and goes on to the puzzle when there was one alone.
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

// apiSolve takes puzzles as the body, in any format, and answers with a job.
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

// apiJob tells how far a job is.
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

// apiJobEvents tells how far a job is whenever there is news, as server-sent events, until it ends.
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
			return nil // nobody listens any more
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
