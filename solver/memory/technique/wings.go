package technique

import (
	"math/bits"

	"setdoku"
)

// bivalueCells returns the cells with two candidates, all of them and by digit.
func (s *state) bivalueCells() (all cellSet, by [9]cellSet) {
	for r := range 9 {
		for p := s.openPlaces[r]; p != 0; p &= p - 1 {
			i := r*9 + bits.TrailingZeros16(p)
			m := s.candidates[i]
			if bits.OnesCount16(m) != 2 {
				continue
			}
			all.add(i)
			by[bits.TrailingZeros16(m)].add(i)
			by[bits.TrailingZeros16(m&(m-1))].add(i)
		}
	}
	return all, by
}

// cellsKey returns the key of a pattern of a pivot and two more cells, sorted.
func cellsKey(pivot, a, b int) int64 {
	return (int64(setdoku.CellNumber(pivot))*100+int64(setdoku.CellNumber(min(a, b))))*100 + int64(setdoku.CellNumber(max(a, b)))
}

func wWing(board *Board, _ int) {
	s := &board.state
	all, by := s.bivalueCells()
	for rest := all; !rest.empty(); {
		a := rest.next()
		m := s.candidates[a]
		x, y := bits.TrailingZeros16(m), bits.TrailingZeros16(m&(m-1))
		for twins := rest.and(by[x]).and(by[y]); !twins.empty(); {
			b := twins.next()
			board.wWingOf(a, b, x, y)
			board.wWingOf(a, b, y, x)
		}
	}
}

// wWingOf finds the first unit in which a digit has two places, one of which sees a and the other b.
func (board *Board) wWingOf(a, b, digit, other int) {
	s := &board.state
	victims := peerSet[a].and(peerSet[b]).and(s.cellsOf(other))
	if victims.empty() {
		return
	}
	for u := range 27 {
		p := s.places[u][digit]
		if bits.OnesCount16(p) != 2 {
			continue
		}
		c := int(unitCells[u][bits.TrailingZeros16(p)])
		d := int(unitCells[u][bits.TrailingZeros16(p&(p-1))])
		if c == a || c == b || d == a || d == b {
			continue
		}
		if !peerSet[a].has(c) || !peerSet[b].has(d) {
			c, d = d, c
		}
		if peerSet[a].has(c) && peerSet[b].has(d) {
			key := ((int64(setdoku.CellNumber(a))*100+int64(setdoku.CellNumber(b)))*10+int64(digit+1))*100 + int64(u+1)
			key = (key*100+int64(setdoku.CellNumber(c)))*100 + int64(setdoku.CellNumber(d))
			for !victims.empty() {
				board.found.note(victims.next(), other, key)
			}
			return
		}
	}
}

func xyWing(board *Board, _ int) {
	s := &board.state
	all, by := s.bivalueCells()
	for rest := all; !rest.empty(); {
		pivot := rest.next()
		m := s.candidates[pivot]
		x, y := bits.TrailingZeros16(m), bits.TrailingZeros16(m&(m-1))
		near := peerSet[pivot]
		for first := near.and(by[x]).without(by[y]); !first.empty(); {
			a := first.next()
			z := bits.TrailingZeros16(s.candidates[a] &^ m)
			for second := near.and(by[y]).and(by[z]); !second.empty(); {
				b := second.next()
				board.oneOfTwo(a, b, z, s.cellsOf(z), cellsKey(pivot, a, b))
			}
		}
	}
}

func xyzWing(board *Board, _ int) {
	s := &board.state
	_, by := s.bivalueCells()
	for pivot, m := range &s.candidates {
		if bits.OnesCount16(m) != 3 {
			continue
		}
		x, rest := bits.TrailingZeros16(m), m&(m-1)
		y, z := bits.TrailingZeros16(rest), bits.TrailingZeros16(rest&(rest-1))
		board.xyzWingAt(pivot, &by, x, y, z)
		board.xyzWingAt(pivot, &by, x, z, y)
		board.xyzWingAt(pivot, &by, y, z, x)
	}
}

// xyzWingAt handles a pivot whose pincers share the candidate z.
func (board *Board) xyzWingAt(pivot int, by *[9]cellSet, x, y, z int) {
	near := peerSet[pivot].and(by[z])
	second := near.and(by[y])
	if second.empty() {
		return
	}
	for first := near.and(by[x]); !first.empty(); {
		a := first.next()
		for rest := second; !rest.empty(); {
			b := rest.next()
			board.oneOfTwo(a, b, z, board.state.cellsOf(z).and(peerSet[pivot]), cellsKey(pivot, a, b))
		}
	}
}
