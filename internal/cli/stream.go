package cli

import (
	"context"
	"io"
	"os"
	"sync/atomic"
	"syscall"

	"golang.org/x/term"

	"setdoku/internal/format"
)

// Streams are where a command reads and writes.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
}

// Guard returns streams that stop when ctx ends, even while a read waits for input or a write waits for a full pipe.
// When the reader of the output has closed it, the streams set closed, call end, and discard all later output.
func (s Streams) Guard(ctx context.Context, end func(), closed *atomic.Bool) Streams {
	if f, is := s.In.(*os.File); s.In != nil && !(is && isRegular(f)) {
		s.In = format.NewInterruptibleReader(ctx, s.In)
	}
	guarded := func(w io.Writer) io.Writer {
		o := &output{Writer: w, raw: w, end: end, closed: closed}
		if f, is := w.(*os.File); is && !isRegular(f) {
			o.Writer = format.NewInterruptibleWriter(ctx, f)
		}
		if isTerminal(w) {
			o.Writer = newScreen(o.Writer, isColored(w))
		}
		return o
	}
	s.Out, s.Err = guarded(s.Out), guarded(s.Err)
	return s
}

// output is standard output or standard error.
type output struct {
	io.Writer
	raw    io.Writer
	end    func()
	closed *atomic.Bool
}

// Write writes b, unless the reader has closed the output.
func (o *output) Write(b []byte) (int, error) {
	if o.closed.Load() {
		return 0, syscall.EPIPE
	}
	n, err := o.Writer.Write(b)
	if readerClosed(err) {
		o.closed.Store(true)
		o.end()
	}
	return n, err
}

// isRegular reports whether f is a regular file.
func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}

// unguarded returns the writer below a stream that Guard and Sink have wrapped.
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

// terminalWidth returns the number of columns of the terminal w, or 0 if w is not a terminal or its width is unknown.
func terminalWidth(w io.Writer) int {
	if !isTerminal(w) {
		return 0
	}
	columns, _, err := term.GetSize(int(unguarded(w).(*os.File).Fd()))
	if err != nil {
		return 0
	}
	return columns
}

// isColored reports whether w is a terminal that may be colored (no-color.org).
func isColored(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && understandsColors(unguarded(w).(*os.File))
}
