package play

import (
	"context"
	"errors"

	"golang.org/x/sync/semaphore"

	"setdoku"
	"setdoku/internal/catalogue"
	"setdoku/internal/explain"
	"setdoku/store"
)

// Advisers limits how many advisers work at once, because each may need a core for seconds.
type Advisers struct {
	read  *store.DB
	turns *semaphore.Weighted
}

// NewAdvisers returns Advisers of which at most n work at once. They compare the reference tables of the database with
// those of the program.
func NewAdvisers(read *store.DB, n int) *Advisers {
	return &Advisers{read, semaphore.NewWeighted(int64(n))}
}

// Turn calls work, which may need a core for seconds, with all techniques of the program. It waits until fewer than n
// advisers work.
func (s *Advisers) Turn(ctx context.Context, work func(all catalogue.Catalogue) error) error {
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

// Ask calls work with an adviser in a Turn.
func (s *Advisers) Ask(ctx context.Context, work func(by *explain.Adviser) error) error {
	return s.Turn(ctx, func(all catalogue.Catalogue) (err error) {
		by, err := explain.NewAdviser(all, all, nil)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, by.Close(ctx)) }()
		return work(by)
	})
}

// adviseGame returns the first deduction that is needed from a state on. The advice is cached, because the player asks
// for the three levels of a hint one after the other, and a hard puzzle needs seconds.
func (s *Games) adviseGame(ctx context.Context, state setdoku.State) (explain.Advice, error) {
	return s.advice.Get(ctx, state, func() (a explain.Advice, err error) {
		err = s.advisers.Ask(ctx, func(by *explain.Adviser) (err error) {
			a, err = by.Needed(ctx, state)
			return err
		})
		return a, err
	})
}
