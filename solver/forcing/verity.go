package forcing

import (
	"setdoku"
	"setdoku/solver/board"
)

// Verity is a set of hypotheses of which one is true: all candidates of a cell, all places of a digit in a unit, or one
// of the sets of a search.
type Verity struct {
	Cell        int // 0..80, -1 for other sets
	Unit, Digit int // index of the unit, and 0..8, -1 for other sets
	Set         int // index of the set of a search, -1 for other sets
	Hypotheses  int // how many
	// Placements is the number of placements in the hypotheses, without the assumptions.
	// Hypotheses that are contradictions do not count.
	Placements int
	lost       board.Digits
}

// Lost calls do for each candidate of the puzzle that is alive in no hypothesis.
func (v *Verity) Lost(do func(cell, digit int)) { v.lost.Open(do) }

// verities calls found for each verity of a puzzle that proves an elimination: one of the sets, or of all cells and
// units if there are no sets. of returns the state of the hypothesis of a candidate, nil if it is a contradiction.
func verities(s *board.Digits, sets [][9]board.Cells, of func(cell, digit int) *board.Digits, found func(*Verity)) {
	open := *s
	filled := open.Placed.Count()
	for d := range open.Alive {
		open.Alive[d] = open.Live(d)
	}
	for i := range sets {
		v := Verity{Cell: -1, Unit: -1, Digit: -1, Set: i}
		for d, places := range sets[i] {
			for !places.Empty() {
				v.add(of(places.Next(), d), filled)
			}
		}
		v.conclude(&open, found)
	}
	if sets != nil {
		return
	}
	for cell := range setdoku.CellCount {
		v := Verity{Cell: cell, Unit: -1, Digit: -1, Set: -1}
		for d := range open.Alive {
			if open.Alive[d].Has(cell) {
				v.add(of(cell, d), filled)
			}
		}
		v.conclude(&open, found)
	}
	for _, unit := range open.G.List {
		for d := range open.Alive {
			v := Verity{Cell: -1, Unit: unit, Digit: d, Set: -1}
			for places := open.Alive[d].And(open.G.UnitSets[unit]); !places.Empty(); {
				v.add(of(places.Next(), d), filled)
			}
			v.conclude(&open, found)
		}
	}
}

// add adds the state of a hypothesis to a verity. Until conclude, lost has the candidates that are alive in a state.
func (v *Verity) add(h *board.Digits, filled int) {
	v.Hypotheses++
	if h == nil {
		return
	}
	v.Placements += h.Placed.Count() - filled - 1
	for d := range v.lost.Alive {
		v.lost.Alive[d] = v.lost.Alive[d].Or(h.Alive[d])
	}
}

// conclude replaces the candidates that are alive by those that are lost, and calls found if there are any.
func (v *Verity) conclude(open *board.Digits, found func(*Verity)) {
	if v.Hypotheses == 0 {
		return
	}
	var some board.Cells
	for d := range v.lost.Alive {
		v.lost.Alive[d] = open.Alive[d].Without(v.lost.Alive[d])
		some = some.Or(v.lost.Alive[d])
	}
	if !some.Empty() {
		found(v)
	}
}
