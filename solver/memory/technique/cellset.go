package technique

import (
	"math/bits"

	"setdoku"
)

// cellSet is a set of cells 0..80: bit i%64 of word i/64.
type cellSet [2]uint64

func (c *cellSet) add(cell int)     { c[cell>>6] |= 1 << (cell & 63) }
func (c *cellSet) remove(cell int)  { c[cell>>6] &^= 1 << (cell & 63) }
func (c cellSet) has(cell int) bool { return c[cell>>6]>>(cell&63)&1 != 0 }
func (c cellSet) empty() bool       { return c[0]|c[1] == 0 }
func (c cellSet) count() int        { return bits.OnesCount64(c[0]) + bits.OnesCount64(c[1]) }

func (c cellSet) and(d cellSet) cellSet     { return cellSet{c[0] & d[0], c[1] & d[1]} }
func (c cellSet) or(d cellSet) cellSet      { return cellSet{c[0] | d[0], c[1] | d[1]} }
func (c cellSet) without(d cellSet) cellSet { return cellSet{c[0] &^ d[0], c[1] &^ d[1]} }
func (c cellSet) within(d cellSet) bool     { return c[0]&^d[0]|c[1]&^d[1] == 0 }
func (c cellSet) meets(d cellSet) bool      { return c[0]&d[0]|c[1]&d[1] != 0 }

// first returns the smallest cell of a set. The set must not be empty.
func (c cellSet) first() int {
	if c[0] != 0 {
		return bits.TrailingZeros64(c[0])
	}
	return 64 + bits.TrailingZeros64(c[1])
}

// next removes the smallest cell from a set and returns it. The set must not be empty.
func (c *cellSet) next() int {
	i := c.first()
	c.remove(i)
	return i
}

// peerSet holds the 20 peers of each cell, unitSet the nine cells of each unit.
var (
	peerSet = func() (p [setdoku.CellCount]cellSet) {
		for i := range p {
			for _, j := range setdoku.Peers[i] {
				p[i].add(j)
			}
		}
		return p
	}()
	unitSet = func() (u [27]cellSet) {
		for i, cells := range setdoku.Units {
			for _, j := range cells {
				u[i].add(j)
			}
		}
		return u
	}()
)

// peersOfAll returns the cells that see every cell of the set. For an empty set that is every cell.
func peersOfAll(set cellSet) cellSet {
	seen := cellSet{^uint64(0), 1<<(setdoku.CellCount-64) - 1}
	for !set.empty() {
		seen = seen.and(peerSet[set.next()])
	}
	return seen
}

// cellsOf returns the cells with candidate digit, 0..8, built from its places in the nine rows.
func (s *state) cellsOf(digit int) cellSet {
	var low uint64
	for r := range 7 {
		low |= uint64(s.places[r][digit]) << (9 * r)
	}
	p, q := uint64(s.places[7][digit]), uint64(s.places[8][digit])
	return cellSet{low | p<<63, p>>1 | q<<8}
}
