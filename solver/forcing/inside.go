package forcing

import (
	"slices"

	"setdoku"
	"setdoku/solver/board"
)

// refutation follows the singles from a candidate to a contradiction. Where singles are not enough and the hypothesis
// is not itself inside another one, it also refutes candidates inside.
func (b *grid) refutation(c setdoku.Candidate) (Reason, bool) {
	for level := range 2 - min(b.depth, 1) {
		if r, ok := b.refutationWith(c, level > 0); ok {
			r.deep = level > 0
			return r, true
		}
	}
	return Reason{}, false
}

func (b *grid) refutationWith(c setdoku.Candidate, nested bool) (Reason, bool) {
	inner := *b
	inner.needs, inner.rows = slices.Clip(b.needs), slices.Clip(b.rows)
	inner.depth++
	first := len(inner.needs)
	branch := &Branch{Assumed: c, first: setdoku.Evidence{Role: "assume", Cell: c.Cell, Digit: c.Digit}, at: &inner}
	inner.place(c, inner.record(branch.first, nil))
	for {
		row, r, found := inner.contradiction()
		if !found {
			row, r, found = inner.clash()
		}
		if found {
			branch.End = &Consequence{row, r, 0}
			needed := branch.needed(nil, false)
			needed.recordLosses()
			needed.at = nil
			return Reason{Kind: Refuted, Inside: &needed, needs: r.needs.below(first)}, true
		}
		if !branch.placeSingles() && !(nested && branch.refuteInside()) {
			return Reason{}, false
		}
	}
}

// placeSingles makes a pass of naked and hidden singles and reports whether there were any.
func (b *Branch) placeSingles() bool {
	var found []Consequence
	for i := range b.at.Candidates {
		for m := b.at.live(i); m != 0; m &= m - 1 {
			c := setdoku.CandidateAt(i, m.Lowest())
			if !b.at.isSingle(c) {
				continue
			}
			r, _ := b.at.single(c)
			found = append(found, Consequence{setdoku.Evidence{Role: "place", Cell: c.Cell, Digit: c.Digit}, r, 0})
			break
		}
	}
	for k := range found {
		s := &found[k]
		s.node = b.at.record(s.Row, s.Reason.needs)
		b.at.place(s.Row.Candidate(), s.node)
	}
	b.Steps = append(b.Steps, found...)
	return len(found) > 0
}

// refuteInside removes a candidate that a hypothesis inside refutes, and reports whether there was one.
func (b *Branch) refuteInside() (found bool) {
	for i := range b.at.Candidates {
		for m := b.at.live(i); m != 0; m &= m - 1 {
			c := setdoku.CandidateAt(i, m.Lowest())
			r, ok := b.at.refutationWith(c, false)
			if !ok {
				continue
			}
			found = true
			row := setdoku.Evidence{Role: "refute", Cell: c.Cell, Digit: c.Digit}
			node := b.at.record(row, r.needs)
			b.at.remove(c, node)
			b.Steps = append(b.Steps, Consequence{row, r, node})
		}
	}
	return found
}

// clash returns a contradiction between two singles: two digits of a cell, or two places of a digit in a unit, else in
// a pair of cells that see each other without a unit.
func (b *grid) clash() (row setdoku.Evidence, _ Reason, found bool) {
	var best choice
	offer := func(e setdoku.Evidence, r Reason, ok bool) {
		if ok && (!best.found || r.needs.size() < best.needs.size()) {
			best.offer(r)
			row = e
		}
	}
	for _, u := range b.G.List {
		var singles [10]int
		for _, i := range b.G.Variant.Units[u] {
			digits := 0
			for m := b.live(i); m != 0; m &= m - 1 {
				if b.isSingle(setdoku.CandidateAt(i, m.Lowest())) {
					digits++
					singles[m.Lowest()]++
				}
			}
			if digits > 1 && u < 9 {
				r, ok := b.cellEnds(i)
				offer(setdoku.Evidence{Role: "contradiction", Cell: setdoku.CellAt(i)}, r, ok)
			}
		}
		for d := uint8(1); d <= 9; d++ {
			if singles[d] > 1 {
				r, ok := b.unitEnds(u, d)
				offer(setdoku.Evidence{Role: "contradiction", Unit: u + 1, Digit: d}, r, ok)
			}
		}
	}
	for i := range b.Candidates {
		for m := b.live(i); m != 0 && !best.found && b.G != board.Classic; m &= m - 1 {
			if c := setdoku.CandidateAt(i, m.Lowest()); b.isSingle(c) {
				r, ok := b.pairEnds(c)
				offer(setdoku.Evidence{Role: "contradiction", Cell: c.Cell, Digit: c.Digit}, r, ok)
			}
		}
	}
	return row, best.Reason, best.found
}

func (b *grid) isSingle(c setdoku.Candidate) bool {
	return b.live(c.Cell.Index()) == setdoku.NewDigitSet(c.Digit) ||
		slices.ContainsFunc(b.G.Locations[c.Cell.Index()], func(l board.Location) bool {
			return b.places(int(l.Unit), c.Digit).Count() == 1
		})
}
