package board

import (
	"errors"
	"math/bits"

	"setdoku"
)

// Board is a puzzle between two passes. Beside the cells of each digit it has the candidates of each cell, and the
// places of each digit in each unit: techniques ask for these so often that keeping all three is quicker.
type Board struct {
	Digits
	Candidates [setdoku.CellCount]uint16
	Places     [setdoku.UnitCount][9]uint16 // positions of the candidates, by unit and digit
	OpenPlaces [setdoku.UnitCount]uint16    // positions of the open cells
	Filled     setdoku.Grid
	Left       int // open cells
}

// Load sets the puzzle: its filled cells and the candidates of its open cells. If candidates is nil, these are all
// digits that no filled peer has.
func (b *Board) Load(g *Geometry, filled *setdoku.Grid, candidates *[setdoku.CellCount]setdoku.DigitSet) {
	b.Digits, b.Filled, b.Left = NewDigits(g, filled), *filled, 0
	clear(b.Candidates[:])
	clear(b.Places[:])
	clear(b.OpenPlaces[:])
	for i := range filled {
		if filled[i] != 0 || !g.All.Has(i) {
			continue
		}
		b.Left++
		for _, l := range g.Locations[i] {
			b.OpenPlaces[l.Unit] |= 1 << l.Position
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
			for _, l := range g.Locations[i] {
				b.Places[l.Unit][d] |= 1 << l.Position
			}
		}
	}
}

// LoadState sets the puzzle to a state.
func (b *Board) LoadState(s *setdoku.State) {
	filled := s.Filled()
	if s.Deleted == [setdoku.CellCount]setdoku.DigitSet{} {
		b.Load(GeometryFor(s.Variant), &filled, nil)
		return
	}
	marks := s.Candidates()
	b.Load(GeometryFor(s.Variant), &filled, &marks)
}

// Repeat returns a contradiction if two filled cells that see each other have the same digit, and whether there is one.
// No reader accepts such a puzzle, but somebody may insert it into a database.
func (b *Board) Repeat() (setdoku.Contradiction, bool) {
	err := b.G.Check(b.Filled)
	if err == nil {
		return setdoku.Contradiction{}, false
	}
	var repeat setdoku.Repeat
	errors.As(err, &repeat)
	if repeat.Unit == 0 {
		return setdoku.Contradiction{Kind: "two_places", Cell: repeat.A, Digit: repeat.Digit}, true
	}
	return setdoku.Contradiction{Kind: "no_place", Unit: repeat.Unit, Digit: repeat.Digit}, true
}

// Remove eliminates a candidate.
func (b *Board) Remove(cell, digit int) {
	b.Eliminate(cell, digit)
	b.Candidates[cell] &^= 1 << digit
	for _, l := range b.G.Locations[cell] {
		b.Places[l.Unit][digit] &^= 1 << (l.Position & 15)
	}
}

// Place fills a cell. It removes the candidates of the cell and the digit from all peers.
func (b *Board) Place(cell, digit int) {
	for m := b.Candidates[cell]; m != 0; m &= m - 1 {
		b.Remove(cell, bits.TrailingZeros16(m))
	}
	for rest := b.Alive[digit].And(b.G.Peers[cell]); !rest.Empty(); {
		b.Remove(rest.Next(), digit)
	}
	b.Alive[digit].Add(cell)
	b.Placed.Add(cell)
	b.Filled[cell] = uint8(digit + 1)
	b.Left--
	for _, l := range b.G.Locations[cell] {
		b.OpenPlaces[l.Unit] &^= 1 << l.Position
	}
}

// EachSet calls found for each set of open cells of a unit, as positions, with the digits that they have together.
func (b *Board) EachSet(unit int, found func(places, digits uint16)) {
	var union [512]uint16
	open := b.OpenPlaces[unit]
	for places := open & -open; places != 0; places = (places - open) & open {
		p := places & 511
		union[p] = union[p&(p-1)] | b.Candidates[b.G.Units[unit][bits.TrailingZeros16(p)]]
		found(p, union[p])
	}
}
