package web

import (
	"context"
	"errors"
	"time"

	"setdoku"
	"setdoku/internal/explain"
	"setdoku/internal/game"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

// adviser finds the next deduction that is needed. It is not safe for concurrent use.
type adviser struct {
	techniques  catalogue.Catalogue
	next, whole *batch.Pathfinder // for one step and for all
}

func newAdviser() (a *adviser, err error) {
	a = &adviser{}
	if a.techniques, err = catalogue.BuiltIn(); err != nil {
		return nil, err
	}
	if a.next, err = batch.NewPathfinder(a.techniques, driver.Options{Techniques: a.techniques, StopAtFirst: true}); err != nil {
		return nil, err
	}
	if a.whole, err = batch.NewPathfinder(a.techniques, driver.Options{Techniques: a.techniques}); err != nil {
		return nil, errors.Join(err, a.next.Close(context.Background()))
	}
	return a, nil
}

// close closes the temporary databases, also after the context has ended.
func (a *adviser) close(ctx context.Context) error {
	ctx = context.WithoutCancel(ctx)
	return errors.Join(a.next.Close(ctx), a.whole.Close(ctx))
}

// advise returns the first deduction that is needed from a state on.
func (a *adviser) advise(ctx context.Context, s setdoku.State) (explain.Advice, error) {
	return explain.AdviseNeeded(ctx, s, a.next, a.whole, a.whole, a.techniques)
}

// patience is the time after which a hint no longer passes over what the player knows.
const patience = 3 * time.Second

// adviseGame returns the first deduction that is needed from a state on and that the player has not made yet. known are the
// eliminations that came before it: the solver has proved them, and the player's marks show them. A player who has crossed a
// candidate out would otherwise get the same hint again and again.
func (s *Server) adviseGame(ctx context.Context, state setdoku.State, board *game.Board) (a explain.Advice, known []setdoku.Candidate, err error) {
	if err := s.read.CheckReference(ctx); err != nil {
		return a, nil, err
	}
	by, err := newAdviser()
	if err != nil {
		return a, nil, err
	}
	defer func() { err = errors.Join(err, by.close(ctx)) }()
	for start := time.Now(); ; {
		a, err = by.advise(ctx, state)
		if err != nil || a.Deduction == nil || !knows(board, a.Deduction) || time.Since(start) > patience {
			return a, known, err
		}
		known = append(known, a.Deduction.Eliminations...)
		state = state.Apply(*a.Deduction)
	}
}

// knows reports whether the marks of the player show all that a deduction eliminates. A cell without marks shows nothing.
func knows(board *game.Board, d *setdoku.Deduction) bool {
	for _, c := range d.Eliminations {
		if m := board[setdoku.CellIndex(c.Cell)].Marks; m == 0 || m.Has(c.Digit) {
			return false
		}
	}
	return len(d.Placements) == 0
}
