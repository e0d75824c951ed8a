package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"

	"setdoku"
	"setdoku/internal/format"
	"setdoku/solver/memory"
	"setdoku/store"
)

// MaxReported is the number of bad lines that one call reports one by one. The others are counted.
const MaxReported = 20

// input reads the puzzles that the arguments of a command name, one after the other.
type input struct {
	in        io.Reader
	err       io.Writer
	sources   []source // still to be read
	reader    *format.Reader
	ahead     *format.Puzzle // the first puzzle, after Begin and before Next
	db        *store.DB      // open while the puzzles are read, nil for none
	file      io.Closer
	size      int64            // bytes of all files, 0 when unknown
	read      int64            // bytes read so far
	used      int64            // bytes of the puzzles returned so far
	bad       int              // bad lines so far
	parts     int              // parts of files that no format reads and that are not an error
	unread    int              // lines of these parts
	failed    bool             // a file could not be read
	solutions bool             // the caller needs their solutions
	variant   *setdoku.Variant // of the puzzles that name none, nil for classic

	// Stored says what to do with a database among the arguments; %s is its name. It is "" for a command that reads no
	// database.
	Stored  string
	Classic string // what reads only classic puzzles; "" if puzzles of variants are not bad lines
}

// openInput returns the puzzles of the arguments of a command. It reads stdin for "-", and reports bad lines and files on
// err. v is the variant of the puzzles that name none, as format.Reader.SetVariant says; nil for none.
func openInput(stdin io.Reader, err io.Writer, args []string, v *setdoku.Variant) *input {
	in := &input{in: stdin, err: err, sources: sources(args, v), variant: v}
	for _, from := range in.sources {
		if from.path == "" {
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

// Begin reads up to the first puzzle. A command calls it before it creates or changes a database. When the input has
// nothing but bad lines and unreadable files, Begin reports them and returns the exit code.
func (in *input) Begin(ctx context.Context) error {
	var p format.Puzzle
	err := in.Next(ctx, &p)
	switch {
	case err == nil:
		in.ahead = &p
	case !errors.Is(err, io.EOF):
		return err
	case in.Faulty():
		return Exit(in.Finish())
	}
	return nil
}

// Next reads the next puzzle into p. It reports bad lines and unreadable files and goes on after them. It returns
// io.EOF at the end.
func (in *input) Next(ctx context.Context, p *format.Puzzle) error {
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
		if err == nil && p.State.Variant != nil && in.Classic != "" {
			err = &format.LineError{File: p.File, Line: p.Line,
				Err: fmt.Errorf("a puzzle of the variant %s, and %s takes only classic ones", p.State.Variant.Name,
					in.Classic)}
		}
		if err == nil {
			in.used += setdoku.CellCount + 1
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
			in.Close()
		default:
			in.fail(err)
			in.Close()
		}
	}
}

// report prints and counts a bad line or argument, or lines that are not read.
func (in *input) report(bad error) {
	count := &in.bad
	if unread, ok := errors.AsType[format.Unread](bad); ok {
		count = &in.parts
		in.unread += unread.Lines
	}
	if *count++; *count <= MaxReported {
		fmt.Fprintf(in.err, "setdoku: %v\n", bad)
	}
}

// readAhead is about the number of bytes that a reader has read beyond the puzzle that it returns.
const readAhead = 64 << 10

// Position returns about the number of bytes of the puzzles returned so far.
func (in *input) Position() int64 {
	return min(in.read, max(in.used, in.read-readAhead))
}

// Bytes returns the number of bytes read so far.
func (in *input) Bytes() int64 { return in.read }

// Length returns the number of bytes of all files, 0 when an argument is not a regular file.
func (in *input) Length() int64 { return in.size }

// Several reports whether the puzzles come from more than one argument.
func (in *input) Several() bool { return len(in.sources) > 1 }

// KeepSolutions reads a solution below a puzzle into the puzzle. Each puzzle then waits for the line after it.
func (in *input) KeepSolutions() { in.solutions = true }

// ExceptFrom names the database that is open while the puzzles are read. The input does not open its files, see
// store.DB.HasFile.
func (in *input) ExceptFrom(db *store.DB) { in.db = db }

// ReportTo makes w the place where bad lines and files are reported.
func (in *input) ReportTo(w io.Writer) { in.err = w }

// All yields the puzzles of the input. Another error than the end of the input ends it, and is stored in err.
func (in *input) All(ctx context.Context, err *error) iter.Seq[setdoku.State] {
	return func(yield func(setdoku.State) bool) {
		var p format.Puzzle
		for {
			if *err = in.Next(ctx, &p); *err != nil {
				if errors.Is(*err, io.EOF) {
					*err = nil
				}
				return
			}
			if !yield(p.State) {
				return
			}
		}
	}
}

// Chunks calls work with the puzzles of the input, memory.ChunkSize at a time.
func (in *input) Chunks(ctx context.Context, work func([]format.Puzzle) error) error {
	return in.ChunksBySize(ctx, memory.ChunkSize, work)
}

// ChunksBySize calls work with the puzzles of the input, size at a time.
func (in *input) ChunksBySize(ctx context.Context, size int, work func([]format.Puzzle) error) error {
	chunk := make([]format.Puzzle, size)
	for {
		if err := ctx.Err(); err != nil {
			return err
		}
		n, err := 0, error(nil)
		for ; n < len(chunk) && err == nil; n++ {
			err = in.Next(ctx, &chunk[n])
		}
		if err != nil {
			n-- // the last call read no puzzle
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
		in.begins(&plain{from: &counter{in.in, &in.read}}, "standard input")
		return
	}
	err := in.openFile(ctx, from.path)
	if ctx.Err() != nil {
		return // Next returns the error of the context
	}
	var pe *os.PathError
	switch {
	case err == nil:
		return
	case errors.As(err, &pe):
		err = pe.Err
	}
	err = fmt.Errorf("%s: %w", store.Name(from.path), err)
	if errors.Is(err, os.ErrNotExist) && strings.Trim(from.path, "0123456789.") == "" {
		err = fmt.Errorf("%w, nor a puzzle: expected %d characters, got %d", err, cellCount(in.variant), len(from.path))
	}
	in.fail(err)
}

// openFile begins to read a file.
func (in *input) openFile(ctx context.Context, path string) error {
	info, err := os.Stat(path)
	switch {
	case store.IsAddress(path), err == nil && in.db != nil && in.db.HasFile(path), err == nil && isDatabase(path):
		stored := cmp.Or(in.Stored, "setdoku export --db %s' writes one")
		return fmt.Errorf("is a database, want a file of puzzles ('"+stored+")", quote(store.Name(path)))
	case err != nil:
		return err
	case info.IsDir():
		return errors.New("is a folder without files, want a file of puzzles")
	}
	f, err := format.Open(ctx, path)
	if err != nil {
		return err
	}
	in.file = f
	in.begins(&plain{from: &counter{f, &in.read}}, path)
	return nil
}

// begins makes r the source of the next puzzles. Errors call it name.
func (in *input) begins(r io.Reader, name string) {
	in.reader = format.NewReader(r, name)
	in.reader.SetVariant(in.variant)
	if !in.solutions {
		in.reader.OmitSolutions()
	}
}

// fail reports a source that cannot be read.
func (in *input) fail(err error) {
	in.failed = true
	fmt.Fprintf(in.err, "setdoku: %v\n", err)
}

// Close closes the file that is being read.
func (in *input) Close() {
	if in.file != nil {
		in.file.Close()
	}
	in.file, in.reader = nil, nil
}

// Bad returns the number of bad lines so far.
func (in *input) Bad() int { return in.bad }

// Faulty reports whether a bad line or an unreadable file has been met.
func (in *input) Faulty() bool { return in.bad > 0 || in.failed }

// Skipped returns the number of bad and unread lines, for the end of a summary. It is "" when there are none.
func (in *input) Skipped() string {
	text := ""
	if in.bad > 0 {
		text += ", " + format.Plural(in.bad, "bad line")
	}
	if in.unread > 0 {
		text += ", " + format.Plural(in.unread, "line") + " not read"
	}
	return text
}

// Finish closes the input, prints the number of bad lines that were only counted, and returns ExitError when the input
// is faulty, else ExitDone.
func (in *input) Finish() int {
	in.Close()
	if in.bad > MaxReported {
		only := ""
		if in.used == 0 {
			only = ", and no puzzles"
		}
		fmt.Fprintf(in.err, "setdoku: and %s%s\n", format.Plural(in.bad-MaxReported, "more bad line"), only)
	}
	if in.parts > MaxReported {
		fmt.Fprintf(in.err, "setdoku: and %d more that are not read, in all %s\n", in.parts-MaxReported,
			format.Plural(in.unread, "line"))
	}
	if in.Faulty() {
		return ExitError
	}
	return ExitDone
}

// counter counts the bytes that are read from a reader.
type counter struct {
	io.Reader
	n *int64
}

// Read reads into b.
func (c *counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	*c.n += int64(n)
	return n, err
}
