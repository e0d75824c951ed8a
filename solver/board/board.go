package board

import (
	"math/bits"

	"setdoku"
)

// Board is a puzzle between two passes. Beside the cells of each digit it has the candidates of each cell, and the places
// of each digit in each unit: techniques ask for these so often that keeping all three is quicker.
type Board struct {
	Digits
	Candidates [setdoku.CellCount]uint16
	Places     [27][9]uint16 // positions of the candidates, by unit and digit
	OpenPlaces [27]uint16    // positions of the open cells
	Filled     setdoku.Grid
	Left       int // open cells
}

// Load sets the puzzle: its filled cells and the candidates of its open cells. If candidates is nil, these are all digits
// that no filled peer has.
func (b *Board) Load(filled *setdoku.Grid, candidates *[setdoku.CellCount]setdoku.DigitSet) {
	*b = Board{Digits: DigitsOf(filled), Filled: *filled}
	for i := range filled {
		if filled[i] != 0 {
			continue
		}
		b.Left++
		l := &Locations[i]
		for k := range 3 {
			b.OpenPlaces[l.Unit[k]] |= 1 << l.Position[k]
		}
	}
	for d := range b.Alive {
		for cells := b.Live(d); !cells.Empty(); {
			i := cells.Next()
			if candidates != nil && candidates[i]>>d&1 == 0 {
				b.Eliminate(i, d)
				continue
			}
			b.Candidates[i] |= 1 << d
			l := &Locations[i]
			for k := range 3 {
				b.Places[l.Unit[k]][d] |= 1 << l.Position[k]
			}
		}
	}
}

// Remove eliminates a candidate.
func (b *Board) Remove(cell, digit int) {
	b.Eliminate(cell, digit)
	b.Candidates[cell] &^= 1 << digit
	l := &Locations[cell]
	for k := range 3 {
		b.Places[l.Unit[k]][digit] &^= 1 << l.Position[k]
	}
}

// Place fills a cell. It removes the candidates of the cell and the digit from all peers.
func (b *Board) Place(cell, digit int) {
	for m := b.Candidates[cell]; m != 0; m &= m - 1 {
		b.Remove(cell, bits.TrailingZeros16(m))
	}
	for rest := b.Alive[digit].And(Peers[cell]); !rest.Empty(); {
		b.Remove(rest.Next(), digit)
	}
	b.Alive[digit].Add(cell)
	b.Placed.Add(cell)
	b.Filled[cell] = uint8(digit + 1)
	b.Left--
	l := &Locations[cell]
	for k := range 3 {
		b.OpenPlaces[l.Unit[k]] &^= 1 << l.Position[k]
	}
}

// EachSet calls found for each set of open cells of a unit, as positions, with the digits that they have together.
func (b *Board) EachSet(unit int, found func(places, digits uint16)) {
	var union [512]uint16
	open := b.OpenPlaces[unit]
	for places := open & -open; places != 0; places = (places - open) & open {
		p := places & 511
		union[p] = union[p&(p-1)] | b.Candidates[Units[unit][bits.TrailingZeros16(p)]]
		found(p, union[p])
	}
}
