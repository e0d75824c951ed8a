package interrupt

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"
)

// grace is how long a write may take after the context has ended, for the last words of a program.
const grace = 200 * time.Millisecond

// writer writes in a goroutine of its own, which stays behind in its write when the context ends.
type writer struct {
	ctx    context.Context
	out    io.Writer
	mu     sync.Mutex
	failed error // that no later write can mend
}

// Writer returns a writer that returns the error of the context when a write goes on for 200 ms after the context has
// ended, and from then on. A write that is not held up goes through, whether the context has ended or not.
func Writer(ctx context.Context, out io.Writer) io.Writer {
	return &writer{ctx: ctx, out: out}
}

func (w *writer) Write(b []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.failed != nil {
		return 0, w.failed
	}
	type result struct {
		n   int
		err error
	}
	done := make(chan result, 1)
	text := bytes.Clone(b) // the caller may use its bytes again when this one has given up
	go func() {
		n, err := w.out.Write(text)
		done <- result{n, err}
	}()
	select {
	case r := <-done:
		return r.n, r.err
	case <-w.ctx.Done():
	}
	select {
	case r := <-done:
		return r.n, r.err
	case <-time.After(grace):
		w.failed = w.ctx.Err()
		return 0, w.failed
	}
}
