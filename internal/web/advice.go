package web

import (
	"context"
	"errors"
	"sync"
	"time"

	"setdoku"
	"setdoku/internal/tell/explain"
	"setdoku/solver/batch"
	"setdoku/solver/catalogue"
	"setdoku/solver/driver"
)

// adviser finds the next deduction that is needed. It is not safe for concurrent use.
type adviser struct {
	techniques  catalogue.Catalogue
	next, whole *batch.Pathfinder // for one step and for all
	turns       <-chan struct{}   // has a value of this adviser
}

// newAdviser waits until fewer than readers advisers work, because each may need a core for seconds. Close the adviser after use.
func (s *Server) newAdviser(ctx context.Context) (a *adviser, err error) {
	select {
	case s.advisers <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	defer func() {
		if err != nil {
			<-s.advisers
		}
	}()
	a = &adviser{turns: s.advisers}
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

// close closes the temporary databases, also after the context has ended, and lets another adviser work.
func (a *adviser) close(ctx context.Context) error {
	defer func() { <-a.turns }()
	ctx = context.WithoutCancel(ctx)
	return errors.Join(a.next.Close(ctx), a.whole.Close(ctx))
}

// advise returns the first deduction that is needed from a state on.
func (a *adviser) advise(ctx context.Context, s setdoku.State) (explain.Advice, error) {
	return explain.AdviseNeeded(ctx, s, a.next, a.whole, a.whole, a.techniques)
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

// adviceCache keeps the advice of the last boards. A player asks for the three stages of a hint one after the other, and a hard
// puzzle needs seconds.
type adviceCache struct {
	mu   sync.Mutex
	last map[adviceKey]gameAdvice
}

// cachedAdvice is the number of boards whose advice is kept.
const cachedAdvice = 100

func (c *adviceCache) get(k adviceKey) (a gameAdvice, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, known = c.last[k]
	return a, known
}

func (c *adviceCache) put(k adviceKey, a gameAdvice) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.last == nil || len(c.last) >= cachedAdvice {
		c.last = make(map[adviceKey]gameAdvice)
	}
	c.last[k] = a
}

// adviseGame returns the first deduction that is needed from a board on and that the player has not made yet. known are the
// eliminations that came before it: the solver has proved them, and the player's marks show them. A player who has crossed a
// candidate out would otherwise get the same hint again and again.
func (s *Server) adviseGame(ctx context.Context, k adviceKey) (explain.Advice, []setdoku.Candidate, error) {
	if err := s.read.CheckReference(ctx); err != nil {
		return explain.Advice{}, nil, err
	}
	if a, known := s.advice.get(k); known {
		return a.Advice, a.known, nil
	}
	a, err := s.findAdvice(ctx, k)
	if err == nil {
		s.advice.put(k, a)
	}
	return a.Advice, a.known, err
}

// patience is the time after which a hint no longer passes over what the player knows.
const patience = 3 * time.Second

func (s *Server) findAdvice(ctx context.Context, k adviceKey) (a gameAdvice, err error) {
	by, err := s.newAdviser(ctx)
	if err != nil {
		return a, err
	}
	defer func() { err = errors.Join(err, by.close(ctx)) }()
	state := k.state
	for start := time.Now(); ; {
		a.Advice, err = by.advise(ctx, state)
		if err != nil || a.Deduction == nil || !k.knows(a.Deduction) || time.Since(start) > patience {
			return a, err
		}
		a.known = append(a.known, a.Deduction.Eliminations...)
		state = state.Apply(*a.Deduction)
	}
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
