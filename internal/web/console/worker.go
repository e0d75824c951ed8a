package console

import (
	"bufio"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"setdoku/store"
)

// order asks a worker to run a statement.
type order struct {
	Target    string
	Statement Statement
	Limit     time.Duration
}

// message is a part of the answer of a worker: first the columns, then a row each, at last an error or nothing.
type message struct {
	Columns []string
	Took    time.Duration // with the columns, see rows
	Row     []any
	Failure string
	At      int    // of a store.LocatedError, from 1; 0 for another error
	Cause   string // a name of causes, "" for another error
}

// causes are the errors that the server distinguishes.
var causes = map[string]error{
	"writes": store.ErrWrites, "large": store.ErrTooLarge, "memory": store.ErrNoMemory,
	"locked":   store.ErrLocked,
	"damaged":  store.ErrDamaged,
	"replaced": store.ErrReplaced, "meanwhile": store.ErrMeanwhile,
}

// Memory of a worker beyond what it has at its start, in bytes. SQLite's own limit comes first, so that the error can
// be reported. A worker on Linux that reaches addressSpace ends.
const (
	addressSpace = 400 << 20
	goMemory     = 96 << 20
	fileSize     = 1 << 30 // of each temporary file
)

// sendEvery is how long rows wait for more rows before they are sent.
const sendEvery = 50 * time.Millisecond

// WorkerArgument is the only argument of a process that is to call Work.
const WorkerArgument = "statement-of-serve"

// IsWorker reports whether this process is to call Work and then end.
func IsWorker() bool { return len(os.Args) == 2 && os.Args[1] == WorkerArgument }

// Worker returns the command that starts this program as a worker. The program must ask IsWorker at its start.
func Worker() ([]string, error) {
	path, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("find this program: %w", err)
	}
	return []string{path, WorkerArgument}, nil
}

type workerKey struct{}

// WithWorker returns a context for a program that asks IsWorker at its start. With another context, such as that of a
// test, WorkerCommand returns no command, because a test that starts its own program would start all tests.
func WithWorker(ctx context.Context) context.Context {
	return context.WithValue(ctx, workerKey{}, true)
}

// WorkerCommand returns Worker, or nil without WithWorker.
func WorkerCommand(ctx context.Context) ([]string, error) {
	if ctx.Value(workerKey{}) == nil {
		return nil, nil
	}
	return Worker()
}

// Work reads one statement from in, runs it and writes its rows to out. It ends the process when in ends, so that no
// statement outlives its server. Call it in a process that does nothing else.
func Work(in io.Reader, out io.Writer) error {
	if err := store.LimitMemory(); err != nil {
		return err
	}
	debug.SetMemoryLimit(goMemory)
	if err := limitProcess(addressSpace, fileSize); err != nil {
		return fmt.Errorf("limit the process of a statement: %w", err)
	}
	var o order
	if err := gob.NewDecoder(in).Decode(&o); err != nil {
		return fmt.Errorf("read a statement: %w", err)
	}
	go func() {
		_, _ = io.Copy(io.Discard, in)
		os.Exit(1)
	}()
	gob.Register(time.Time{}) // gob knows the other types of values
	buffered := bufio.NewWriterSize(out, 32<<10)
	encoder := gob.NewEncoder(buffered)
	var last message
	if err := work(o, encoder, buffered); err != nil {
		last = message{Failure: err.Error()}
		if located := (*store.LocatedError)(nil); errors.As(err, &located) {
			last.At = located.At + 1
		}
		for name, cause := range causes {
			if errors.Is(err, cause) {
				last.Cause = name
			}
		}
	}
	return errors.Join(encoder.Encode(last), buffered.Flush())
}

// work runs the statement and sends its rows.
func work(o order, encoder *gob.Encoder, out *bufio.Writer) (err error) {
	ctx := context.Background()
	db, err := store.OpenBounded(ctx, o.Target, bounds(o.Limit))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	r, err := query(ctx, db, o.Statement)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, r.close()) }()
	if err := encoder.Encode(message{Columns: r.columns, Took: r.took}); err != nil {
		return err
	}
	var sent time.Time
	for {
		row, err := r.next()
		if err != nil || row == nil {
			return err
		}
		if err := encoder.Encode(message{Row: row}); err != nil {
			return err
		}
		if time.Since(sent) > sendEvery {
			if err := out.Flush(); err != nil {
				return err
			}
			sent = time.Now()
		}
	}
}
