package board

import "math/bits"

// AllChanged are all digits, for Close.
const AllChanged = 511

// boxColumns has the first column of each box in three lines of ten bits, one for each band.
const boxColumns = 0b001001001 * BandLines

// Close places naked and hidden singles until there are none. It reports false if a cell has no candidate or a unit no
// place for a digit. todo are the digits of which the units may have changed since the last fixed point, as bits.
func (s *Digits) Close(todo uint) bool {
	if s.G != Classic {
		return s.closeVariant(todo)
	}
	var fresh Cells   // filled by this call
	var mine [9]Cells // of them, by digit
	for {
		once, twice := s.once()
		if once != All {
			return false
		}
		naked := once.Without(twice.Or(s.Placed))
		if !naked.Empty() {
			for d := range s.Alive {
				if x := s.Alive[d].Upper&naked.Upper | s.Alive[d].Lower&naked.Lower; x != 0 {
					todo |= 1 << d
				}
			}
		}
		if todo == 0 {
			return true
		}
		for ; todo != 0; todo &= todo - 1 {
			d := bits.TrailingZeros(todo)
			if d > 8 {
				break // never true; it shows the compiler that d is a valid index
			}
			x := s.Alive[d].Without(fresh.Without(mine[d]))
			for {
				hidden, ok := hiddenSingles(x)
				if !ok {
					return false
				}
				found := hidden.Or(x.And(naked)).Without(s.Placed)
				if found.Empty() {
					break
				}
				s.Placed = s.Placed.Or(found)
				fresh = fresh.Or(found)
				mine[d] = mine[d].Or(found)
				// Two that see each other remove each other, which leaves a unit empty.
				for u := found.Upper; u != 0; u &= u - 1 {
					x = x.Without(peersAtUpper[bits.TrailingZeros64(u)&63])
				}
				for l := found.Lower; l != 0; l &= l - 1 {
					x = x.Without(peersAtLower[bits.TrailingZeros64(l)&31])
				}
			}
			s.Alive[d] = x
		}
		todo = 0
		if !fresh.Empty() {
			for d := range s.Alive {
				a, m := s.Alive[d], mine[d]
				if a.Upper&fresh.Upper&^m.Upper|a.Lower&fresh.Lower&^m.Lower != 0 {
					todo |= 1 << d
				}
			}
		}
	}
}

// closeVariant is Close for any geometry.
func (s *Digits) closeVariant(todo uint) bool {
	for todo &= uint(s.G.AllBits); ; {
		once, twice := s.once()
		if once != s.G.All {
			return false
		}
		for naked := once.Without(twice.Or(s.Placed)); !naked.Empty(); {
			cell := naked.Next()
			for d := range s.Alive {
				if s.Alive[d].Has(cell) {
					todo |= s.Fill(cell, d)
				}
			}
		}
		if todo == 0 {
			return true
		}
		d := bits.TrailingZeros(todo)
		todo &^= 1 << d
		hidden, ok := s.G.hiddenSingles(s.Alive[d])
		if !ok {
			return false
		}
		for hidden = hidden.Without(s.Placed); !hidden.Empty(); {
			todo |= s.Fill(hidden.Next(), d)
		}
	}
}

// hiddenSingles returns the cells of a digit that are its only place in a unit. It reports false if a unit has no
// place.
func (g *Geometry) hiddenSingles(x Cells) (only Cells, ok bool) {
	if g == Classic {
		return hiddenSingles(x)
	}
	for _, u := range g.List {
		here := x.And(g.UnitSets[u])
		switch here.Count() {
		case 0:
			return Cells{}, false
		case 1:
			only = only.Or(here)
		}
	}
	return only, true
}

// hiddenSingles returns the cells of a digit that are its only place in a row, a column or a box of 3x3. It reports
// false if a unit has no place.
func hiddenSingles(x Cells) (Cells, bool) {
	// Rows. An addition carries into the free bit of each row that is not empty.
	if (x.Upper+PairFull)&PairFlags != PairFlags || (x.Lower+BandFull)&BandFlags != BandFlags {
		return Cells{}, false
	}
	more := ((x.Upper & (x.Upper - PairLines)) + PairFull) & PairFlags
	upper := x.Upper &^ (more - more>>9)
	more = ((x.Lower & (x.Lower - BandLines)) + BandFull) & BandFlags
	lower := x.Lower &^ (more - more>>9)

	// The columns of each band that have a place, and those that have two. The three bands are lines of ten bits.
	r1, r2, r3 := x.Upper&PairLine, x.Upper>>10&PairLine, x.Upper>>20&PairLine
	some, both := r1|r2|r3, r1&r2|(r1|r2)&r3
	r1, r2, r3 = x.Lower&511, x.Lower>>10&511, x.Lower>>20
	some3, both3 := r1|r2|r3, r1&r2|(r1|r2)&r3
	lines := uint64(uint32(some|some>>22)) | some3<<20
	twice := uint64(uint32(both|both>>22)) | both3<<20

	// Columns of the grid.
	l1, l2, l3 := lines&511, lines>>10&511, lines>>20&511
	columns := l1 | l2 | l3
	if columns != 511 {
		return Cells{}, false
	}
	columns &^= (twice | twice>>10 | twice>>20) | l1&l2 | (l1|l2)&l3
	columns &= 511

	// Boxes.
	c1, c2, c3 := lines&boxColumns, lines>>1&boxColumns, lines>>2&boxColumns
	boxes := c1 | c2 | c3
	if boxes != boxColumns {
		return Cells{}, false
	}
	boxes &^= c1&c2 | (c1|c2)&c3 | twice | twice>>1 | twice>>2
	boxes = boxes&boxColumns*7 | columns*BandLines

	upper |= x.Upper & (((boxes | boxes<<22) & PairLine) * BandLines)
	lower |= x.Lower & ((boxes >> 20 & 511) * BandLines)
	return Cells{upper, lower}, true
}
