package web

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"setdoku/internal/format"
	"setdoku/internal/web/job"
	"setdoku/store"
)

// solveOne solves a stored puzzle from its present state. If one is true, it makes only the next step.
func (s *Server) solveOne(ctx context.Context, id int64, one bool) (err error) {
	p, err := s.stored(ctx, id)
	if err != nil {
		return err
	}
	b, err := job.Batch(ctx, s.write, s.opts.Version, one, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, b.Close(ctx)) }()
	_, err = b.Solve(ctx, []format.Puzzle{p})
	return err
}

// stored reads a puzzle as it came into the database.
func (s *Server) stored(ctx context.Context, id int64) (p format.Puzzle, err error) {
	var givens, state string
	err = s.read.QueryRowxContext(ctx, s.read.Rebind(`SELECT givens, state FROM puzzle WHERE puzzle_id = ?`), id).Scan(&givens, &state)
	if errors.Is(err, sql.ErrNoRows) {
		return p, fmt.Errorf("puzzle %d: %w", id, store.ErrNoPuzzle)
	}
	if err != nil {
		return p, fmt.Errorf("read puzzle %d: %w", id, store.Explain(err))
	}
	if state == "" {
		state = givens
	}
	return format.NewReader(strings.NewReader(state+"\n"), "puzzle").Read()
}
