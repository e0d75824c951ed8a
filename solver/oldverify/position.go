package verify

import (
	"setdoku"
)

// set is a set of numbers 1..9: digits, positions in a unit, or lines of one type. As in the patterns, its integer
// value is the sum of 2^(n-1), 1..511.
type set = setdoku.DigitSet

// setsOf lists, by size 0..9, every set of that size, ascending.
var setsOf = setsBySize()

func setsBySize() (sets [10][]set) {
	for s := range setdoku.AllDigits + 1 {
		sets[s.Count()] = append(sets[s.Count()], s)
	}
	return sets
}

// members returns the numbers in s, ascending.
func members(s set) []int {
	var m []int
	for ; s != 0; s &= s - 1 {
		m = append(m, int(s.Lowest()))
	}
	return m
}

// position is the state of a puzzle at one moment. A filled cell has no marks.
type position struct {
	digits setdoku.Grid
	marks  [setdoku.CellCount]setdoku.DigitSet
}

func newPosition(s setdoku.State) *position {
	return &position{digits: s.Filled(), marks: s.Candidates()}
}

// place fills a cell and removes the digit from its peers.
func (p *position) place(cell int, d uint8) {
	p.digits[cell] = d
	p.marks[cell] = 0
	for _, peer := range setdoku.Peers[cell] {
		p.marks[peer] &^= setdoku.SetOf(d)
	}
}

// full reports whether every cell is filled.
func (p *position) full() bool {
	for _, d := range p.digits {
		if d == 0 {
			return false
		}
	}
	return true
}

// missing returns the digits that unit u does not hold.
func (p *position) missing(u int) set {
	m := setdoku.AllDigits
	for _, i := range setdoku.Units[u] {
		if d := p.digits[i]; d != 0 {
			m &^= setdoku.SetOf(d)
		}
	}
	return m
}

// places returns the positions in unit u where digit d is a candidate.
func (p *position) places(u int, d uint8) (s set) {
	for n, i := range setdoku.Units[u] {
		if p.marks[i].Has(d) {
			s |= 1 << n
		}
	}
	return s
}

// contradiction returns the smallest contradiction: first an open cell without candidates, then a unit without a
// place for a missing digit.
func (p *position) contradiction() (c setdoku.Contradiction, found bool) {
	var there [27]set // placed digits and candidates, by unit
	for i, d := range p.digits {
		m := p.marks[i] | set(1)<<d>>1
		if m == 0 {
			return setdoku.Contradiction{Kind: "no_candidate", Cell: setdoku.CellNumber(i)}, true
		}
		r, c, b := unitsOf(i)
		there[r] |= m
		there[c] |= m
		there[b] |= m
	}
	for u, digits := range there {
		if digits != setdoku.AllDigits {
			return inUnit("no_place", u, (setdoku.AllDigits &^ digits).Lowest()), true
		}
	}
	return c, false
}

// clash returns the smallest conflict between two placements: first a cell that gets two digits, then a digit that
// gets two cells of a unit.
func clash(deductions []Conclusion) (c setdoku.Contradiction, found bool) {
	if !meet(deductions) {
		return c, false
	}
	var got [setdoku.CellCount]set
	for _, d := range deductions {
		if d.Placement {
			got[setdoku.CellIndex(d.Cell)] |= setdoku.SetOf(d.Digit)
		}
	}
	for i, digits := range got {
		if digits.Count() > 1 {
			return setdoku.Contradiction{Kind: "two_digits", Cell: setdoku.CellNumber(i)}, true
		}
	}
	for u, cells := range setdoku.Units {
		var once, twice set
		for _, i := range cells {
			twice |= once & got[i]
			once |= got[i]
		}
		if twice != 0 {
			return inUnit("two_places", u, twice.Lowest()), true
		}
	}
	return c, false
}

// meet reports whether two placements share a cell, or a digit and a unit. No two placements are equal.
func meet(deductions []Conclusion) bool {
	var units [27]set
	var filled [setdoku.CellCount]bool
	for _, d := range deductions {
		if !d.Placement {
			continue
		}
		i, m := setdoku.CellIndex(d.Cell), setdoku.SetOf(d.Digit)
		r, c, b := unitsOf(i)
		if filled[i] || (units[r]|units[c]|units[b])&m != 0 {
			return true
		}
		filled[i] = true
		units[r] |= m
		units[c] |= m
		units[b] |= m
	}
	return false
}

func inUnit(kind string, u int, d uint8) setdoku.Contradiction {
	return setdoku.Contradiction{Kind: kind, Unit: u + 1, Digit: d}
}

// Patterns number the units 1..27: rows 1..9, columns 10..18, boxes 19..27. This is the index into setdoku.Units
// plus 1.

// unitsOf returns the indexes into setdoku.Units of the row, column and box of cell i.
func unitsOf(i int) (row, column, box int) { return i / 9, 9 + i%9, 18 + i/27*3 + i%9/3 }

// boxNo returns the unit number, 19..27, of box 1..9.
func boxNo(box int) int { return 18 + box }
