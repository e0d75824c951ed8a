package format

import (
	"bytes"
	"context"
	"io"
	"sync"
	"time"
)

// grace is how long a write may take after the context has ended, for the last messages of a program.
const grace = 200 * time.Millisecond

// writer writes in a separate goroutine. That goroutine stays blocked in its write when the context ends.
type writer struct {
	ctx    context.Context
	out    io.Writer
	mu     sync.Mutex
	failed error // error that all later writes return
}

// NewInterruptibleWriter returns a writer that returns the error of the context if a write is still blocked 200 ms
// after the context has ended. All later writes then return this error. A write that does not block succeeds even after
// the context has ended.
func NewInterruptibleWriter(ctx context.Context, out io.Writer) io.Writer {
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
	text := bytes.Clone(b) // the caller may reuse its bytes after this write was abandoned
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
