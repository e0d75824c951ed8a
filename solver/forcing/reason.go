package forcing

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/board"
)

// ReasonKind is the kind of a reason.
type ReasonKind int

// The reasons. The zero value is that of an assumption.
const (
	Assumed      ReasonKind = iota
	OnlyDigit               // the cell has no other candidate
	OnlyPlace               // Unit has no other place for the digit
	Intersection            // all places of the digit in Unit lie in Other
	NakedSubset             // Cells of Unit have only Digits
	HiddenSubset            // Digits have only Cells as places in Unit
	Fish                    // the digit has all its places in Units in as many lines that cross them
	Refuted                 // Inside ends in a contradiction
	NoCandidate             // a cell has no candidate
	NoPlace                 // Unit has no place for a digit
	TwoDigits               // the cell must hold all of Digits
	TwoPlaces               // Unit, or -1, must hold the digit in all of Cells, which see each other
)

// Reason says why a row holds. Cells are 0..80 and units 0..53.
type Reason struct {
	Kind   ReasonKind
	Unit   int
	Other  int
	Units  []int // of a fish, and Covers are the lines across
	Covers []int
	Cells  []int
	Digits setdoku.DigitSet
	Inside *Branch       // of a refutation: only what its contradiction needs
	Lost   []Loss        // the candidates that went before; Needed fills it in
	Both   []Consequence // of TwoDigits and TwoPlaces: the placements that exclude each other, with their reasons
	deep   bool          // Inside has refutations
	needs  nodeSet
}

// choice keeps the reason with the fewest needs of those that were offered, the first of several.
type choice struct {
	Reason
	found bool
}

func (c *choice) offer(r Reason) {
	if !c.found || r.needs.size() < c.needs.size() {
		c.Reason, c.found = r, true
	}
}

// single returns why a digit must go into a cell.
func (b *grid) single(c setdoku.Candidate) (Reason, bool) {
	var best choice
	cell := c.Cell.Index()
	if b.live(cell) == setdoku.NewDigitSet(c.Digit) {
		best.offer(Reason{Kind: OnlyDigit, needs: b.removal(cell, setdoku.AllDigits&^setdoku.NewDigitSet(c.Digit))})
	}
	for _, l := range b.G.Locations[cell] {
		if u, here := int(l.Unit), only(cell); b.places(u, c.Digit) == here {
			best.offer(Reason{Kind: OnlyPlace, Unit: u, needs: b.closed(u, c.Digit, here)})
		}
	}
	return best.Reason, best.found
}

// ending returns why the contradiction of a row holds.
func (b *grid) ending(row setdoku.Evidence) (Reason, bool) {
	switch {
	case row.Cell.Valid() && row.Digit == 0 && row.Unit == 0:
		return b.cellEnds(row.Cell.Index())
	case row.Cell == 0 && b.G.HasUnit(row.Unit) && setdoku.AllDigits.Has(row.Digit):
		return b.unitEnds(row.Unit-1, row.Digit)
	case row.Cell.Valid() && setdoku.AllDigits.Has(row.Digit) && row.Unit == 0:
		return b.pairEnds(row.Candidate())
	}
	return Reason{}, false
}

func (b *grid) cellEnds(cell int) (Reason, bool) {
	if b.live(cell) == 0 {
		return Reason{Kind: NoCandidate, Cells: []int{cell}, needs: b.removal(cell, setdoku.AllDigits)},
			b.Filled[cell] == 0
	}
	r := Reason{Kind: TwoDigits, Cells: []int{cell}}
	for rest := b.live(cell); rest != 0 && r.Digits.Count() < 2; rest &= rest - 1 {
		if one, ok := b.single(setdoku.CandidateAt(cell, rest.Lowest())); ok {
			r.Digits |= setdoku.NewDigitSet(rest.Lowest())
			r.needs = r.needs.union(one.needs)
		}
	}
	return r, r.Digits.Count() == 2
}

func (b *grid) unitEnds(u int, d uint8) (Reason, bool) {
	places := b.places(u, d)
	if places.Empty() {
		return Reason{Kind: NoPlace, Unit: u, Digits: setdoku.NewDigitSet(d), needs: b.closed(u, d, places)},
			!b.holds(u, d)
	}
	r := Reason{Kind: TwoPlaces, Unit: u, Digits: setdoku.NewDigitSet(d)}
	for !places.Empty() {
		b.must(&r, places.Next(), d)
	}
	return r, len(r.Cells) == 2
}

// pairEnds returns why a cell and another one that sees it must both hold a digit.
func (b *grid) pairEnds(c setdoku.Candidate) (Reason, bool) {
	r := Reason{Kind: TwoPlaces, Unit: -1, Digits: setdoku.NewDigitSet(c.Digit)}
	b.must(&r, c.Cell.Index(), c.Digit)
	for _, i := range b.G.Variant.Peers[c.Cell.Index()] {
		b.must(&r, i, c.Digit)
	}
	return r, len(r.Cells) == 2 && r.Cells[0] == c.Cell.Index()
}

// must adds a cell that must hold a digit to a contradiction that has fewer than two.
func (b *grid) must(r *Reason, i int, d uint8) {
	if one, ok := b.single(setdoku.CandidateAt(i, d)); ok && len(r.Cells) < 2 {
		r.Cells = append(r.Cells, i)
		r.needs = r.needs.union(one.needs)
	}
}

