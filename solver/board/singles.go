package board

import (
	"setdoku"
)

// Single is a placement that nothing but the candidates of its cell, or its unit, proves.
type Single struct {
	Cell, Digit int
	Unit        int // the first unit that proves it, or -1 if its cell does
}

// Singles calls found for each full house, naked single or hidden single of a puzzle: kind is an index of
// catalogue.Singles.
func (s *Digits) Singles(kind int, found func(Single)) {
	switch kind {
	case 0:
		s.fullHouses(found)
	case 1:
		s.nakedSingles(found)
	case 2:
		s.hiddenSingles(found)
	}
}

func (s *Digits) fullHouses(found func(Single)) {
	open, done := s.G.All.Without(s.Placed), Cells{}
	for _, u := range s.G.List {
		last := s.G.UnitSets[u].And(open)
		if last.Count() != 1 || last.Meets(done) {
			continue
		}
		done = done.Or(last)
		for d := range s.Alive {
			if s.Alive[d].Meets(last) {
				found(Single{last.First(), d, u})
			}
		}
	}
}

func (s *Digits) nakedSingles(found func(Single)) {
	once, twice := s.once()
	naked := once.Without(twice).Without(s.Placed)
	if naked.Empty() {
		return
	}
	for d := range s.Alive {
		for rest := s.Alive[d].And(naked); !rest.Empty(); {
			found(Single{rest.Next(), d, -1})
		}
	}
}

func (s *Digits) hiddenSingles(found func(Single)) {
	for d := range s.G.Size {
		all := s.Alive[d]
		hidden, sound := s.G.hiddenSingles(all)
		if !sound { // a unit has no place for the digit; others may have one
			hidden = all
		}
		for rest := hidden.Without(s.Placed); !rest.Empty(); {
			cell := rest.Next()
			if u := s.G.onlyPlaceIn(all, cell); u >= 0 {
				found(Single{cell, d, u})
			}
		}
	}
}

// onlyPlaceIn returns the first unit that has exactly one cell of a set, or -1.
func (g *Geometry) onlyPlaceIn(set Cells, cell int) int {
	for _, l := range g.Locations[cell] {
		if set.And(g.UnitSets[l.Unit]) == cellOf[cell] {
			return int(l.Unit)
		}
	}
	return -1
}

// Clash returns the smallest conflict between placements, by digit: two digits in a cell, else two places of a digit in
// a unit. It reports whether there is one.
func Clash(g *Geometry, placements *[9]Cells) (setdoku.Contradiction, bool) {
	s := Digits{G: g, Alive: *placements}
	if _, twice := s.once(); !twice.Empty() {
		return setdoku.Contradiction{Kind: "two_digits", Cell: setdoku.CellAt(twice.First())}, true
	}
	for d := range s.Alive {
		for rest := s.Alive[d]; !rest.Empty(); {
			if g.Peers[rest.Next()].Meets(s.Alive[d]) {
				return s.twoPlaces(), true
			}
		}
	}
	return setdoku.Contradiction{}, false
}

// twoPlaces returns the first unit with two places for a digit, and its first such digit.
func (s *Digits) twoPlaces() (c setdoku.Contradiction) {
	for _, u := range s.G.List {
		for d := range s.Alive {
			if s.Alive[d].And(s.G.UnitSets[u]).Count() > 1 {
				return setdoku.Contradiction{Kind: "two_places", Unit: u + 1, Digit: uint8(d + 1)}
			}
		}
	}
	for d := range s.Alive {
		for rest := s.Alive[d]; !rest.Empty(); {
			if cell := rest.Next(); s.G.Peers[cell].Meets(s.Alive[d]) { // they see each other without a common unit
				return setdoku.Contradiction{Kind: "two_places", Cell: setdoku.CellAt(cell), Digit: uint8(d + 1)}
			}
		}
	}
	return c
}
