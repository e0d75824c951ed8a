package batch

import (
	"context"
	"errors"
	"runtime"

	"golang.org/x/sync/errgroup"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver/memory"
	"setdoku/solver/statements"
	"setdoku/store"
	"setdoku/store/record"
)

// sqlEngine solves by the statements of sql/. On a file it divides a chunk among several drivers, which compute at the
// same time. The first driver has the connection that writes, and each of the others a connection of its own.
type sqlEngine struct {
	db      *store.DB
	writer  *store.Conn
	all     catalogue.Catalogue
	opts    memory.Options
	jobs    int // drivers at most
	variant *setdoku.Variant
	drivers []*statements.Driver
	conns   []*store.Conn // of the drivers, without the writer
}

// leastPart is the number of puzzles that are worth a driver of their own. Each driver executes every statement.
const leastPart = 20

// newStatements returns an engine with one driver. The driver works on the writer, or on a server on a connection of
// its own.
func newStatements(ctx context.Context, db *store.DB, writer *store.Conn, all catalogue.Catalogue,
	opts memory.Options) (*sqlEngine, error) {
	s := &sqlEngine{db: db, writer: writer, all: all, opts: opts, jobs: opts.Jobs}
	if s.jobs < 1 {
		s.jobs = runtime.GOMAXPROCS(0)
	}
	if !db.InFile() || opts.OnPass != nil { // OnPass must get one pass after the other
		s.jobs = 1
	}
	err := s.add(ctx, db.InProcess())
	if err != nil {
		return nil, errors.Join(err, s.Close(ctx))
	}
	return s, nil
}

// add adds a driver, on the writer or on a connection of its own.
func (s *sqlEngine) add(ctx context.Context, onWriter bool) (err error) {
	conn := s.writer
	if !onWriter {
		if conn, err = s.db.Acquire(ctx); err != nil {
			return err
		}
		s.conns = append(s.conns, conn)
	}
	d, err := statements.NewDriver(ctx, conn, s.all, s.opts)
	if err != nil {
		return err
	}
	s.drivers = append(s.drivers, d)
	return d.Use(ctx, s.variant)
}

// use prepares the drivers for a variant, nil for classic.
func (s *sqlEngine) use(ctx context.Context, v *setdoku.Variant) error {
	s.variant = v
	for _, d := range s.drivers {
		if err := d.Use(ctx, v); err != nil {
			return err
		}
	}
	return nil
}

func (s *sqlEngine) Compute(ctx context.Context, chunk []*record.Puzzle) error {
	n := max(1, min(s.jobs, len(chunk)/leastPart))
	for len(s.drivers) < n {
		if err := s.add(ctx, false); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	for i, d := range s.drivers[:n] {
		var part []*record.Puzzle // every nth, because lists are often in the order of difficulty
		for j := i; j < len(chunk); j += n {
			part = append(part, chunk[j])
		}
		group.Go(func() error { return d.Compute(ctx, part) })
	}
	return group.Wait()
}

// Close closes the drivers and their connections, except the writer.
func (s *sqlEngine) Close(ctx context.Context) error {
	var failed []error
	for _, d := range s.drivers {
		failed = append(failed, d.Close(ctx))
	}
	for _, c := range s.conns {
		failed = append(failed, c.Close())
	}
	return errors.Join(failed...)
}
