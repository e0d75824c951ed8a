package forcing

import (
	"context"

	"setdoku"
	"setdoku/solver/board"
)

// Engine follows assumptions. It keeps its memory for the next puzzle, so it is not safe for concurrent use. The zero
// Engine is ready to use.
type Engine struct {
	// Further makes a pass of the first technique after the singles that finds something in a hypothesis of the kind
	// Plus, and reports whether one did.
	Further func(s *board.Digits) bool

	ctx     context.Context // of the running method
	kinds   [kinds]*Fixed
	levels  [MaxDepth][]model // hypotheses without a contradiction, for each depth
	subsets board.Subsets

	assumed []hypothesis                // of Prove
	at      [9][setdoku.CellCount]int   // where the hypothesis of a candidate is in assumed
	puzzle  board.Digits                // the last one with nested hypotheses
	known   [9][setdoku.CellCount]pairs // of the hypothesis of each candidate of that puzzle
}

// model is the fixed point of a hypothesis without a contradiction. It proves that the hypotheses of all candidates
// that it places have no contradiction either.
type model struct {
	board.Digits
	cell, digit int // the assumption
}

// covers returns the candidates of a digit that the witness places.
func (w *model) covers(digit int) board.Cells { return w.Alive[digit].And(w.Placed) }

// refute brings a fixed point of the singles to the fixed point of trial and error at a depth: no hypothesis is left
// that trial and error at depth-1 contradicts. It reports false if that is a contradiction.
func (e *Engine) refute(depth int, s *board.Digits, known *Fixed) bool {
	if depth == 0 || s.Solved() {
		return true
	}
	if !e.refute(depth-1, s, known) {
		return false
	}
	level := &e.levels[depth-1]
	*level = (*level)[:0]
	var solving [9]board.Cells
	if depth > 1 {
		solving = inSolutions(e.ctx, s)
	}
	for !s.Solved() {
		removed, ok := e.sweep(depth, s, known, solving)
		if !ok {
			return false
		}
		if !removed {
			break
		}
		for again := true; again && !s.Solved(); {
			if again, ok = e.recheck(depth, s, known); !ok {
				return false
			}
		}
	}
	return true
}

// sweep tests the candidates that no witness covers. It reports whether it removed any, and false if that led to a
// contradiction. covered are candidates that need no test.
func (e *Engine) sweep(depth int, s *board.Digits, known *Fixed, covered [9]board.Cells) (removed, ok bool) {
	level := &e.levels[depth-1]
	for i := range *level {
		for d := range covered {
			covered[d] = covered[d].Or((*level)[i].covers(d))
		}
	}
	for d := range s.Alive {
		for left := s.Live(d).Without(covered[d]); !left.Empty(); {
			if e.ctx.Err() != nil {
				return false, false
			}
			cell := left.Next()
			w := model{*s, cell, d}
			if e.assume(depth-1, &w.Digits, cell, d, known) {
				*level = append(*level, w)
				for k := range covered {
					covered[k] = covered[k].Or(w.covers(k))
				}
			} else {
				removed = true
				if !e.drop(depth-1, s, cell, d, known) {
					return true, false
				}
				if s.Solved() {
					return true, true
				}
			}
			left = left.And(s.Live(d)).Without(covered[d])
		}
	}
	return removed, true
}

// assume places a candidate in a fixed point of the singles and brings it to the fixed point at a depth. known has the
// hypotheses of a puzzle that contains the state, by singles, or is nil. assume reports false for a contradiction.
func (e *Engine) assume(depth int, s *board.Digits, cell, digit int, known *Fixed) bool {
	if known == nil {
		return s.Close(s.Fill(cell, digit)) && e.refute(depth, s, nil)
	}
	hint := known.For(cell, digit)
	return hint != nil && s.Close(s.Meet(hint)) && e.refute(depth, s, known)
}

// drop eliminates a candidate from a fixed point at a depth, and brings what is left to the fixed point. It reports
// false if that is a contradiction.
func (e *Engine) drop(depth int, s *board.Digits, cell, digit int, known *Fixed) bool {
	return s.Close(s.Eliminate(cell, digit)) && e.refute(depth, s, known)
}

// recheck lets the witnesses go on in which an eliminated candidate is alive. A witness that meets a contradiction
// refutes its assumption. recheck reports whether there was one, and false if that led to a contradiction.
func (e *Engine) recheck(depth int, s *board.Digits, known *Fixed) (removed, ok bool) {
	level := &e.levels[depth-1]
	kept := (*level)[:0]
	for i := range *level {
		w := &(*level)[i]
		if !w.Within(s) && !(w.Close(w.Meet(s)) && e.refute(depth-1, &w.Digits, known)) {
			if s.Has(w.cell, w.digit) {
				removed = true
				if !e.drop(depth-1, s, w.cell, w.digit, known) {
					return true, false
				}
			}
			continue
		}
		kept = append(kept, *w)
	}
	*level = kept
	return removed, true
}
