package technique

import (
	"math/bits"

	"setdoku"
)

func wxyzWing(board *Board, _ int) {
	s := &board.state
	var fourths cellSet // cells with two to four candidates
	for i, m := range &s.candidates {
		if n := bits.OnesCount16(m); n >= 2 && n <= 4 {
			fourths.add(i)
		}
	}
	for u := range unitCells {
		for p := s.openPlaces[u]; p != 0; p &= p - 1 {
			a := int(unitCells[u][bits.TrailingZeros16(p)])
			for q := p & (p - 1); q != 0; q &= q - 1 {
				b := int(unitCells[u][bits.TrailingZeros16(q)])
				two := s.candidates[a] | s.candidates[b]
				if bits.OnesCount16(two) > 4 {
					continue
				}
				for r := q & (q - 1); r != 0; r &= r - 1 {
					c := int(unitCells[u][bits.TrailingZeros16(r)])
					if three := two | s.candidates[c]; bits.OnesCount16(three) == 4 {
						board.wxyzWingOn([3]int{a, b, c}, three, fourths)
					}
				}
			}
		}
	}
}

// wxyzWingOn finds the fourth cell for three cells of a unit that have four candidates together.
func (board *Board) wxyzWingOn(base [3]int, digits uint16, fourths cellSet) {
	s := &board.state
	near := peerSet[base[0]].or(peerSet[base[1]]).or(peerSet[base[2]])
	for rest := fourths.and(near); !rest.empty(); {
		f := rest.next()
		m := s.candidates[f]
		if m&^digits != 0 {
			continue
		}
		free := uint16(0) // digits of the fourth cell that are not restricted
		for _, i := range base {
			if !peerSet[f].has(i) {
				free |= s.candidates[i] & m
			}
		}
		if bits.OnesCount16(free) != 1 {
			continue
		}
		z := bits.TrailingZeros16(free)
		victims := peerSet[f].and(s.cellsOf(z))
		for _, i := range base {
			if s.candidates[i]&free != 0 {
				victims = victims.and(peerSet[i])
			}
		}
		key := int64(setdoku.CellNumber(base[0])*1_000_000 + setdoku.CellNumber(base[1])*10_000 + setdoku.CellNumber(base[2])*100 + setdoku.CellNumber(f))
		for !victims.empty() {
			board.found.note(victims.next(), z, key)
		}
	}
}
