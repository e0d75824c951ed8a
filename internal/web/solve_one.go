package web

import (
	"context"
	"errors"

	"setdoku/internal/catalogue"
	"setdoku/internal/format"
	"setdoku/store"
	"setdoku/store/record"
)

// solveOne solves a stored puzzle from its present state, with some techniques or, for nil, with all. If one is true,
// it makes only the next step.
func (s *Server) solveOne(ctx context.Context, id int64, only catalogue.Catalogue, one bool) error {
	p, err := s.stored(ctx, id)
	if err != nil {
		return err
	}
	_, err = s.goOn(ctx, p, only, one)
	return err
}

// goOn is solveOne for a puzzle that may not be stored yet. It returns the result.
func (s *Server) goOn(ctx context.Context, p format.Puzzle, only catalogue.Catalogue, one bool) (r record.Puzzle,
	err error) {
	b, err := newJobBatch(ctx, s.write, s.opts.Version, only, one, nil)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	b.From = store.Resume
	results, err := b.Solve(ctx, []format.Puzzle{p})
	if err != nil {
		return r, err
	}
	return *results[0], nil
}

// stored reads a puzzle as it came into the database.
func (s *Server) stored(ctx context.Context, id int64) (p format.Puzzle, err error) {
	p.File = "puzzle"
	err = s.read.Snapshot(ctx, func(q *store.Snapshot) (err error) {
		p.State, err = q.Added(ctx, id)
		return err
	})
	return p, err
}
