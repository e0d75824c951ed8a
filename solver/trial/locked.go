package trial

import "setdoku/solver/board"

// minirows maps the nine cells of a row to the boxes in which it has any.
var minirows = func() (t [512]uint8) {
	for m := range t {
		for box := range 3 {
			if m>>(3*box)&7 != 0 {
				t[m] |= 1 << box
			}
		}
	}
	return t
}()

// keepMatrix maps the places of a digit in a band, a matrix of three rows and three boxes, to those that some arrangement
// has. A digit goes once into each row and once into each box, so there are six arrangements. What is in none of those that
// are possible falls to locked candidates: a box with one row, or a row with one box. Bit 3*i+j is row i, box j. A stack is
// the same with bands for rows and its three columns for boxes.
var keepMatrix = func() (t [512]uint16) {
	arrangements := [6]uint16{
		1<<0 | 1<<4 | 1<<8, 1<<0 | 1<<5 | 1<<7, 1<<1 | 1<<3 | 1<<8,
		1<<1 | 1<<5 | 1<<6, 1<<2 | 1<<3 | 1<<7, 1<<2 | 1<<4 | 1<<6,
	}
	for m := range t {
		for _, a := range arrangements {
			if uint16(m)&a == a {
				t[m] |= a
			}
		}
	}
	return t
}()

// keepBand is keepMatrix as the cells of a band.
var keepBand = func() (t [512]uint32) {
	for m := range t {
		for at := range 9 {
			if keepMatrix[m]>>at&1 != 0 {
				t[m] |= 7 << (at/3*10 + at%3*3)
			}
		}
	}
	return t
}()

// lockedCandidates removes from each digit what locked candidates exclude. It returns the digits that lost candidates, and
// false if a digit fits no arrangement.
func lockedCandidates(s *board.Digits) (todo uint, ok bool) {
	for d := range s.Alive {
		x := s.Alive[d]
		bands := x.Bands()
		var columns [3]uint32
		for b, band := range bands {
			m := minirows[band&511] | minirows[band>>10&511]<<3
			kept := keepBand[uint(m)|uint(minirows[band>>20&511])<<6]
			if kept == 0 {
				return 0, false
			}
			bands[b] = band & kept
			columns[b] = (bands[b] | bands[b]>>10 | bands[b]>>20) & 511
		}
		var keep [3]uint32
		for stack := range 3 {
			at := 3 * stack
			kept := uint32(keepMatrix[columns[0]>>at&7|columns[1]>>at&7<<3|columns[2]>>at&7<<6])
			if kept == 0 {
				return 0, false
			}
			for b := range 3 {
				keep[b] |= kept >> (3 * b) & 7 << at
			}
		}
		for b := range bands {
			bands[b] &= keep[b] * (1 | 1<<10 | 1<<20)
		}
		if y := board.OfBands(bands); y != x {
			s.Alive[d] = y
			todo |= 1 << d
		}
	}
	return todo, true
}
