package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

func wxyzWing(puzzle *Board, _ int) {
	s := &puzzle.Board
	var fourths board.Cells // cells with two to four candidates
	for i, m := range &s.Candidates {
		if n := bits.OnesCount16(m); n >= 2 && n <= 4 {
			fourths.Add(i)
		}
	}
	for _, u := range puzzle.G.List {
		for p := s.OpenPlaces[u]; p != 0; p &= p - 1 {
			a := int(puzzle.G.Units[u][bits.TrailingZeros16(p)])
			for q := p & (p - 1); q != 0; q &= q - 1 {
				b := int(puzzle.G.Units[u][bits.TrailingZeros16(q)])
				two := s.Candidates[a] | s.Candidates[b]
				if bits.OnesCount16(two) > 4 {
					continue
				}
				for r := q & (q - 1); r != 0; r &= r - 1 {
					c := int(puzzle.G.Units[u][bits.TrailingZeros16(r)])
					if three := two | s.Candidates[c]; bits.OnesCount16(three) == 4 {
						puzzle.wxyzWingOn([3]int{a, b, c}, three, fourths)
					}
				}
			}
		}
	}
}

// wxyzWingOn finds the fourth cell for three cells of a unit that have four candidates together.
func (puzzle *Board) wxyzWingOn(base [3]int, digits uint16, fourths board.Cells) {
	s := &puzzle.Board
	near := puzzle.G.Peers[base[0]].Or(puzzle.G.Peers[base[1]]).Or(puzzle.G.Peers[base[2]])
	for rest := fourths.And(near); !rest.Empty(); {
		f := rest.Next()
		m := s.Candidates[f]
		if m&^digits != 0 {
			continue
		}
		free := uint16(0) // digits of the fourth cell that are not restricted
		for _, i := range base {
			if !puzzle.G.Peers[f].Has(i) {
				free |= s.Candidates[i] & m
			}
		}
		if bits.OnesCount16(free) != 1 {
			continue
		}
		z := bits.TrailingZeros16(free)
		victims := puzzle.G.Peers[f]
		for _, i := range base {
			if s.Candidates[i]&free != 0 {
				victims = victims.And(puzzle.G.Peers[i])
			}
		}
		puzzle.eliminate(victims, z, puzzle.key(number[base[0]], number[base[1]], number[base[2]], number[f]))
	}
}
