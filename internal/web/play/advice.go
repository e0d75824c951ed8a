package play

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/semaphore"

	"setdoku"
	"setdoku/internal/tell/explain"
	"setdoku/solver/catalogue"
	"setdoku/store"
)

// Advisers limits how many advisers work at once, because each may need a core for seconds.
type Advisers struct {
	read  *store.DB
	turns *semaphore.Weighted
}

// NewAdvisers returns Advisers of which at most n work at once. They compare the reference tables of the database with those of the program.
func NewAdvisers(read *store.DB, n int) *Advisers {
	return &Advisers{read, semaphore.NewWeighted(int64(n))}
}

// Ask calls work with an adviser. It waits until fewer than n advisers work.
func (s *Advisers) Ask(ctx context.Context, work func(by *explain.Adviser) error) (err error) {
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
	by, err := explain.NewAdviser(all, all, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, by.Close(ctx)) }()
	return work(by)
}

// adviceKey is the board for which a player asks for a hint.
type adviceKey struct {
	state setdoku.State
	marks [setdoku.CellCount]setdoku.DigitSet // of the player
}

// gameAdvice is the advice for a board.
type gameAdvice struct {
	explain.Advice
	known []setdoku.Candidate
}

// adviseGame returns the first deduction that is needed from a board on and that the player has not made yet. Its known are the
// eliminations that came before it: the solver has proved them, and the player's marks show them. A player who has crossed a
// candidate out would otherwise get the same hint again and again. The advice is kept, because the player asks for the three levels of a
// hint one after the other, and a hard puzzle needs seconds.
func (s *Games) adviseGame(ctx context.Context, k adviceKey) (gameAdvice, error) {
	return s.advice.Get(k, func() (gameAdvice, error) { return s.findAdvice(ctx, k) })
}

// patience is the time after which a hint no longer passes over what the player knows.
const patience = 3 * time.Second

func (s *Games) findAdvice(ctx context.Context, k adviceKey) (a gameAdvice, err error) {
	state := k.state
	err = s.advisers.Ask(ctx, func(by *explain.Adviser) (err error) {
		for start := time.Now(); ; {
			a.Advice, err = by.Needed(ctx, state)
			if err != nil || a.Deduction == nil || !k.knows(a.Deduction) || time.Since(start) > patience {
				return err
			}
			a.known = append(a.known, a.Deduction.Eliminations...)
			state = state.Apply(*a.Deduction)
		}
	})
	return a, err
}

// knows reports whether the marks of the player show all that a deduction eliminates. A cell without marks shows nothing.
func (k *adviceKey) knows(d *setdoku.Deduction) bool {
	for _, c := range d.Eliminations {
		if m := k.marks[setdoku.CellIndex(c.Cell)]; m == 0 || m.Has(c.Digit) {
			return false
		}
	}
	return len(d.Placements) == 0
}
