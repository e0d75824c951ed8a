package trial

import "setdoku/internal/board"

// Engine follows assumptions. It keeps its memory for the next puzzle, so it is not safe for concurrent use. The zero
// Engine is ready to use.
type Engine struct {
	// Passes decides about a hypothesis of the kind Plus that looks like a contradiction, or whose puzzle does. It runs
	// the passes themselves, stores the fixed point and reports whether there is one. If Passes is nil, such a
	// hypothesis is a contradiction.
	Passes func(cell, digit int, end *board.Digits) bool

	kinds   [kinds]*Fixed
	levels  [MaxDepth][]witness // hypotheses without a contradiction, for each depth
	subsets board.Subsets
}

// hints are fixed points of hypotheses of a puzzle that has all of a state, by the depth of trial and error inside
// them. Each may be nil.
type hints [2]*Fixed

// assume places a candidate in a fixed point of the singles. If there is a hint for a depth up to the one that runs
// inside, it also takes over what is known from that. It returns the digits for close, and false if the hypothesis is
// known to be a contradiction.
func (known *hints) assume(depth int, s *board.Digits, cell, digit int) (todo uint, ok bool) {
	for i := min(depth, len(known)-1); i >= 0; i-- {
		if known[i] == nil {
			continue
		}
		hint := known[i].Of(cell, digit)
		if hint == nil {
			return 0, false
		}
		return s.Meet(hint), true
	}
	return s.Fill(cell, digit), true
}

// witness is the fixed point of a hypothesis without a contradiction. It proves that the hypotheses of all candidates
// that it places have no contradiction either.
type witness struct {
	board.Digits
	cell, digit int // the assumption
}

// covers returns the candidates of a digit that the witness places.
func (w *witness) covers(digit int) board.Cells { return w.Alive[digit].And(w.Placed) }

// refute brings a fixed point of the singles to the fixed point of trial and error at a depth: no hypothesis is left
// that trial and error at depth-1 contradicts. It reports false if that is a contradiction.
func (e *Engine) refute(depth int, s *board.Digits, known hints) bool {
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
		solving = inSolutions(s)
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
func (e *Engine) sweep(depth int, s *board.Digits, known hints, covered [9]board.Cells) (removed, ok bool) {
	level := &e.levels[depth-1]
	for i := range *level {
		for d := range covered {
			covered[d] = covered[d].Or((*level)[i].covers(d))
		}
	}
	for d := range s.Alive {
		for left := s.Live(d).Without(covered[d]); !left.Empty(); {
			cell := left.Next()
			w := witness{*s, cell, d}
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

// assume places a candidate in a fixed point of the singles and brings it to the fixed point at a depth. It reports
// false if that is a contradiction.
func (e *Engine) assume(depth int, s *board.Digits, cell, digit int, known hints) bool {
	todo, ok := known.assume(depth, s, cell, digit)
	return ok && s.Close(todo) && e.refute(depth, s, known)
}

// drop eliminates a candidate from a fixed point at a depth, and brings what is left to the fixed point. It reports
// false if that is a contradiction.
func (e *Engine) drop(depth int, s *board.Digits, cell, digit int, known hints) bool {
	return s.Close(s.Eliminate(cell, digit)) && e.refute(depth, s, known)
}

// recheck lets the witnesses go on in which an eliminated candidate is alive. A witness that meets a contradiction
// refutes its assumption. recheck reports whether there was one, and false if that led to a contradiction.
func (e *Engine) recheck(depth int, s *board.Digits, known hints) (removed, ok bool) {
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

// Refute makes one pass: it calls refuted for each candidate of a puzzle that trial and error at a depth, 0 or 1,
// contradicts. The puzzle must be a fixed point of the singles.
func (e *Engine) Refute(depth int, s *board.Digits, refuted func(cell, digit int)) {
	var known hints
	for i, kind := range [...]Kind{Singles, Nested} {
		if h := e.kinds[kind]; h != nil && h.valid && s.Within(&h.start) {
			known[i] = h
		}
	}
	covered := s.Alive
	for d := range covered {
		covered[d] = covered[d].And(s.Placed)
	}
	s.Open(func(cell, digit int) {
		if covered[digit].Has(cell) {
			return
		}
		w := witness{*s, cell, digit}
		if !e.assume(depth, &w.Digits, cell, digit, known) {
			refuted(cell, digit)
			return
		}
		for d := range covered {
			covered[d] = covered[d].Or(w.covers(d))
		}
	})
}
