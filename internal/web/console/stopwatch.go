package console

import (
	"sync"
	"time"
)

// stopwatch calls a function when it has run for a time in sum.
type stopwatch struct {
	mu    sync.Mutex
	left  time.Duration
	since time.Time // zero if it is paused
	timer *time.Timer
}

func newStopwatch(limit time.Duration, over func()) *stopwatch {
	w := &stopwatch{left: limit, timer: time.AfterFunc(limit, over)}
	w.timer.Stop()
	return w
}

func (w *stopwatch) run() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.since = time.Now()
	w.timer.Reset(max(w.left, 0))
}

func (w *stopwatch) pause() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.since.IsZero() && w.timer.Stop() {
		w.left -= time.Since(w.since)
	}
	w.since = time.Time{}
}
