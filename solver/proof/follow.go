package proof

import (
	"setdoku"
	"setdoku/store/record"
)

// Assumption is the state after some assumptions and everything that unit propagation makes of them. Propagation of all
// clauses is what players call singles.
type Assumption struct {
	Live       bool   // the last assumption was about a candidate that the assumptions before it left
	Outcome    string // record.BranchInvalid, BranchSolved or BranchSplit
	Candidates [setdoku.CellCount]setdoku.DigitSet
}

// Follow assumes candidates one after the other and propagates each. The state is the same afterwards.
func (p *Prover) Follow(assumed []setdoku.Candidate) (f Assumption) {
	p.useNone()
	p.useAll()
	p.levels = append(p.levels, len(p.trail))
	defer p.undo()
	var bad conflict
	for i, c := range assumed {
		n := int16(number(c))
		if f.Live = !bad.found && n >= 0 && p.value[n] == 0; !f.Live {
			return f
		}
		p.set(n, true, decision)
		if i == 0 { // a search does not place the singles of the state before it assumes something
			bad = p.takeUnits()
		}
		if !bad.found {
			bad = p.propagate()
		}
	}
	if f.Outcome = record.BranchSolved; bad.found {
		f.Outcome = record.BranchInvalid
		return f
	}
	for cell := range f.Candidates {
		if f.Candidates[cell] = p.Candidates(cell); f.Candidates[cell] != 0 {
			f.Outcome = record.BranchSplit
		}
	}
	return f
}
