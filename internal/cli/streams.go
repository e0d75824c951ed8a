package cli

import (
	"context"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/term"

	"setdoku/internal/interrupt"
)

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// guard returns the streams of a command that ends when ctx ends, also while it waits for input or writes to a pipe that
// nobody empties. When nobody reads the output any more it calls end and sets gone, and nothing is written after that.
func (s Streams) guard(ctx context.Context, end func(), gone *atomic.Bool) Streams {
	if f, is := s.In.(*os.File); s.In != nil && !(is && isRegular(f)) {
		s.In = interrupt.Reader(ctx, s.In)
	}
	guarded := func(w io.Writer) io.Writer {
		o := &output{Writer: w, raw: w, end: end, gone: gone}
		if f, is := w.(*os.File); is && !isRegular(f) {
			o.Writer = interrupt.Writer(ctx, f)
		}
		return o
	}
	s.Out, s.Err = guarded(s.Out), guarded(s.Err)
	return s
}

// output is standard output or standard error.
type output struct {
	io.Writer
	raw  io.Writer
	end  func()
	gone *atomic.Bool
}

func (o *output) Write(b []byte) (int, error) {
	if o.gone.Load() {
		return 0, syscall.EPIPE
	}
	n, err := o.Writer.Write(b)
	if errors.Is(err, syscall.EPIPE) {
		o.gone.Store(true)
		o.end()
	}
	return n, err
}

func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// unguarded returns the writer that a stream was made of.
func unguarded(w io.Writer) io.Writer {
	if s, is := w.(*sink); is {
		w = s.Writer
	}
	if o, is := w.(*output); is {
		return o.raw
	}
	return w
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := unguarded(w).(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
