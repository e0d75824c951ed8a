package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"setdoku/internal/format"
	"setdoku/solver"
)

// maxReported is how many bad lines of one call are reported one by one.
const maxReported = 20

// input reads puzzles from the arguments of a command, one after the other: files, "-"
// for standard input, or puzzles written out as 81 characters.
type input struct {
	in     io.Reader
	err    io.Writer
	args   []string
	reader *format.Reader
	file   io.Closer
	size   int64 // bytes of the regular files among args, 0 when unknown
	read   int64 // bytes read so far
	used   int64 // bytes of the puzzles among them, as far as that is known
	bad    int   // bad lines so far
	failed bool  // a file could not be read
}

func (a *app) open(args []string) *input {
	in := &input{in: a.In, err: a.Err, args: args}
	for _, arg := range args {
		info, err := os.Stat(arg)
		switch {
		case err == nil && info.Mode().IsRegular():
			in.size += info.Size()
		case !looksLikePuzzle(arg):
			in.size = 0
			return in
		}
	}
	return in
}

// looksLikePuzzle reports whether an argument that is no file is meant as a puzzle: it
// has the length of one and no character that only a path has, or it is near enough to
// be a puzzle with a mistake in it.
func looksLikePuzzle(arg string) bool {
	if strings.HasPrefix(arg, ":") && strings.Count(arg, ":") >= 4 {
		return true
	}
	cells := 0
	for _, c := range arg {
		if c >= '0' && c <= '9' || c == '.' || c == '*' || c == '_' {
			cells++
		}
	}
	return cells >= 60 && !strings.ContainsAny(arg, `/\`)
}

// next returns the next puzzle. Bad lines and unreadable files are reported and passed
// over. It returns io.EOF at the end.
func (in *input) next(ctx context.Context) (format.Puzzle, error) {
	for {
		if err := ctx.Err(); err != nil {
			return format.Puzzle{}, err
		}
		if in.reader == nil {
			if len(in.args) == 0 {
				return format.Puzzle{}, io.EOF
			}
			in.advance()
			continue
		}
		p, err := in.reader.Read()
		var bad *format.LineError
		switch {
		case err == nil:
			in.used += int64(len(p.Text)) + 1
			return p, nil
		case errors.As(err, &bad):
			in.bad++
			if in.bad <= maxReported {
				fmt.Fprintf(in.err, "setdoku: %v\n", bad)
			}
		case errors.Is(err, io.EOF):
			in.close()
		default:
			in.fail(err)
			in.close()
		}
	}
}

// readAhead is about how many bytes a reader may be ahead of the puzzle it returns.
const readAhead = 64 << 10

// position returns about how many bytes the puzzles so far have taken.
func (in *input) position() int64 {
	return min(in.read, max(in.used, in.read-readAhead))
}

// chunks gives the puzzles of the input to work, solver.ChunkSize at a time.
func (in *input) chunks(ctx context.Context, work func([]format.Puzzle) error) error {
	return in.chunksOf(ctx, solver.ChunkSize, work)
}

// chunksOf gives the puzzles of the input to work, size at a time.
func (in *input) chunksOf(ctx context.Context, size int, work func([]format.Puzzle) error) error {
	chunk := make([]format.Puzzle, 0, size)
	for {
		p, err := in.next(ctx)
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if err == nil {
			chunk = append(chunk, p)
		}
		if len(chunk) == size || err != nil && len(chunk) > 0 {
			if err := work(chunk); err != nil {
				return err
			}
			chunk = chunk[:0]
		}
		if err != nil {
			return nil
		}
	}
}

// advance opens the next argument.
func (in *input) advance() {
	arg := in.args[0]
	in.args = in.args[1:]
	if arg == "-" {
		in.reader = format.NewReader(&counter{in.in, &in.read}, "standard input")
		return
	}
	info, err := os.Stat(arg)
	switch {
	case err != nil && looksLikePuzzle(arg):
		in.reader = format.NewReader(strings.NewReader(arg+"\n"), "argument")
		return
	case err == nil && info.IsDir():
		err = errors.New("is a folder, want a file of puzzles")
	case err == nil:
		var f *os.File
		if f, err = os.Open(arg); err == nil {
			in.file = f
			in.reader = format.NewReader(&counter{f, &in.read}, arg)
			return
		}
	}
	var pe *os.PathError
	if errors.As(err, &pe) {
		err = pe.Err
	}
	err = fmt.Errorf("%s: %w", arg, err)
	if errors.Is(err, os.ErrNotExist) && strings.Trim(arg, "0123456789.") == "" {
		err = fmt.Errorf("%w, nor a puzzle: %s, want 81", err, plural(len(arg), "character"))
	}
	in.fail(err)
}

func (in *input) fail(err error) {
	in.failed = true
	fmt.Fprintf(in.err, "setdoku: %v\n", err)
}

func (in *input) close() {
	if in.file != nil {
		in.file.Close()
	}
	in.file, in.reader = nil, nil
}

// faulty reports whether something could not be read so far.
func (in *input) faulty() bool { return in.bad > 0 || in.failed }

// finish reports bad lines that were only counted, and returns the exit code that the
// input alone asks for.
func (in *input) finish() int {
	in.close()
	if in.bad > maxReported {
		fmt.Fprintf(in.err, "setdoku: and %s\n", plural(in.bad-maxReported, "more bad line"))
	}
	if in.faulty() {
		return exitError
	}
	return exitDone
}

// counter counts the bytes that are read through it.
type counter struct {
	io.Reader
	n *int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	*c.n += int64(n)
	return n, err
}
