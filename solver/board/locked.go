package board

// Where a digit can be in a band, up to the cell within the minirow, is a matrix of
// three rows and three boxes. The digit goes once into every row and once into every
// box, so there are six arrangements:
//
//	row 1    X . .    X . .    . X .    . X .    . . X    . . X
//	row 2    . X .    . . X    X . .    . . X    X . .    . X .
//	row 3    . . X    . X .    . . X    X . .    . X .    X . .
//
// A place that none of the possible arrangements has is not a candidate: these are the locked
// candidates of both directions, and more. A stack is the same with bands for rows and
// its three columns for boxes. Bit 3*i+j of a matrix is row i, box j.

// Arrangements are the six arrangements. The list has eight items, so that a compiler can check an index of three bits.
var Arrangements = [8]uint16{
	1<<0 | 1<<4 | 1<<8, 1<<0 | 1<<5 | 1<<7,
	1<<1 | 1<<3 | 1<<8, 1<<1 | 1<<5 | 1<<6,
	1<<2 | 1<<3 | 1<<7, 1<<2 | 1<<4 | 1<<6,
}

// BandRow1, BandRow2 and BandRow3 map the nine cells of a row of a band to its part of the matrix.
var BandRow1, BandRow2, BandRow3 = bandRows(0), bandRows(1), bandRows(2)

func bandRows(row int) (t [512]uint16) {
	for cells := range t {
		for box := range 3 {
			if cells>>(3*box)&7 != 0 {
				t[cells] |= 1 << (3*row + box)
			}
		}
	}
	return t
}

// Possible has bit k for each arrangement k that a matrix allows.
var Possible = func() (t [512]uint8) {
	for m := range t {
		for k, a := range Arrangements[:6] {
			if uint16(m)&a == a {
				t[m] |= 1 << k
			}
		}
	}
	return t
}()

// keepMatrix maps a matrix to its places that some possible arrangement has.
var keepMatrix = func() (t [512]uint16) {
	for m := range t {
		for k, a := range Arrangements[:6] {
			if Possible[m]>>k&1 != 0 {
				t[m] |= a
			}
		}
	}
	return t
}()

// Minirows maps a matrix to the cells of a band that are in its minirows.
var Minirows = func() (t [512]uint64) {
	for m := range t {
		for bit := range 9 {
			if m>>bit&1 != 0 {
				t[m] |= 7 << (10*(bit/3) + 3*(bit%3))
			}
		}
	}
	return t
}()

// KeepBand maps a matrix to the cells of a band that some possible arrangement has.
var KeepBand = func() (t [512]uint64) {
	for m := range t {
		t[m] = Minirows[keepMatrix[m]]
	}
	return t
}()

// LockedCandidates removes from each digit the candidates that locked candidates exclude. It returns the digits that
// lost candidates, for Close, and false if a digit fits no arrangement.
func (s *Digits) LockedCandidates() (todo uint, ok bool) {
	if s.G != Classic {
		return s.lockedInCrossings(), true
	}
	for d := range s.Alive {
		x := s.Alive[d]
		bands := x.Bands()
		var columns [3]uint32
		for b, band := range bands {
			left := KeepBand[BandRow1[band&511]|BandRow2[band>>10&511]|BandRow3[band>>20&511]]
			if left == 0 {
				return 0, false
			}
			bands[b] = band & uint32(left)
			columns[b] = (bands[b] | bands[b]>>10 | bands[b]>>20) & 511
		}
		var keep [3]uint32
		for stack := range 3 {
			at := 3 * stack
			left := uint32(keepMatrix[columns[0]>>at&7|columns[1]>>at&7<<3|columns[2]>>at&7<<6])
			if left == 0 {
				return 0, false
			}
			for b := range 3 {
				keep[b] |= left >> (3 * b) & 7 << at
			}
		}
		for b := range bands {
			bands[b] &= keep[b] * BandLines
		}
		if y := OfBands(bands); y != x {
			s.Alive[d] = y
			todo |= 1 << d
		}
	}
	return todo, true
}

// lockedInCrossings is LockedCandidates for any geometry. The digit needs a place in every unit.
func (s *Digits) lockedInCrossings() (todo uint) {
	for i := range s.G.Crossings {
		x := &s.G.Crossings[i]
		for _, from := range [2][2]int{{x.Block, x.Other}, {x.Other, x.Block}} {
			for d := range s.G.Size {
				places := s.Alive[d].And(s.G.UnitSets[from[0]])
				if eliminated := s.Alive[d].And(s.G.UnitSets[from[1]]).Without(places); places.Within(
					s.G.UnitSets[from[1]]) && !eliminated.Empty() {
					s.Alive[d] = s.Alive[d].Without(eliminated)
					todo |= 1 << d
				}
			}
		}
	}
	return todo
}
