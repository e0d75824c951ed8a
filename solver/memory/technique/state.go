package technique

import (
	"math/bits"

	"setdoku"
)

// Units are numbered 0..26 here: rows, columns, boxes. That is one less than unit_no in the database. Digits are
// numbered 0..8, one less than their usual value. A set of digits or of places has bit 0 for the first.

// state is a puzzle between two passes, in two forms: the candidates of each cell, and the places of each digit in
// each unit.
type state struct {
	candidates [setdoku.CellCount]uint16
	places     [27][9]uint16 // by unit and digit, positions 0..8
	openPlaces [27]uint16
	missing    [27]uint16
	digit      setdoku.Grid
	open       int // cells
	// suspect says that an open cell may have no candidate or a missing digit no place.
	suspect bool
}

// location is the row, column and box of a cell, and its position in each.
type location struct {
	unit     [3]uint8
	position [3]uint8
}

var locations = func() (l [setdoku.CellCount]location) {
	for u, cells := range setdoku.Units {
		for p, i := range cells {
			l[i].unit[u/9], l[i].position[u/9] = uint8(u), uint8(p)
		}
	}
	return l
}()

// unitCells is setdoku.Units with smaller elements.
var unitCells = func() (c [27][9]uint8) {
	for u, cells := range setdoku.Units {
		for p, i := range cells {
			c[u][p] = uint8(i)
		}
	}
	return c
}()

const allBits = uint16(setdoku.AllDigits)

// load sets the puzzle, as Board.Load does.
func (s *state) load(digits *setdoku.Grid, candidates *[setdoku.CellCount]setdoku.DigitSet) {
	s.digit = *digits
	s.open = 0
	s.suspect = true // not checked yet
	for u := range s.missing {
		s.missing[u], s.openPlaces[u] = allBits, allBits
	}
	for i, d := range &s.digit {
		if d == 0 {
			s.open++
			continue
		}
		l := &locations[i]
		for k := range 3 {
			s.missing[l.unit[k]] &^= 1 << (d - 1)
			s.openPlaces[l.unit[k]] &^= 1 << l.position[k]
		}
	}
	s.places = [27][9]uint16{}
	for i, d := range &s.digit {
		s.candidates[i] = 0
		if d != 0 {
			continue
		}
		l := &locations[i]
		m := s.missing[l.unit[0]] & s.missing[l.unit[1]] & s.missing[l.unit[2]]
		if candidates != nil {
			m = uint16(candidates[i])
		}
		s.candidates[i] = m
		for ; m != 0; m &= m - 1 {
			d := bits.TrailingZeros16(m)
			for k := range 3 {
				s.places[l.unit[k]][d] |= 1 << l.position[k]
			}
		}
	}
}

// remove eliminates a candidate.
func (s *state) remove(cell, digit int) {
	bit := uint16(1) << digit
	s.candidates[cell] &^= bit
	if s.candidates[cell] == 0 && s.digit[cell] == 0 {
		s.suspect = true
	}
	l := &locations[cell]
	for k := range 3 {
		u := l.unit[k]
		p := &s.places[u][digit]
		if *p &^= 1 << l.position[k]; *p == 0 && s.missing[u]&bit != 0 {
			s.suspect = true
		}
	}
}

// place fills a cell. It removes the candidates of the cell and the digit from all peers.
func (s *state) place(cell, digit int) {
	s.digit[cell] = uint8(digit + 1)
	s.open--
	l := &locations[cell]
	for k := range 3 {
		u := l.unit[k]
		s.missing[u] &^= 1 << digit
		s.openPlaces[u] &^= 1 << l.position[k]
	}
	for m := s.candidates[cell]; m != 0; m &= m - 1 {
		s.remove(cell, bits.TrailingZeros16(m))
	}
	for k := range 3 {
		u := l.unit[k]
		for p := s.places[u][digit]; p != 0; p &= p - 1 {
			s.remove(int(unitCells[u][bits.TrailingZeros16(p)]), digit)
		}
	}
}

// contradiction returns the first open cell without candidates, else the first missing digit without a place.
func (s *state) contradiction() (setdoku.Contradiction, bool) {
	if !s.suspect {
		return setdoku.Contradiction{}, false
	}
	for r := range 9 {
		for p := s.openPlaces[r]; p != 0; p &= p - 1 {
			if i := r*9 + bits.TrailingZeros16(p); s.candidates[i] == 0 {
				return setdoku.Contradiction{Kind: "no_candidate", Cell: setdoku.CellNumber(i)}, true
			}
		}
	}
	for u := range &s.missing {
		for m := s.missing[u]; m != 0; m &= m - 1 {
			if d := bits.TrailingZeros16(m); s.places[u][d] == 0 {
				return setdoku.Contradiction{Kind: "no_place", Unit: u + 1, Digit: uint8(d + 1)}, true
			}
		}
	}
	s.suspect = false
	return setdoku.Contradiction{}, false
}
