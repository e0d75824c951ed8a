package hypothesis

import (
	"slices"

	"setdoku"
)

// Kind says what a reason is.
type Kind int

// The reasons. The zero value is that of an assumption.
const (
	Assumed      Kind = iota
	OnlyDigit         // the cell has no other candidate
	OnlyPlace         // Unit has no other place for the digit
	Intersection      // all places of the digit in Unit lie in Other
	NakedSubset       // Cells of Unit have only Digits
	HiddenSubset      // Digits have only Cells as places in Unit
	Fish              // the digit has all its places in Units in as many lines that cross them
	Refuted           // Inside ends in a contradiction
	NoCandidate       // a cell has no candidate
	NoPlace           // Unit has no place for a digit
	TwoDigits         // the cell must hold all of Digits
	TwoPlaces         // Unit must hold the digit in all of Cells
)

// Reason says why a row holds. Cells are 0..80 and units 0..26.
type Reason struct {
	Kind   Kind
	Unit   int
	Other  int
	Units  []int
	Cells  []int
	Digits setdoku.DigitSet
	Inside *Branch // of a refutation: only what its contradiction needs
	deep   bool    // Inside has refutations
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
func (b *board) single(c candidate) (Reason, bool) {
	var best choice
	if b.live[c.cell] == setdoku.SetOf(c.digit) {
		best.offer(Reason{Kind: OnlyDigit, needs: b.gone(c.cell, setdoku.AllDigits&^setdoku.SetOf(c.digit))})
	}
	for _, u := range unitsOf(c.cell) {
		if b.live[c.cell].Has(c.digit) && b.count(u, c.digit) == 1 {
			best.offer(Reason{Kind: OnlyPlace, Unit: u, needs: b.closed(u, c.digit, func(i int) bool { return i != c.cell })})
		}
	}
	return best.Reason, best.found
}

// ending returns why the contradiction of a row holds.
func (b *board) ending(row setdoku.Evidence) (Reason, bool) {
	switch {
	case setdoku.ValidCell(row.Cell) && row.Digit == 0 && row.Unit == 0:
		return b.cellEnds(setdoku.CellIndex(row.Cell))
	case row.Cell == 0 && setdoku.UnitType(row.Unit) != "" && isDigit(row.Digit):
		return b.unitEnds(row.Unit-1, row.Digit)
	}
	return Reason{}, false
}

func (b *board) cellEnds(cell int) (Reason, bool) {
	if b.live[cell] == 0 {
		return Reason{Kind: NoCandidate, Cells: []int{cell}, needs: b.gone(cell, setdoku.AllDigits)}, b.filled[cell] == 0
	}
	r := Reason{Kind: TwoDigits, Cells: []int{cell}}
	for rest := b.live[cell]; rest != 0 && r.Digits.Count() < 2; rest &= rest - 1 {
		if one, ok := b.single(candidate{cell, rest.Lowest()}); ok {
			r.Digits |= setdoku.SetOf(rest.Lowest())
			r.needs = r.needs.union(one.needs)
		}
	}
	return r, r.Digits.Count() == 2
}

func (b *board) unitEnds(u int, d uint8) (Reason, bool) {
	places := b.places(u, d)
	if len(places) == 0 {
		return Reason{Kind: NoPlace, Unit: u, Digits: setdoku.SetOf(d), needs: b.closed(u, d, func(int) bool { return true })}, !b.holds(u, d)
	}
	r := Reason{Kind: TwoPlaces, Unit: u, Digits: setdoku.SetOf(d)}
	for _, i := range places {
		if one, ok := b.single(candidate{i, d}); ok && len(r.Cells) < 2 {
			r.Cells = append(r.Cells, i)
			r.needs = r.needs.union(one.needs)
		}
	}
	return r, len(r.Cells) == 2
}

// contradiction returns the contradiction with the fewest needs.
func (b *board) contradiction() (row setdoku.Evidence, _ Reason, found bool) {
	var best choice
	try := func(e setdoku.Evidence) {
		if r, ok := b.ending(e); ok && (!best.found || r.needs.size() < best.needs.size()) {
			best.offer(r)
			row = e
		}
	}
	for i := range b.live {
		if b.filled[i] == 0 && b.live[i] == 0 {
			try(setdoku.Evidence{Role: "contradiction", Cell: setdoku.CellNumber(i)})
		}
	}
	for u := range setdoku.Units {
		for d := uint8(1); d <= 9; d++ {
			if b.count(u, d) == 0 && !b.holds(u, d) {
				try(setdoku.Evidence{Role: "contradiction", Unit: u + 1, Digit: d})
			}
		}
	}
	return row, best.Reason, best.found
}

// elimination returns the intersection, subset or fish with the fewest needs that takes a candidate. If there is none,
// it returns a contradiction, from which everything follows.
func (b *board) elimination(c candidate) (Reason, bool) {
	var best choice
	for _, u := range unitsOf(c.cell) {
		b.intersections(&best, u, c)
		b.subsets(&best, u, c)
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
func (b *board) intersections(best *choice, u int, c candidate) {
	for base := range setdoku.Units {
		places := b.places(base, c.digit)
		if inUnit(base, c.cell) || len(places) == 0 || slices.ContainsFunc(places, func(i int) bool { return !inUnit(u, i) }) {
			continue
		}
		needs := b.closed(base, c.digit, func(i int) bool { return !inUnit(u, i) })
		best.offer(Reason{Kind: Intersection, Unit: base, Other: u, needs: needs})
	}
}

// largestSet is the largest subset or fish.
const largestSet = 4

// confined calls emit for every set of 2 to 4 rows whose members lie in at most as many columns. Empty rows are left
// out.
func confined(sets [9]setdoku.DigitSet, emit func(rows, columns setdoku.DigitSet)) {
	var choose func(n, chosen int, rows, columns setdoku.DigitSet)
	choose = func(n, chosen int, rows, columns setdoku.DigitSet) {
		for ; n < 9; n++ {
			union := columns | sets[n]
			if sets[n] == 0 || union.Count() > largestSet {
				continue
			}
			with := rows | 1<<n
			if chosen > 0 && union.Count() <= chosen+1 {
				emit(with, union)
			}
			if chosen+1 < largestSet {
				choose(n+1, chosen+1, with, union)
			}
		}
	}
	choose(0, 0, 0, 0)
}

// subsets offers naked and hidden subsets of unit u. A set of cells with fewer digits than cells takes everything.
func (b *board) subsets(best *choice, u int, c candidate) {
	cells := setdoku.Units[u]
	here := position(u, c.cell)
	naked, hidden := [9]setdoku.DigitSet{}, b.sites[u]
	hidden[c.digit-1] = 0
	for n, i := range cells {
		if n != here {
			naked[n] = b.live[i]
		}
	}
	confined(naked, func(rows, digits setdoku.DigitSet) {
		if !digits.Has(c.digit) && digits.Count() >= rows.Count() {
			return
		}
		r := Reason{Kind: NakedSubset, Unit: u, Cells: at(cells, rows), Digits: digits}
		for _, i := range r.Cells {
			r.needs = r.needs.union(b.gone(i, setdoku.AllDigits&^digits))
		}
		best.offer(r)
	})
	confined(hidden, func(digits, places setdoku.DigitSet) {
		if places>>here&1 == 0 && places.Count() >= digits.Count() {
			return
		}
		r := Reason{Kind: HiddenSubset, Unit: u, Cells: at(cells, places), Digits: digits}
		for rest := digits; rest != 0; rest &= rest - 1 {
			r.needs = r.needs.union(b.closed(u, rest.Lowest(), func(i int) bool { return !slices.Contains(r.Cells, i) }))
		}
		best.offer(r)
	})
}

// at returns the cells at positions of a unit.
func at(cells [9]int, positions setdoku.DigitSet) (list []int) {
	for ; positions != 0; positions &= positions - 1 {
		list = append(list, cells[positions.Lowest()-1])
	}
	return list
}

// fish offers basic fish with base lines of one type.
func (b *board) fish(best *choice, lineType int, c candidate) {
	line, crossing := c.cell/9, c.cell%9
	if lineType == 1 {
		line, crossing = crossing, line
	}
	var sets [9]setdoku.DigitSet
	for n := range sets {
		if n != line {
			sets[n] = b.sites[lineType*9+n][c.digit-1]
		}
	}
	confined(sets, func(rows, columns setdoku.DigitSet) {
		if columns>>crossing&1 == 0 && columns.Count() >= rows.Count() {
			return
		}
		r := Reason{Kind: Fish, Digits: setdoku.SetOf(c.digit)}
		for n := range 9 {
			if rows>>n&1 == 0 {
				continue
			}
			u := lineType*9 + n
			r.Units = append(r.Units, u)
			r.needs = r.needs.union(b.closed(u, c.digit, func(i int) bool { return columns>>position(u, i)&1 == 0 }))
		}
		best.offer(r)
	})
}
