package forcing

import (
	"slices"

	"setdoku"
)

// Loss is a candidate that a row of a hypothesis removed.
type Loss struct {
	setdoku.Candidate
	By setdoku.Evidence // the assumption, a placement, an elimination or a refutation
}

// recordLosses fills in what the reasons of a branch say about the candidates that went before.
func (b *Branch) recordLosses() {
	for k := range b.Steps {
		s := &b.Steps[k]
		b.at.recordLosses(&s.Reason, s.Row.Candidate(), s.node)
	}
	if b.End == nil {
		return
	}
	end := *b.End // other branches may share it
	r := &end.Reason
	now := len(b.at.rows)
	b.at.recordLosses(r, setdoku.Candidate{}, now)
	both := func(c setdoku.Candidate) {
		one, _ := b.at.single(c)
		b.at.recordLosses(&one, c, now)
		r.Both = append(r.Both,
			Consequence{Row: setdoku.Evidence{Role: "place", Cell: c.Cell, Digit: c.Digit}, Reason: one})
	}
	r.Both = nil
	for _, i := range r.Cells {
		for _, d := range r.Digits.Digits() {
			if r.Kind == TwoDigits || r.Kind == TwoPlaces {
				both(setdoku.CandidateAt(i, d))
			}
		}
	}
	b.End = &end
}

// recordLosses fills in the losses of a reason for a candidate: those that nodes before a node took.
func (b *grid) recordLosses(r *Reason, c setdoku.Candidate, before int) {
	r.Lost = nil
	lost := func(cell int, digits setdoku.DigitSet) {
		for _, d := range digits.Digits() {
			x := setdoku.CandidateAt(cell, d)
			if n := b.removed[number(x)]; n != 0 && n < before {
				r.Lost = append(r.Lost, Loss{x, b.rows[n]})
			}
		}
	}
	unit := func(u int, digits setdoku.DigitSet, inside func(cell int) bool) {
		for _, i := range b.G.Variant.Units[u] {
			if !inside(i) {
				lost(i, digits)
			}
		}
	}
	switch r.Kind {
	case OnlyDigit:
		lost(c.Cell.Index(), setdoku.AllDigits&^setdoku.NewDigitSet(c.Digit))
	case OnlyPlace:
		unit(r.Unit, setdoku.NewDigitSet(c.Digit), func(i int) bool { return i == c.Cell.Index() })
	case Intersection:
		unit(r.Unit, setdoku.NewDigitSet(c.Digit), func(i int) bool {
			return slices.Contains(b.G.Variant.Units[r.Other],
				i)
		})
	case NakedSubset:
		for _, i := range r.Cells {
			lost(i, setdoku.AllDigits&^r.Digits)
		}
	case HiddenSubset:
		unit(r.Unit, r.Digits, func(i int) bool { return slices.Contains(r.Cells, i) })
	case Fish:
		var covered []int
		for _, u := range r.Covers {
			covered = append(covered, b.G.Variant.Units[u]...)
		}
		for _, u := range r.Units {
			unit(u, r.Digits, func(i int) bool { return slices.Contains(covered, i) })
		}
	case NoCandidate:
		lost(r.Cells[0], setdoku.AllDigits)
	case NoPlace:
		unit(r.Unit, r.Digits, func(int) bool { return false })
	}
}
