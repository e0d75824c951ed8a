package technique

import (
	"math/bits"

	"setdoku"
)

// number is a table for setdoku.CellNumber, because a look-up is faster.
var number = func() (n [setdoku.CellCount]int64) {
	for i := range n {
		n[i] = int64(setdoku.CellNumber(i))
	}
	return n
}()

func fullHouse(board *Board, _ int) {
	s, f := &board.state, &board.found
	f.placing = true
	for u := range &s.openPlaces {
		p := s.openPlaces[u]
		if p == 0 || p&(p-1) != 0 {
			continue
		}
		m := s.missing[u]
		cell := int(unitCells[u][bits.TrailingZeros16(p)])
		if m != 0 && m&(m-1) == 0 && s.candidates[cell]&m != 0 {
			d := bits.TrailingZeros16(m)
			f.note(cell, d, int64(u+1)*1000+number[cell]*10+int64(d+1))
		}
	}
}

func nakedSingle(board *Board, _ int) {
	s, f := &board.state, &board.found
	f.placing = true
	for i, m := range &s.candidates {
		if m&(m-1) == 0 && m != 0 {
			d := bits.TrailingZeros16(m)
			f.note(i, d, number[i]*10+int64(d+1))
		}
	}
}

func hiddenSingle(board *Board, _ int) {
	s, f := &board.state, &board.found
	f.placing = true
	for u := range &s.places {
		for d, p := range &s.places[u] {
			if p&(p-1) == 0 && p != 0 {
				cell := int(unitCells[u][bits.TrailingZeros16(p)])
				f.note(cell, d, int64(u+1)*1000+number[cell]*10+int64(d+1))
			}
		}
	}
}
