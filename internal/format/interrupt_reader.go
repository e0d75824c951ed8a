package format

import (
	"context"
	"io"
	"os"
)

// bufferSize is the number of bytes that one read asks for.
const bufferSize = 64 << 10

// reader reads in a separate goroutine. That goroutine stays blocked in its read when the context ends.
type reader struct {
	ctx    context.Context
	in     io.Reader
	buffer []byte
	read   chan error // nil if no read is running
	n      int        // bytes of the last read
	rest   []byte     // bytes not returned yet
	err    error      // error of the last read
}

// NewInterruptibleReader returns a reader that returns the error of the context as soon as it ends, even during a read.
// Use it from one goroutine, and do not read from in directly any more.
func NewInterruptibleReader(ctx context.Context, in io.Reader) io.Reader {
	return &reader{ctx: ctx, in: in}
}

func (r *reader) Read(b []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	if len(r.rest) == 0 && r.err == nil {
		if err := r.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, r.rest)
	if r.rest = r.rest[n:]; len(r.rest) > 0 {
		return n, nil
	}
	return n, r.err
}

// next waits for the next bytes.
func (r *reader) next() error {
	if r.buffer == nil {
		r.buffer = make([]byte, bufferSize)
	}
	if r.read == nil {
		done := make(chan error, 1)
		r.read = done
		go func() {
			var err error
			r.n, err = r.in.Read(r.buffer)
			done <- err
		}()
	}
	select {
	case r.err = <-r.read:
		r.read, r.rest = nil, r.buffer[:r.n]
		return nil
	case <-r.ctx.Done():
		return r.ctx.Err()
	}
}

// Reader and writer of a pipe or device, together with its file.
type (
	readCloser struct {
		io.Reader
		io.Closer
	}
	writeCloser struct {
		io.Writer
		io.Closer
	}
)

// Open opens a file for reading. If it is not a regular file, opening and reading end with the context, even while
// the other end of a pipe is not open.
func Open(ctx context.Context, path string) (io.ReadCloser, error) {
	if isRegular(os.Stat(path)) {
		return os.Open(path)
	}
	f, err := open(ctx, path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return readCloser{NewInterruptibleReader(ctx, f), f}, nil
}

// ReadFile reads a file like os.ReadFile, and ends with the context like Open.
func ReadFile(ctx context.Context, path string) ([]byte, error) {
	f, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// OpenPipe opens an existing file that is not a regular file for writing. Opening and writing end with the
// context, even while the other end of a pipe is not open.
func OpenPipe(ctx context.Context, path string) (io.WriteCloser, error) {
	f, err := open(ctx, path, os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	return writeCloser{NewInterruptibleWriter(ctx, f), f}, nil
}

// open opens a file in a separate goroutine.
func open(ctx context.Context, path string, flags int) (*os.File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		f, err := os.OpenFile(path, flags, 0)
		opened <- result{f, err}
	}()
	select {
	case r := <-opened:
		return r.file, r.err
	case <-ctx.Done():
		go func() {
			if r := <-opened; r.err == nil {
				r.file.Close()
			}
		}()
		return nil, ctx.Err()
	}
}

// isRegular takes the results of Stat.
func isRegular(info os.FileInfo, err error) bool { return err == nil && info.Mode().IsRegular() }
