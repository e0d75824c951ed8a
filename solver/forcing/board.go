package forcing

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/board"
)

// number numbers the candidates 0..728.
func number(c setdoku.Candidate) int { return c.Cell.Index()*9 + int(c.Digit) - 1 }

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

// grid is a puzzle in which every candidate that a hypothesis has removed knows the node that removed it. A node is an
// assumption, a placement, an elimination or a refutation. It needs other nodes, and all that they need.
type grid struct {
	board.Board
	start   [setdoku.CellCount]uint16  // candidates before the first assumption
	removed [setdoku.CellCount * 9]int // by candidate: the node, or 0
	needs   []nodeSet                  // by node; it includes the node itself
	rows    []setdoku.Evidence         // by node: its row
	depth   int                        // hypotheses around this one
}

func newGrid(s setdoku.State) *grid {
	b := &grid{needs: make([]nodeSet, 1, 64), rows: make([]setdoku.Evidence, 1, 64)}
	filled, candidates := s.Filled(), s.Candidates()
	b.Load(board.GeometryFor(s.Variant), &filled, &candidates)
	b.start = b.Candidates
	return b
}

// record adds the node of a row.
func (b *grid) record(row setdoku.Evidence, needs nodeSet) int {
	n := len(b.needs)
	b.needs, b.rows = append(b.needs, needs.with(n)), append(b.rows, row)
	return n
}

// place fills a cell and removes candidates of it and its peers.
func (b *grid) place(c setdoku.Candidate, node int) {
	cell, digit := c.Cell.Index(), int(c.Digit)-1
	for rest := b.live(cell) &^ setdoku.NewDigitSet(c.Digit); rest != 0; rest &= rest - 1 {
		b.removed[number(setdoku.CandidateAt(cell, rest.Lowest()))] = node
	}
	for peers := b.G.Peers[cell].And(b.Live(digit)); !peers.Empty(); {
		b.removed[number(setdoku.CandidateAt(peers.Next(), c.Digit))] = node
	}
	b.Place(cell, digit)
}

func (b *grid) remove(c setdoku.Candidate, node int) {
	b.Remove(c.Cell.Index(), int(c.Digit)-1)
	b.removed[number(c)] = node
}

// live returns the candidates of a cell.
func (b *grid) live(cell int) setdoku.DigitSet { return setdoku.DigitSet(b.Candidates[cell]) }

// places returns the open cells of a unit that have a digit as a candidate.
func (b *grid) places(u int, d uint8) board.Cells { return b.Live(int(d) - 1).And(b.G.UnitSets[u]) }

// holds reports whether a unit holds a digit.
func (b *grid) holds(u int, d uint8) bool {
	return b.Alive[d-1].And(b.Placed).Meets(b.G.UnitSets[u])
}

// prerequisites returns the nodes that the removal of a candidate needs, none if it was not a candidate before the
// hypothesis.
func (b *grid) prerequisites(c setdoku.Candidate) nodeSet {
	if n := b.removed[number(c)]; n != 0 {
		return b.needs[n]
	}
	return nil
}

// removal returns the nodes that are needed to remove the digits others from a cell.
func (b *grid) removal(cell int, others setdoku.DigitSet) (needs nodeSet) {
	for rest := others & setdoku.DigitSet(b.start[cell]); rest != 0; rest &= rest - 1 {
		needs = needs.union(b.prerequisites(setdoku.CandidateAt(cell, rest.Lowest())))
	}
	return needs
}

// closed returns the nodes that are needed to remove a digit from all cells of a unit outside of open.
func (b *grid) closed(u int, d uint8, open board.Cells) (needs nodeSet) {
	for rest := b.G.UnitSets[u].Without(open); !rest.Empty(); {
		if i := rest.Next(); b.start[i]>>(d-1)&1 != 0 {
			needs = needs.union(b.prerequisites(setdoku.CandidateAt(i, d)))
		}
	}
	return needs
}

// only returns a cell as a set.
func only(cell int) (c board.Cells) {
	c.Add(cell)
	return c
}
