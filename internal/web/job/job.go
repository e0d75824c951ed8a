// Package job solves lists of puzzles in the background, one list after the other, and reports the progress of each.
package job

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

// State says what a job does.
type State string

// The states of a job. A job ends as Ended, Stopped or Failed.
const (
	Adding  State = "adding"  // its puzzles are added to the database
	Waiting State = "waiting" // another job solves
	Solving State = "solving"
	Ended   State = "ended"
	Stopped State = "stopped"
	Failed  State = "failed"
)

// mostResults is the number of puzzles that a job remembers.
const mostResults = 200

// Progress counts the puzzles that a job has read, added and solved.
type Progress struct {
	ID       string                 `json:"id"`
	Name     string                 `json:"name"`  // the source of its puzzles
	Began    time.Time              `json:"began"` // when it was posted
	State    State                  `json:"state"`
	Added    int                    `json:"added"` // puzzles that are in the database
	Done     int                    `json:"done"`  // puzzles that are solved, including those that were solved before
	Total    int                    `json:"total"` // puzzles read
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
func (p Progress) Single() bool {
	return p.State == Ended && p.Total == 1 && p.Bad == 0 && p.First > 0
}

// More is the number of solved puzzles that have no row in Results.
func (p Progress) More() int { return p.Done - len(p.Results) }

// Input is a list of puzzles.
type Input struct {
	Puzzles iter.Seq[format.Puzzle] // the same puzzles each time
	Total   int                     // their number
	Name    string                  // source of the puzzles
	Bad     int                     // number of lines that are not a puzzle
	Errors  []string                // what is wrong with the first ones
	Ended   func()                  // called when the puzzles are no longer needed, nil for nothing
}

// chunks returns the puzzles in slices of up to n, which are overwritten.
func (in Input) chunks(n int) iter.Seq[[]format.Puzzle] {
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

// Job solves one list.
type Job struct {
	mu      sync.Mutex
	now     Progress
	changed chan struct{} // closed when the progress changes
	cancel  context.CancelFunc
}

// Look returns the progress, and a channel that is closed when it changes.
func (j *Job) Look() (Progress, <-chan struct{}) {
	j.mu.Lock()
	defer j.mu.Unlock()
	p := j.now
	p.Statuses, p.Results = maps.Clone(j.now.Statuses), slices.Clone(j.now.Results)
	return p, j.changed
}

// Stop ends the job. What it has solved stays solved, and the other puzzles stay in the database with status new.
func (j *Job) Stop() { j.cancel() }

// update changes the progress.
func (j *Job) update(change func(*Progress)) {
	j.mu.Lock()
	defer j.mu.Unlock()
	change(&j.now)
	close(j.changed)
	j.changed = make(chan struct{})
}

// count adds the results of puzzles that are solved.
func (p *Progress) count(results []*record.Puzzle) {
	for _, r := range results {
		p.Done++
		p.Statuses[r.Status]++
		if len(p.Results) < mostResults {
			p.Results = append(p.Results, r.Line())
		}
	}
}
