package forcing

import (
	"setdoku"
	"setdoku/solver/board"
)

// Kind says what runs inside a hypothesis.
type Kind int

// The kinds, in the order of the techniques of the family forcing.
const (
	Singles     Kind = iota
	Plus             // the singles, intersections, subsets and basic fish
	Nested           // the singles, and forcing by contradiction
	NestedTwice      // the singles, and nested forcing by contradiction
	kinds
)

// Fixed holds the fixed points of the hypotheses of all candidates of a puzzle.
type Fixed struct {
	valid  bool
	start  board.Digits // the puzzle
	sound  bool         // the fixed point of the puzzle itself is not a contradiction
	closed board.Digits // that fixed point
	fate   [9 * setdoku.CellCount]outcome
	fixed  [9 * setdoku.CellCount]board.Digits
}

// outcome is the outcome of a hypothesis.
type outcome uint8

const (
	unknown outcome = iota
	contradicted
	fixed
)

// For returns the fixed point of the hypothesis that places a digit, 0..8, in a cell, 0..80. It is nil if that is a
// contradiction.
func (f *Fixed) For(cell, digit int) *board.Digits {
	if at := digit*setdoku.CellCount + cell; f.fate[at] >= fixed {
		return &f.fixed[at]
	}
	return nil
}

// Hypotheses places each candidate of the open cells of a puzzle in a copy of it, and returns the fixed points of these
// hypotheses. The puzzle must have no digit twice in a unit. The result is valid until the next call for the same kind.
//
// If all that is alive in the puzzle was alive in the puzzle of the call before, each hypothesis goes on from there.
func (e *Engine) Hypotheses(kind Kind, s *board.Digits) *Fixed {
	if e.kinds[kind] == nil {
		e.kinds[kind] = new(Fixed)
	}
	h := e.kinds[kind]
	if h.valid && s.Within(&h.start) {
		if h.start == *s {
			return h
		}
	} else {
		clear(h.fate[:])
	}
	h.valid, h.start, h.closed = true, *s, *s
	h.sound = h.closed.Close(board.AllChanged) && e.run(kind, &h.closed)
	s.Open(func(cell, digit int) {
		at := digit*setdoku.CellCount + cell
		switch {
		case h.fate[at] == contradicted:
		case h.sound && h.closed.Has(cell, digit) && e.follow(kind, h, cell, digit):
			h.fate[at] = fixed
		default:
			h.fate[at] = contradicted
		}
	})
	return h
}

// run brings a fixed point of the singles to that of a kind, Singles or Plus. It reports false if that is a
// contradiction.
func (e *Engine) run(kind Kind, s *board.Digits) bool { return kind != Plus || e.plus(s) }

// follow brings a hypothesis to its fixed point, and reports false if that is a contradiction.
func (e *Engine) follow(kind Kind, h *Fixed, cell, digit int) bool {
	at := digit*setdoku.CellCount + cell
	f := &h.fixed[at]
	var todo uint
	switch {
	case h.fate[at] == fixed && f.Within(&h.closed):
		return true
	case h.fate[at] == fixed:
		todo = f.Meet(&h.closed)
	default:
		*f = h.closed
		todo = f.Fill(cell, digit)
	}
	return f.Close(todo) && e.run(kind, f)
}
