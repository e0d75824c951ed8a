package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"setdoku/internal/format"
	"setdoku/internal/interrupt"
	"setdoku/solver"
)

// maxReported is how many bad lines of one call are reported one by one.
const maxReported = 20

// input reads puzzles from the arguments of a command, one after the other: files, "-"
// for standard input, or puzzles written out.
type input struct {
	in      io.Reader
	err     io.Writer
	sources []source // still to be read
	reader  *format.Reader
	ahead   *format.Puzzle // the first puzzle, where begin has read it
	file    io.Closer
	size    int64 // bytes of the regular files among them, 0 when unknown
	read    int64 // bytes read so far
	used    int64 // bytes of the puzzles among them, as far as that is known
	bad     int   // bad lines so far
	parts   int   // of files that are not read, with no fault of anybody's
	unread  int   // lines in these parts
	failed  bool  // a file could not be read
	textOff bool  // nobody needs the text of the puzzles
}

func (a *app) open(args []string) *input {
	in := &input{in: a.In, err: a.Err, sources: sources(args)}
	for _, from := range in.sources {
		if from.typed != "" {
			continue
		}
		info, err := os.Stat(from.path)
		if err != nil || !info.Mode().IsRegular() {
			in.size = 0
			return in
		}
		in.size += info.Size()
	}
	return in
}

// begin reads up to the first puzzle, so that a command can touch a database when it knows that there is one. The error
// is an exit code when the input has nothing but bad lines and files that cannot be read; they have been reported.
func (in *input) begin(ctx context.Context) error {
	var p format.Puzzle
	err := in.next(ctx, &p)
	switch {
	case err == nil:
		in.ahead = &p
	case !errors.Is(err, io.EOF):
		return err
	case in.faulty():
		return outcome(in.finish())
	}
	return nil
}

// next reads the next puzzle into p. Bad lines and unreadable files are reported and
// passed over. It returns io.EOF at the end.
func (in *input) next(ctx context.Context, p *format.Puzzle) error {
	if in.ahead != nil {
		*p, in.ahead = *in.ahead, nil
		return nil
	}
	for {
		if in.reader == nil {
			if err := ctx.Err(); err != nil {
				return err
			}
			if len(in.sources) == 0 {
				return io.EOF
			}
			in.advance(ctx)
			continue
		}
		err := in.reader.Next(p)
		if err == nil {
			in.used += int64(len(p.Text)) + 1
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		var bad *format.LineError
		switch {
		case errors.As(err, &bad):
			in.report(bad)
		case errors.Is(err, io.EOF):
			in.close()
		default:
			in.fail(err)
			in.close()
		}
	}
}

// report tells of a bad line, or of lines that are not read, and counts them.
func (in *input) report(bad *format.LineError) {
	told := &in.bad
	var unread format.Unread
	if errors.As(bad, &unread) {
		told = &in.parts
		in.unread += unread.Lines
	}
	if *told++; *told <= maxReported {
		fmt.Fprintf(in.err, "setdoku: %v\n", bad)
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
	chunk := make([]format.Puzzle, size)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := 0, error(nil)
		for ; n < len(chunk) && err == nil; n++ {
			err = in.next(ctx, &chunk[n])
		}
		if err != nil {
			n-- // the last was none
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return err
		}
		if n > 0 {
			if err := work(chunk[:n]); err != nil {
				return err
			}
		}
		if err != nil {
			return nil
		}
	}
}

// advance opens the next source.
func (in *input) advance(ctx context.Context) {
	from := in.sources[0]
	in.sources = in.sources[1:]
	switch {
	case from.typed != "":
		in.begins(strings.NewReader(from.typed+"\n"), "argument")
		return
	case from.path == "-":
		in.begins(&counter{in.in, &in.read}, "standard input")
		return
	}
	err := in.openFile(ctx, from.path)
	if ctx.Err() != nil {
		return // next returns the error of the context
	}
	var pe *os.PathError
	switch {
	case err == nil:
		return
	case errors.As(err, &pe):
		err = pe.Err
	}
	err = fmt.Errorf("%s: %w", from.path, err)
	if errors.Is(err, os.ErrNotExist) && strings.Trim(from.path, "0123456789.") == "" {
		err = fmt.Errorf("%w, nor a puzzle: %s, want 81", err, plural(len(from.path), "character"))
	}
	in.fail(err)
}

// openFile begins to read a file.
func (in *input) openFile(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a folder, want a file of puzzles")
	case isDatabase(path):
		return fmt.Errorf("is a database, want a file of puzzles ('setdoku export --db %s' writes one)", quoted(path))
	}
	f, err := interrupt.Open(ctx, path)
	if err != nil {
		return err
	}
	in.file = f
	in.begins(&counter{f, &in.read}, path)
	return nil
}

// begins makes r, which errors call name, the source of the next puzzles.
func (in *input) begins(r io.Reader, name string) {
	in.reader = format.NewReader(r, name)
	if in.textOff {
		in.reader.OmitText()
	}
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

// passed counts what was passed over, for the end of a summary; "" when it is nothing.
func (in *input) passed() string {
	text := ""
	if in.bad > 0 {
		text += ", " + plural(in.bad, "bad line")
	}
	if in.unread > 0 {
		text += ", " + plural(in.unread, "line") + " not read"
	}
	return text
}

// finish reports bad lines that were only counted, and returns the exit code that the
// input alone asks for.
func (in *input) finish() int {
	in.close()
	if in.bad > maxReported {
		fmt.Fprintf(in.err, "setdoku: and %s\n", plural(in.bad-maxReported, "more bad line"))
	}
	if in.parts > maxReported {
		fmt.Fprintf(in.err, "setdoku: and %d more that are not read, in all %s\n", in.parts-maxReported, plural(in.unread, "line"))
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
