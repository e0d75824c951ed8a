package web

import (
	"context"
	"iter"
	"maps"
	"slices"
	"sync"
	"time"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/store/record"
)

// jobState says what a job does.
type jobState string

// The states of a job. A job ends as Ended, Stopped or Failed.
const (
	Adding  jobState = "adding"  // its puzzles are added to the database
	Waiting jobState = "waiting" // another job solves
	Solving jobState = "solving"
	Ended   jobState = "ended"
	Stopped jobState = "stopped"
	Failed  jobState = "failed"
)

// mostResults is the number of puzzles that a job remembers.
const mostResults = 200

// jobProgress counts the puzzles that a job has read, added and solved.
type jobProgress struct {
	ID       string                 `json:"id"`
	Name     string                 `json:"name"`  // the source of its puzzles
	Began    time.Time              `json:"began"` // when it was posted
	State    jobState               `json:"state"`
	Added    int                    `json:"added"` // jobPuzzles that are in the database
	Done     int                    `json:"done"`  // jobPuzzles that are solved, including those that were solved before
	Total    int                    `json:"total"` // jobPuzzles read
	Statuses map[setdoku.Status]int `json:"statuses"`
	Bad      int                    `json:"bad"`    // lines that are not a puzzle
	Errors   []string               `json:"errors"` // errors of the first bad lines
	First    int64                  `json:"first"`  // puzzle_id of the first puzzle, 0 before it is known
	Last     int64                  `json:"last"`
	Results  []record.Line          `json:"results"` // of the first puzzles
	Ended    bool                   `json:"ended"`
	Failure  string                 `json:"failure,omitempty"` // why the job ended early
}

// Single reports whether the job was about one puzzle and solved it.
func (p jobProgress) Single() bool {
	return p.State == Ended && p.Total == 1 && p.Bad == 0 && p.First > 0
}

// More is the number of solved puzzles that have no row in Results.
func (p jobProgress) More() int { return p.Done - len(p.Results) }

// jobInput is a list of puzzles.
type jobInput struct {
	Puzzles iter.Seq[format.Puzzle] // the same puzzles each time
	Total   int                     // their number
	Name    string                  // source of the puzzles
	Bad     int                     // number of lines that are not a puzzle
	Errors  []string                // what is wrong with the first ones
	Ended   func()                  // called when the puzzles are no longer needed, nil for nothing
}

// chunks returns the puzzles in slices of up to n, which are overwritten.
func (in jobInput) chunks(n int) iter.Seq[[]format.Puzzle] {
	return func(yield func([]format.Puzzle) bool) {
		chunk := make([]format.Puzzle, 0, n)
		for p := range in.Puzzles {
			if chunk = append(chunk, p); len(chunk) == n {
				if !yield(chunk) {
					return
				}
				chunk = chunk[:0]
			}
		}
		if len(chunk) > 0 {
			yield(chunk)
		}
	}
}

// job solves one list.
type job struct {
	mu      sync.Mutex
	now     jobProgress
	changed chan struct{} // closed when the progress changes
	cancel  context.CancelFunc
}

// Look returns the progress, and a channel that is closed when it changes.
func (j *job) Look() (jobProgress, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.now
	p.Statuses, p.Results = maps.Clone(j.now.Statuses), slices.Clone(j.now.Results)
	return p, j.changed
}

// Stop ends the job. What it has solved stays solved, and the other puzzles stay in the database with status new.
func (j *job) Stop() { j.cancel() }

// update changes the progress.
func (j *job) update(change func(*jobProgress)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.now)
	close(j.changed)
	j.changed = make(chan struct{})
}

// count adds the results of puzzles that are solved.
func (p *jobProgress) count(results []*record.Puzzle) {
	for _, r := range results {
		p.Done++
		p.Statuses[r.Status]++
		if len(p.Results) < mostResults {
			p.Results = append(p.Results, r.Line())
		}
	}
}
