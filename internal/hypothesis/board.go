package hypothesis

import (
	"math/bits"

	"setdoku"
)

// candidate is a digit of a cell, 0..80.
type candidate struct {
	cell  int
	digit uint8
}

func number(c candidate) int { return c.cell*9 + int(c.digit) - 1 }

// nodeSet is a set of nodes.
type nodeSet []uint64

func (s nodeSet) has(n int) bool { return n/64 < len(s) && s[n/64]>>(n%64)&1 != 0 }

func (s nodeSet) size() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// union returns the nodes of both sets. It may return t itself.
func (s nodeSet) union(t nodeSet) nodeSet {
	if len(s) == 0 {
		return t
	}
	out := make(nodeSet, max(len(s), len(t)))
	copy(out, s)
	for k, word := range t {
		out[k] |= word
	}
	return out
}

// with returns the set with one more node.
func (s nodeSet) with(n int) nodeSet {
	out := make(nodeSet, max(len(s), n/64+1))
	copy(out, s)
	out[n/64] |= 1 << (n % 64)
	return out
}

// below returns the nodes of the set that are below n.
func (s nodeSet) below(n int) nodeSet {
	out := make(nodeSet, min(len(s), n/64+1))
	copy(out, s)
	if k := n / 64; k < len(out) {
		out[k] &= 1<<(n%64) - 1
	}
	return out
}

// renumbered returns the set with other numbers for its nodes.
func (s nodeSet) renumbered(to map[int]int) (out nodeSet) {
	for k, word := range s {
		for ; word != 0; word &= word - 1 {
			out = out.with(to[k*64+bits.TrailingZeros64(word)])
		}
	}
	return out
}

// board is a grid in which every candidate that a hypothesis has removed knows the node that removed it. A node is an
// assumption, a placement, an elimination or a refutation. It needs other nodes, and all that they need.
type board struct {
	start   [setdoku.CellCount]setdoku.DigitSet // candidates before the first assumption
	live    [setdoku.CellCount]setdoku.DigitSet // candidates of open cells
	sites   [27][9]setdoku.DigitSet             // positions in a unit where a digit is a candidate
	filled  setdoku.Grid
	removed [setdoku.CellCount * 9]int // by candidate: the node, or 0
	needs   []nodeSet                  // by node; it includes the node itself
	depth   int                        // hypotheses around this one
}

func newBoard(s setdoku.State) *board {
	live := s.Candidates()
	b := &board{start: live, live: live, filled: s.Filled(), needs: make([]nodeSet, 1, 64)}
	for u, cells := range setdoku.Units {
		for n, i := range cells {
			for m := live[i]; m != 0; m &= m - 1 {
				b.sites[u][m.Lowest()-1] |= 1 << n
			}
		}
	}
	return b
}

// record adds a node.
func (b *board) record(needs nodeSet) int {
	n := len(b.needs)
	b.needs = append(b.needs, needs.with(n))
	return n
}

// place fills a cell and removes candidates of it and its peers.
func (b *board) place(c candidate, node int) {
	for rest := b.live[c.cell]; rest != 0; rest &= rest - 1 {
		b.remove(candidate{c.cell, rest.Lowest()}, node)
	}
	b.removed[number(c)], b.filled[c.cell] = 0, c.digit
	for _, i := range setdoku.Peers[c.cell] {
		if b.live[i].Has(c.digit) {
			b.remove(candidate{i, c.digit}, node)
		}
	}
}

func (b *board) remove(c candidate, node int) {
	b.live[c.cell] &^= setdoku.SetOf(c.digit)
	b.removed[number(c)] = node
	for _, u := range unitsOf(c.cell) {
		b.sites[u][c.digit-1] &^= 1 << position(u, c.cell)
	}
}

// position returns the position of a cell in a unit that contains it, from 0.
func position(u, i int) int {
	switch u / 9 {
	case 0:
		return i % 9
	case 1:
		return i / 9
	}
	return i/9%3*3 + i%3
}

// count returns how many places a digit has in a unit.
func (b *board) count(u int, d uint8) int { return b.sites[u][d-1].Count() }

// places returns the open cells of a unit that have a digit as a candidate.
func (b *board) places(u int, d uint8) []int { return at(setdoku.Units[u], b.sites[u][d-1]) }

// holds reports whether a unit holds a digit.
func (b *board) holds(u int, d uint8) bool {
	for _, i := range setdoku.Units[u] {
		if b.filled[i] == d {
			return true
		}
	}
	return false
}

// needsOf returns what the removal of a candidate needs: nothing if it was not there before the hypothesis.
func (b *board) needsOf(c candidate) nodeSet {
	if n := b.removed[number(c)]; n != 0 {
		return b.needs[n]
	}
	return nil
}

// gone returns what a cell without the digits others needs.
func (b *board) gone(cell int, others setdoku.DigitSet) (needs nodeSet) {
	for rest := others & b.start[cell]; rest != 0; rest &= rest - 1 {
		needs = needs.union(b.needsOf(candidate{cell, rest.Lowest()}))
	}
	return needs
}

// closed returns what a unit needs that has no place for a digit in any cell for which other reports true.
func (b *board) closed(u int, d uint8, other func(cell int) bool) (needs nodeSet) {
	for _, i := range setdoku.Units[u] {
		if other(i) && b.start[i].Has(d) {
			needs = needs.union(b.needsOf(candidate{i, d}))
		}
	}
	return needs
}

// unitsOf returns the row, the column and the box of a cell.
func unitsOf(i int) [3]int { return [3]int{i / 9, 9 + i%9, 18 + i/27*3 + i%9/3} }

// inUnit reports whether a cell lies in a unit.
func inUnit(u, i int) bool { return unitsOf(i)[u/9] == u }
