package forcing

import (
	"context"

	"setdoku/solver/board"
)

// Search says which deductions Prove looks for, and who takes them.
type Search struct {
	Kind Kind
	// Least ends the search after the first number of rounds that prove something. Otherwise it ends when all
	// hypotheses have met their fates.
	Least bool
	// Sets are sets of candidates, by digit, of which one is true. Only these are assumed then, and the verities are
	// these sets. If it is nil, they are all candidates, and the cells and the places in units.
	Sets [][9]board.Cells
	// Refuted takes each candidate whose hypothesis is a contradiction after some rounds. It may be nil.
	Refuted func(cell, digit, rounds int)
	// Verity takes each verity that proves eliminations after some rounds, for these and greater numbers again. It may
	// be nil.
	Verity func(v *Verity, rounds int)
}

// Prove assumes each candidate of the open cells of a puzzle, or of the sets, and lets all hypotheses make their rounds
// together. It returns the rounds after which it found something first, 0 if it found nothing. The puzzle must have no
// digit twice in a unit. When ctx ends, Prove ends early.
func (e *Engine) Prove(ctx context.Context, s *board.Digits, what Search) (least int) {
	e.ctx = ctx
	if what.Kind == Plus && !e.Hypotheses(Plus, s).proves(what) {
		return 0
	}
	e.assumeAll(what, s)
	for rounds := 1; ; rounds++ {
		found, open, changed := false, false, false
		for i := range e.assumed {
			h := &e.assumed[i]
			if h.fate != unknown {
				continue
			}
			if ctx.Err() != nil {
				return 0
			}
			before := h.rounds
			e.advance(what.Kind, h, rounds)
			open = open || h.fate == unknown
			changed = changed || h.rounds != before || h.fate == contradicted
			if h.fate == contradicted && what.Refuted != nil {
				found = true
				what.Refuted(h.cell, h.digit, rounds)
			}
		}
		if what.Verity != nil && (changed || rounds == 1) {
			verities(s, what.Sets, e.after, func(v *Verity) {
				found = true
				what.Verity(v, rounds)
			})
		}
		if found && least == 0 {
			least = rounds
		}
		if found && what.Least || !open {
			return least
		}
	}
}

// assumeAll makes the hypotheses of a search in a puzzle.
func (e *Engine) assumeAll(what Search, s *board.Digits) {
	if what.Kind == Nested || what.Kind == NestedTwice {
		e.remember(s)
	}
	var members [9]board.Cells
	for _, set := range what.Sets {
		for d := range members {
			members[d] = members[d].Or(set[d])
		}
	}
	e.assumed = e.assumed[:0]
	s.Open(func(cell, digit int) {
		if what.Sets != nil && !members[digit].Has(cell) {
			return
		}
		n := len(e.assumed)
		e.at[digit][cell] = n
		var open []hypothesis
		if n < cap(e.assumed) {
			open = e.assumed[:n+1][n].inside.open // keeps its memory
		}
		h := assumption(s, cell, digit)
		h.inside.open, h.known = open, &e.known[digit][cell]
		e.assumed = append(e.assumed, h)
	})
}

// after returns the state of a hypothesis after its rounds, nil if it is a contradiction.
func (e *Engine) after(cell, digit int) *board.Digits {
	if h := &e.assumed[e.at[digit][cell]]; h.fate != contradicted {
		return &h.Digits
	}
	return nil
}

// proves reports whether the fixed points prove anything that a search is for.
func (f *Fixed) proves(what Search) (proves bool) {
	if what.Refuted != nil {
		f.start.Open(func(cell, digit int) { proves = proves || f.For(cell, digit) == nil })
	}
	if what.Verity != nil && !proves {
		verities(&f.start, nil, f.For, func(*Verity) { proves = true })
	}
	return proves
}

// Refute calls refuted for the candidates of a state that the fewest rounds refute inside of a hypothesis of a kind,
// and returns how many rounds these are. It returns 0 if there are none, or if they are more than most. Singles must
// find nothing in the state. When ctx ends, Refute ends early.
func (e *Engine) Refute(ctx context.Context, kind Kind, s *board.Digits, most int,
	refuted func(cell, digit int)) (rounds int) {
	e.ctx = ctx
	var in search
	list, _ := e.search(&in, s, kind, most, nil)
	for _, c := range list {
		refuted(c.cell, c.digit)
	}
	if len(list) == 0 {
		return 0
	}
	return in.rounds
}
