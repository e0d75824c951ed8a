package forcing

import "setdoku/solver/board"

// hypothesis is a copy of a puzzle in which one candidate is placed, and which goes on round by round.
type hypothesis struct {
	board.Digits
	cell, digit int
	rounds      int // so far; the assumption is the first
	fate        outcome
	inside      search // of a hypothesis in which singles find nothing, for the kinds Nested and NestedTwice
	known       *pairs // of a hypothesis that is not inside of another one, nil for others
}

func assumption(s *board.Digits, cell, digit int) hypothesis {
	h := hypothesis{Digits: *s, cell: cell, digit: digit, rounds: 1}
	h.Fill(cell, digit)
	return h
}

// advance makes rounds in a hypothesis until it has made some number of them, or meets its fate.
//
// A round places all naked and hidden singles at once. Where there are none, a round of the kind Plus makes a pass of
// the first technique inside that finds something, and the nested kinds eliminate the candidates that the fewest rounds
// refute, which takes so many rounds.
func (e *Engine) advance(kind Kind, h *hypothesis, to int) {
	for h.fate == unknown {
		if !h.inside.on {
			before := h.Digits
			switch n := h.Round(); {
			case n < 0:
				h.fate = contradicted
				return
			case n > 0 && h.rounds >= to:
				h.Digits = before
				return
			case n > 0:
				h.rounds++
				continue
			}
		}
		if h.Solved() || kind == Singles {
			h.fate = fixed
			return
		}
		if h.rounds >= to {
			return
		}
		switch kind {
		case Plus:
			if e.Further(&h.Digits) {
				h.rounds++
			} else {
				h.fate = fixed
			}
		case Nested, NestedTwice:
			if !e.refuteInside(kind, h, to) {
				return
			}
		}
	}
}

// refuteInside eliminates the candidates of a hypothesis that the fewest rounds refute. It reports false if these are
// so many that the hypothesis would have made more than it may.
func (e *Engine) refuteInside(kind Kind, h *hypothesis, to int) bool {
	refuted, ended := e.search(&h.inside, &h.Digits, kind, to-h.rounds, h.known)
	switch {
	case len(refuted) > 0:
		h.rounds += h.inside.rounds
		h.inside.on = false
		for _, c := range refuted {
			h.Eliminate(c.cell, c.digit)
		}
	case ended:
		h.inside.on, h.fate = false, fixed
	default:
		return false
	}
	return true
}

// candidate is a cell, 0..80, and a digit, 0..8.
type candidate struct{ cell, digit int }

// search looks for the candidates of a state that the fewest rounds refute.
type search struct {
	on     bool
	kind   Kind         // of the hypotheses
	rounds int          // that they have made
	open   []hypothesis // those that may still be refuted
}

// search goes on until hypotheses in a state have made some number of rounds. If some of them are contradictions, it
// returns their candidates, which are valid until the next search. ended says that none will ever be. The state is one
// in which a hypothesis of a kind finds no single. known is for suspects.
func (e *Engine) search(in *search, s *board.Digits, kind Kind, most int, known *pairs) (refuted []candidate,
	ended bool) {
	if !in.on {
		*in = search{on: true, kind: Singles, open: e.candidatesToTest(s, in.open[:0], known)}
	}
	for {
		for len(in.open) > 0 && in.rounds < most {
			in.rounds++
			left := 0
			for i := range in.open {
				if e.ctx.Err() != nil {
					return nil, true
				}
				h := &in.open[i]
				if e.advance(in.kind, h, in.rounds); h.fate == contradicted {
					refuted = append(refuted, candidate{h.cell, h.digit})
				} else if h.fate == unknown {
					in.open[left], in.open[i] = in.open[i], in.open[left]
					left++
				}
			}
			if in.open = in.open[:left]; len(refuted) > 0 {
				return refuted, false
			}
		}
		if len(in.open) > 0 {
			return nil, false
		}
		if kind != NestedTwice || in.kind == Nested {
			return nil, true
		}
		in.kind, in.rounds = Nested, 0
		s.Open(func(cell, digit int) { in.open = append(in.open, assumption(s, cell, digit)) })
	}
}

// pairs has what singles have said about a hypothesis and second candidates in it. It is true of each later state too,
// because nothing comes back.
type pairs struct {
	refuted [9]board.Cells // the second candidates that are contradictions
	fits    []board.Digits // fixed points of others that are not, when they were last needed
}

// candidatesToTest appends the hypotheses in a state that singles may refute. If a hypothesis has a fixed point without
// a contradiction, none of the candidates that it places is refuted: all that follows from them is in that fixed point.
// known may be nil.
func (e *Engine) candidatesToTest(s *board.Digits, list []hypothesis, known *pairs) []hypothesis {
	if known == nil {
		known = new(pairs)
	}
	covered := known.cover(s)
	s.Open(func(cell, digit int) {
		if covered[digit].Has(cell) {
			return
		}
		if !known.refuted[digit].Has(cell) {
			w := *s
			if w.Close(w.Fill(cell, digit)) {
				known.fits = append(known.fits, w)
				join(&covered, &w)
				return
			}
			known.refuted[digit].Add(cell)
		}
		list = append(list, assumption(s, cell, digit))
	})
	return list
}

// cover brings the fixed points to those in a smaller state, forgets those that become contradictions, and returns what
// they place.
func (p *pairs) cover(s *board.Digits) (covered [9]board.Cells) {
	left := p.fits[:0]
	for i := range p.fits {
		w := &p.fits[i]
		if w.Within(s) || w.Close(w.Meet(s)) {
			join(&covered, w)
			left = append(left, *w)
		}
	}
	p.fits = left
	return covered
}

// join adds the candidates that a state places.
func join(covered *[9]board.Cells, s *board.Digits) {
	for d := range covered {
		covered[d] = covered[d].Or(s.Alive[d].And(s.Placed))
	}
}

// remember forgets what is known inside of hypotheses if these were hypotheses of another puzzle.
func (e *Engine) remember(s *board.Digits) {
	if s.G != e.puzzle.G || !s.Within(&e.puzzle) {
		for d := range e.known {
			for cell := range e.known[d] {
				e.known[d][cell] = pairs{fits: e.known[d][cell].fits[:0]}
			}
		}
	}
	e.puzzle = *s
}
