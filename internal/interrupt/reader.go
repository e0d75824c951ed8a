// Package interrupt makes input and output give up when a context ends. A read from a terminal or a pipe, and a
// write to a pipe that nobody empties, hold a program up for as long as the other side likes.
package interrupt

import (
	"context"
	"io"
	"os"
)

// bufferSize is how many bytes one read asks for.
const bufferSize = 64 << 10

// reader reads in a goroutine of its own, which stays behind in its read when the context ends.
type reader struct {
	ctx    context.Context
	in     io.Reader
	buffer []byte
	read   chan error // nil while no read is under way
	n      int        // bytes that the last read returned
	rest   []byte     // what of them was not handed out yet
	err    error      // that came with them
}

// Reader returns a reader that returns the error of the context as soon as it ends, also in the middle of a read. It
// is for one goroutine. Nobody else may read from in any more.
func Reader(ctx context.Context, in io.Reader) io.Reader {
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

// Reader and Writer of a file that is no regular one, and the file to close.
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

// Open opens a file for reading. One that is no regular file gives up as Reader does, also while nobody has
// opened the other end of a pipe.
func Open(ctx context.Context, path string) (io.ReadCloser, error) {
	if isRegular(os.Stat(path)) {
		return os.Open(path)
	}
	f, err := open(ctx, path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	return readCloser{Reader(ctx, f), f}, nil
}

// ReadFile reads a file as os.ReadFile does, and gives up as Open does.
func ReadFile(ctx context.Context, path string) ([]byte, error) {
	f, err := Open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// OpenPipe opens a file that exists and is no regular one for writing. It gives up as Writer does, also while
// nobody has opened the other end of a pipe.
func OpenPipe(ctx context.Context, path string) (io.WriteCloser, error) {
	f, err := open(ctx, path, os.O_WRONLY)
	if err != nil {
		return nil, err
	}
	return writeCloser{Writer(ctx, f), f}, nil
}

// open opens a file in a goroutine of its own.
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

// isRegular takes what Stat returns.
func isRegular(info os.FileInfo, err error) bool { return err == nil && info.Mode().IsRegular() }
