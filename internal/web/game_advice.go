package web

import (
	"context"
	"net/http"
	"slices"

	"golang.org/x/sync/semaphore"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/solver"
	"setdoku/store"
)

// advisers limits how many advisers work at once, because each may need a core for seconds.
type advisers struct {
	read  *store.DB
	turns *semaphore.Weighted
	hints cache[setdoku.State, *solver.Hint]
}

// newAdvisers returns Advisers of which at most n work at once. They compare the reference tables of the database with
// those of the program.
func newAdvisers(read *store.DB, n int) *advisers {
	return &advisers{read, semaphore.NewWeighted(int64(n)), cache[setdoku.State, *solver.Hint]{Most: 100}}
}

// Turn calls work, which may need a core for seconds, with all techniques of the program. It waits until fewer than n
// advisers work.
func (s *advisers) Turn(ctx context.Context, work func(all catalogue.Catalogue) error) error {
	if err := s.turns.Acquire(ctx, 1); err != nil {
		return err
	}
	defer s.turns.Release(1)
	if err := s.read.CheckReference(ctx); err != nil {
		return err
	}
	all, err := catalogue.BuiltIn()
	if err != nil {
		return err
	}
	return work(all)
}

// Hint returns the next hint of a state. It is cached, because a player asks for the three levels one after the other,
// and a hard puzzle needs seconds.
func (s *advisers) Hint(ctx context.Context, state setdoku.State, level string) (*solver.Hint, error) {
	if err := checkLevel(level); err != nil {
		return nil, err
	}
	found, err := s.hints.Get(ctx, state, func() (h *solver.Hint, err error) {
		err = s.Turn(ctx, func(catalogue.Catalogue) (err error) {
			h, err = solver.Next(ctx, state, solver.Options{})
			return err
		})
		return h, err
	})
	if err != nil {
		return nil, err
	}
	h := *found
	h.Level = level
	return &h, nil
}

// checkLevel returns an error for a level that hints do not have.
func checkLevel(level string) error {
	if !slices.Contains(solver.HintLevels(), level) {
		return problemf(http.StatusBadRequest, "hint %q, want where, what or why", level)
	}
	return nil
}