// contradiction returns the contradiction with the fewest needs.
func (b *grid) contradiction() (row setdoku.Evidence, _ Reason, found bool) {
	var best choice
	try := func(e setdoku.Evidence) {
		if r, ok := b.ending(e); ok && (!best.found || r.needs.size() < best.needs.size()) {
			best.offer(r)
			row = e
		}
	}
	for i := range b.Candidates {
		if b.G.All.Has(i) && b.Filled[i] == 0 && b.Candidates[i] == 0 {
			try(setdoku.Evidence{Role: "contradiction", Cell: setdoku.CellAt(i)})
		}
	}
	for _, u := range b.G.List {
		for d := uint8(1); int(d) <= b.G.Size; d++ {
			if b.places(u, d).Empty() && !b.holds(u, d) {
				try(setdoku.Evidence{Role: "contradiction", Unit: u + 1, Digit: d})
			}
		}
	}
	return row, best.Reason, best.found
}

// elimination returns the intersection, subset or fish with the fewest needs that takes a candidate. If there is none,
// it returns a contradiction, from which everything follows.
func (b *grid) elimination(c setdoku.Candidate) (Reason, bool) {
	var best choice
	for _, l := range b.G.Locations[c.Cell.Index()] {
		b.intersections(&best, int(l.Unit), c)
		b.subsets(&best, l, c)
	}
	for lineType := range 2 {
		b.fish(&best, lineType, c)
	}
	if !best.found {
		if _, r, ok := b.contradiction(); ok {
			best.offer(r)
		}
	}
	return best.Reason, best.found
}

// intersections offers the units whose places all lie in unit u.
func (b *grid) intersections(best *choice, u int, c setdoku.Candidate) {
	for _, base := range b.G.List {
		places := b.places(base, c.Digit)
		if b.G.UnitSets[base].Has(c.Cell.Index()) || places.Empty() || !places.Within(b.G.UnitSets[u]) {
			continue
		}
		needs := b.closed(base, c.Digit, b.G.UnitSets[u])
		best.offer(Reason{Kind: Intersection, Unit: base, Other: u, needs: needs})
	}
}

// largestSet is the largest subset or fish.
const largestSet = 4

// subsets offers naked and hidden subsets of a unit of the candidate. A set of cells with fewer digits than cells takes
// everything.
func (b *grid) subsets(best *choice, l board.Location, c setdoku.Candidate) {
	u, here := int(l.Unit), l.Position
	naked, hidden := [9]uint16{}, b.Places[u]
	hidden[c.Digit-1] = 0
	for n, i := range b.G.Units[u][:b.G.Size] {
		if n != int(here) {
			naked[n] = b.Candidates[i]
		}
	}
	var sets board.Subsets
	sets.Each(&naked, 2, largestSet, 0, func(positions, set uint16) {
		digits := setdoku.DigitSet(set)
		if !digits.Has(c.Digit) && bits.OnesCount16(set) >= bits.OnesCount16(positions) {
			return
		}
		r := Reason{Kind: NakedSubset, Unit: u, Cells: b.at(u, positions), Digits: digits}
		for _, i := range r.Cells {
			r.needs = r.needs.union(b.removal(i, setdoku.AllDigits&^digits))
		}
		best.offer(r)
	})
	sets.Each(&hidden, 2, largestSet, 0, func(set, places uint16) {
		if places>>here&1 == 0 && bits.OnesCount16(places) >= bits.OnesCount16(set) {
			return
		}
		r := Reason{Kind: HiddenSubset, Unit: u, Cells: b.at(u, places), Digits: setdoku.DigitSet(set)}
		for rest := r.Digits; rest != 0; rest &= rest - 1 {
			r.needs = r.needs.union(b.closed(u, rest.Lowest(), b.G.CellsAt(u, places)))
		}
		best.offer(r)
	})
}

// at returns the cells at positions of a unit.
func (b *grid) at(u int, positions uint16) (list []int) {
	for ; positions != 0; positions &= positions - 1 {
		list = append(list, int(b.G.Units[u][bits.TrailingZeros16(positions)]))
	}
	return list
}

// fish offers basic fish with base lines of one type.
func (b *grid) fish(best *choice, lineType int, c setdoku.Candidate) {
	at := [2]int{c.Cell.Index() / 9, c.Cell.Index() % 9} // the row and the column of the candidate
	crossing := at[1-lineType]
	var lines [9]uint16
	for n := range lines {
		if u := lineType*9 + n; n != at[lineType] {
			lines[n] = b.Places[u][c.Digit-1]
		}
	}
	var sets board.Subsets
	sets.Each(&lines, 2, largestSet, 0, func(rows, columns uint16) {
		if columns>>crossing&1 == 0 && bits.OnesCount16(columns) >= bits.OnesCount16(rows) {
			return
		}
		r := Reason{Kind: Fish, Digits: setdoku.NewDigitSet(c.Digit)}
		for rest := columns; rest != 0; rest &= rest - 1 {
			r.Covers = append(r.Covers, (1-lineType)*9+bits.TrailingZeros16(rest))
		}
		for ; rows != 0; rows &= rows - 1 {
			u := lineType*9 + bits.TrailingZeros16(rows)
			r.Units = append(r.Units, u)
			r.needs = r.needs.union(b.closed(u, c.Digit, b.G.CellsAt(u, columns)))
		}
		best.offer(r)
	})
}
