package trial

import "setdoku"

// Verity is a set of hypotheses of which one is true: all candidates of a cell, or all places of a digit in a unit.
type Verity struct {
	Cell        int // 0..80, -1 for places of a digit
	Unit, Digit int // 0..26 and 0..8, -1 for the candidates of a cell
	Hypotheses  int // how many
	// Placements is what follows from the hypotheses until their fixed points, without the assumptions. Hypotheses that are
	// contradictions do not count.
	Placements int
	lost       State
}

// Lost calls do for each candidate of the puzzle that is alive at the fixed point of no hypothesis.
func (v *Verity) Lost(do func(cell, digit int)) { v.lost.Open(do) }

// Verities calls found for each verity of the puzzle that proves an elimination.
func (f Fixed) Verities(found func(*Verity)) {
	open := f.h.start
	filled := open.placed.count()
	for d := range open.alive {
		open.alive[d] = open.alive[d].without(open.placed)
	}
	for cell := range setdoku.CellCount {
		v := Verity{Cell: cell, Unit: -1, Digit: -1}
		for d := range open.alive {
			if open.alive[d].has(cell) {
				f.add(&v, cell, d, filled)
			}
		}
		v.conclude(&open, found)
	}
	for unit := range unitSets {
		for d := range open.alive {
			v := Verity{Cell: -1, Unit: unit, Digit: d}
			for places := open.alive[d].and(unitSets[unit]); !places.empty(); {
				f.add(&v, places.next(), d, filled)
			}
			v.conclude(&open, found)
		}
	}
}

// add adds a hypothesis. lost holds for now what is alive.
func (f Fixed) add(v *Verity, cell, digit, filled int) {
	v.Hypotheses++
	h := f.Of(cell, digit)
	if h == nil {
		return
	}
	v.Placements += h.placed.count() - filled - 1
	for d := range v.lost.alive {
		v.lost.alive[d] = v.lost.alive[d].or(h.alive[d])
	}
}

// conclude turns what is alive into what is lost, and calls found if anything is.
func (v *Verity) conclude(open *State, found func(*Verity)) {
	if v.Hypotheses == 0 {
		return
	}
	var some cells
	for d := range v.lost.alive {
		v.lost.alive[d] = open.alive[d].without(v.lost.alive[d])
		some = some.or(v.lost.alive[d])
	}
	if !some.empty() {
		found(v)
	}
}
