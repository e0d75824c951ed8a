package console

import (
	"bufio"
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"setdoku/store"
)

// startWorker starts a process for one statement. The process is killed when the context ends or the rows are closed.
func startWorker(ctx context.Context, command []string, o order) (*rows, error) {
	cannot := func(err error) (*rows, error) { return nil, fmt.Errorf("process of a statement: %w", err) }
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Args[0] = os.Args[0] // for programs that look at their name
	cmd.Env = append(os.Environ(), "GOMAXPROCS=2", "GOTRACEBACK=none")
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return cannot(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return cannot(err)
	}
	if err := cmd.Start(); err != nil {
		return cannot(err)
	}
	end := func() error {
		_ = in.Close()
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
		return nil
	}
	if err := gob.NewEncoder(in).Encode(o); err != nil {
		_ = end()
		return cannot(err)
	}
	gob.Register(time.Time{}) // gob knows the other types of values
	decoder := gob.NewDecoder(bufio.NewReaderSize(out, 32<<10))
	next := func() (message, error) {
		var m message
		switch err := decoder.Decode(&m); {
		case ctx.Err() != nil:
			return m, ctx.Err()
		case err != nil:
			_ = end() // so that all it said is in the buffer
			return m, died(said.String(), err)
		case m.Failure == "":
			return m, nil
		}
		if cause, known := causes[m.Cause]; known {
			return m, cause
		}
		if m.At > 0 {
			return m, &store.LocatedError{Err: errors.New(m.Failure), At: m.At - 1}
		}
		return m, errors.New(m.Failure)
	}
	first, err := next()
	if err != nil {
		return nil, errors.Join(err, end())
	}
	return &rows{first.Columns, first.Took, func() ([]any, error) {
		m, err := next()
		return m.Row, err
	}, end}, nil
}

// died returns the error for a worker that ended without an answer. Go ends a process that gets no more memory.
func died(said string, err error) error {
	if said == "" || strings.Contains(said, "out of memory") || strings.Contains(said, "cannot allocate") {
		return store.ErrNoMemory
	}
	return fmt.Errorf("the process of the statement ended: %w: %.200s", err, said)
}
