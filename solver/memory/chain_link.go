package memory

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/board"
)

// link makes the strong links and numbers the nodes.
func (c *chains) link(puzzle *Board) {
	c.pairs = c.pairs[:0]
	if c.kind&conjugates != 0 {
		c.linkConjugates(puzzle)
	}
	if c.kind&bivalues != 0 {
		c.linkBivalues(&puzzle.Board)
	}
	if c.kind&groups != 0 {
		c.linkGroups(&puzzle.Board)
	}
	c.numberNodes()
	n := len(c.place)
	c.words = (n + 63) / 64
	c.strong = cleared(c.strong, n*c.words)
	c.links = cleared(c.links, n*n)
	c.front, c.found = cleared(c.front, c.words), cleared(c.found, c.words)
	for _, p := range c.pairs {
		a, b := int(c.id[p[0]]-1), int(c.id[p[1]]-1)
		c.set(c.strong, a)[b>>6] |= 1 << (b & 63)
		c.set(c.strong, b)[a>>6] |= 1 << (a & 63)
	}
}

func (c *chains) pair(place, digit, otherPlace, otherDigit int) {
	c.pairs = append(c.pairs, [2]uint16{uint16(digit*c.places + place), uint16(otherDigit*c.places + otherPlace)})
}

func (c *chains) linkConjugates(puzzle *Board) {
	var buffer [setdoku.UnitCount]conjugatePair
	for d := range 9 {
		for _, x := range puzzle.conjugatePairs(&buffer, d, 0, setdoku.UnitCount) {
			c.pair(x.ends[0], d, x.ends[1], d)
		}
	}
}

func (c *chains) linkBivalues(s *board.Board) {
	for cells := s.Pairs(); !cells.Empty(); {
		i := cells.Next()
		x, y := pairDigits(s.Candidates[i])
		c.pair(i, x, i, y)
	}
}

// unitCrossing is a group seen from a unit: its positions there, and its number.
type unitCrossing struct {
	positions uint16
	group     int
}

// linkGroups links two places that together have all positions of a digit in a unit, if neither has all of them.
func (c *chains) linkGroups(s *board.Board) {
	for _, u := range s.G.List {
		for d, p := range &s.Places[u] {
			if p&(p-1) == 0 || bits.OnesCount16(p) > 2*c.tables.largest {
				continue
			}
			for i, x := range c.tables.byUnit[u] {
				a := x.positions & p
				if a&(a-1) == 0 || a == p {
					continue // a cell, or all
				}
				if rest := p &^ a; rest&(rest-1) == 0 {
					c.pair(firstGroup+x.group, d, int(s.G.Units[u][bits.TrailingZeros16(rest)]), d)
				}
				for _, y := range c.tables.byUnit[u][:i] {
					if b := y.positions & p; b&(b-1) != 0 && b != p && a|b == p {
						c.pair(firstGroup+x.group, d, firstGroup+y.group, d)
					}
				}
			}
		}
	}
}

// numberNodes numbers the places and digits that occur in strong links.
func (c *chains) numberNodes() {
	for i := range c.place {
		c.id[int(c.digit[i])*c.places+int(c.place[i])] = 0
	}
	c.place, c.digit, c.nodesOf = c.place[:0], c.digit[:0], [9]placeSet{}
	var used [(9*mostPlaces + 63) / 64]uint64
	for _, p := range c.pairs {
		used[p[0]>>6] |= 1 << (p[0] & 63)
		used[p[1]>>6] |= 1 << (p[1] & 63)
	}
	for i, word := range used {
		for ; word != 0; word &= word - 1 {
			at := i<<6 + bits.TrailingZeros64(word)
			place, digit := at%c.places, at/c.places
			c.place, c.digit = append(c.place, uint8(place)), append(c.digit, uint8(digit))
			c.id[at] = uint16(len(c.place))
			c.nodesOf[digit].add(place)
		}
	}
}
