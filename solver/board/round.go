package board

import "math/bits"

// Round places all naked and hidden singles of the puzzle at once, and returns how many these are. If the puzzle is a
// contradiction, or its singles exclude each other, it returns -1 and changes nothing.
func (s *Digits) Round() int {
	once, twice := s.once()
	if once != s.G.All {
		return -1
	}
	naked := once.Without(twice.Or(s.Placed))
	var found [9]Cells
	var all, double Cells
	for d := range s.G.Size {
		hidden, ok := s.G.hiddenSingles(s.Alive[d])
		if !ok {
			return -1
		}
		found[d] = hidden.Or(s.Alive[d].And(naked)).Without(s.Placed)
		double = double.Or(all.And(found[d]))
		all = all.Or(found[d])
	}
	if all.Empty() {
		return 0
	}
	var seen [9]Cells
	for d := range s.G.Size {
		if seen[d] = s.G.seenFrom(found[d]); seen[d].Meets(found[d]) {
			return -1
		}
	}
	if !double.Empty() {
		return -1
	}
	for d := range s.G.Size {
		s.Alive[d] = s.Alive[d].Without(seen[d].Or(all)).Or(found[d])
	}
	s.Placed = s.Placed.Or(all)
	return all.Count()
}

// seenFrom returns the cells that see a cell of a set.
func (g *Geometry) seenFrom(cells Cells) (seen Cells) {
	if g != Classic {
		for !cells.Empty() {
			seen = seen.Or(g.Peers[cells.Next()])
		}
		return seen
	}
	for u := cells.Upper; u != 0; u &= u - 1 {
		seen = seen.Or(peersAtUpper[bits.TrailingZeros64(u)&63])
	}
	for l := cells.Lower; l != 0; l &= l - 1 {
		seen = seen.Or(peersAtLower[bits.TrailingZeros64(l)&31])
	}
	return seen
}

// SeenByAll returns the cells that see all cells of a set: all cells if the set is empty.
func (g *Geometry) SeenByAll(cells Cells) Cells {
	seen := g.All
	for !cells.Empty() {
		seen = seen.And(g.Peers[cells.Next()])
	}
	return seen
}
