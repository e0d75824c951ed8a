package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// This file finds chains as a closure. A node is a digit in a place. Two nodes are strongly linked if at least one of
// them is true, and weakly linked if at most one is. A chain starts at a false node. A strong link leads to a true
// node, from there a weak link to a false node, and so on. Only the true node at the end matters. So the successors
// of a node are the true nodes two links further, and one breadth-first search from every node finds the ends of all
// chains of any length.

// chainKind is a set of kinds of links.
type chainKind uint8

const (
	conjugates chainKind = 1 << iota // strong: the two places of a digit in a unit
	bivalues                         // strong: the two candidates of a cell
	cellLinks                        // weak: two candidates of a cell
	groups                           // groups are places too
	sets                             // weak: two nodes that take too many digits from an almost locked set

	singleDigit = conjugates
	pairsOnly   = bivalues
	plainChain  = conjugates | bivalues | cellLinks
	groupChain  = plainChain | groups
	setChain    = groupChain | sets
)

// chains holds the links and chains of a state. Nodes have at least one strong link and are in the order of their
// numbers in the statements.
type chains struct {
	tables     *tables
	kind       chainKind
	known      bool // the fields below are valid for candidates
	candidates [81]uint16

	place, digit []uint8     // of each node
	number       []int       // digit and place, as in the statements
	places       int         // number of places
	id           []uint16    // one more than the node at digit*places+place, 0 for none
	nodesOf      [9]placeSet // the places of the nodes of a digit
	pairs        [][2]uint16 // strong links, by digit*places+place

	// Sets of nodes, each of the given number of words: the nodes strongly linked to a node, those weakly linked to
	// it, the true nodes two links after it, and all true nodes of the chains that begin with it.
	words                    int
	strong, weak, next, ends []uint64
	links                    []uint16 // weight of the lightest chain, by first and last node
	front, found             []uint64

	// A strong link has the weight 1. A weak link through an almost locked set has as much as the set has cells.
	sets    []chainSet
	through [maxSet + 1][]uint64 // by the number of cells: nodes linked weakly through a set, by digit*places+place
	// by the number of cells: the true nodes after a weak link through a set and a strong one
	heavy    [maxSet + 1][]uint64
	weighted [2*maxSet + 4][]uint64
}

// maxSet is the greatest number of cells of an almost locked set.
const maxSet = 8

// findChains returns the chains of the state.
func (puzzle *Board) findChains(kind chainKind) *chains {
	if puzzle.chains == nil {
		puzzle.chains = new(chains)
	}
	c := puzzle.chains
	if c.known && c.tables == puzzle.tables && c.kind == kind && c.candidates == puzzle.Board.Candidates {
		return c
	}
	if c.tables != puzzle.tables {
		c.tables, c.places = puzzle.tables, firstGroup+len(puzzle.tables.crossings)
		c.id = make([]uint16, 9*c.places)
		c.place, c.digit = c.place[:0], c.digit[:0]
	}
	c.kind, c.known, c.candidates = kind, true, puzzle.Board.Candidates
	c.link(puzzle)
	c.number = c.number[:0]
	for i, p := range c.place {
		c.number = append(c.number, (int(c.digit[i])+1)*1000+placeNumber[p])
	}
	c.join(puzzle)
	for k := range c.weighted {
		c.weighted[k] = cleared(c.weighted[k], c.words)
	}
	for first := range c.place {
		c.follow(first)
	}
	return c
}

// set returns the words of a node in a list of sets of nodes.
func (c *chains) set(list []uint64, node int) []uint64 {
	return list[node*c.words : (node+1)*c.words]
}

func has(set []uint64, node int) bool { return set[node>>6]>>(node&63)&1 != 0 }

// join computes the weak links and the successors of each node.
func (c *chains) join(puzzle *Board) {
	s, n := &puzzle.Board, len(c.place)
	size := n * c.words
	c.weak, c.next, c.ends = cleared(c.weak, size), cleared(c.next, size), cleared(c.ends, size)
	if c.kind&sets != 0 {
		c.joinSets(puzzle)
	}
	for a := range n {
		weak, next := c.set(c.weak, a), c.set(c.next, a)
		c.linked(s, int(c.place[a]), int(c.digit[a]), weak)
		c.after(weak, a, next)
	}
	if c.kind&sets == 0 {
		return
	}
	for cells := 2; cells <= maxSet; cells++ {
		c.heavy[cells] = cleared(c.heavy[cells], size)
		for a := range n {
			linked := c.through[cells][(int(c.digit[a])*c.places+int(c.place[a]))*c.words:][:c.words]
			c.after(linked, a, c.set(c.heavy[cells], a))
			for k, m := range linked {
				c.set(c.weak, a)[k] |= m
			}
		}
	}
}

// after adds the nodes that are strongly linked to one of the false nodes to a set, but for node a.
func (c *chains) after(off []uint64, a int, set []uint64) {
	for i, word := range off {
		for ; word != 0; word &= word - 1 {
			for k, m := range c.set(c.strong, i<<6+bits.TrailingZeros64(word)) {
				set[k] |= m
			}
		}
	}
	set[a>>6] &^= 1 << (a & 63)
}

// linked adds the nodes that are weakly linked to a digit in a place to a set.
func (c *chains) linked(s *board.Board, place, digit int, set []uint64) {
	for rest := c.near(s, place, digit).and(c.nodesOf[digit]); !rest.empty(); {
		node := c.id[digit*c.places+rest.next()] - 1
		set[node>>6] |= 1 << (node & 63)
	}
	if c.kind&cellLinks == 0 || place >= firstGroup {
		return
	}
	for m := s.Candidates[place] &^ (1 << digit); m != 0; m &= m - 1 {
		if node := c.id[bits.TrailingZeros16(m)*c.places+place]; node > 0 {
			node--
			set[node>>6] |= 1 << (node & 63)
		}
	}
}

// linkedThrough adds the nodes that an almost locked set links weakly to a digit in a place to a set.
func (c *chains) linkedThrough(place, digit int, set []uint64) {
	if c.kind&sets == 0 {
		return
	}
	for cells := 2; cells <= maxSet; cells++ {
		for k, m := range c.through[cells][(digit*c.places+place)*c.words:][:c.words] {
			set[k] |= m
		}
	}
}

// follow finds the ends of all chains that begin with a node, the lightest first. The nodes that are reached with
// weight w wait in c.weighted at w modulo the length of that list.
func (c *chains) follow(first int) {
	links := c.links[first*len(c.place):]
	ends := c.set(c.ends, first)
	heaviest := 1 // cells of a set
	if c.kind&sets != 0 {
		heaviest = maxSet
	}
	copy(c.weighted[1], c.set(c.strong, first))
	for weight, last := 1, 1; weight <= last; weight++ {
		front := c.weighted[weight%len(c.weighted)]
		for i := range front {
			word := front[i] &^ ends[i]
			front[i] = 0
			ends[i] |= word
			for ; word != 0; word &= word - 1 {
				a := i<<6 + bits.TrailingZeros64(word)
				links[a] = uint16(weight)
				last = weight + 1 + heaviest
				c.wait(weight+1, c.set(c.next, a))
				for cells := 2; cells <= heaviest; cells++ {
					c.wait(weight+1+cells, c.set(c.heavy[cells], a))
				}
			}
		}
	}
}

// wait adds nodes that are reached with a weight.
func (c *chains) wait(weight int, nodes []uint64) {
	list := c.weighted[weight%len(c.weighted)]
	for k, m := range nodes {
		list[k] |= m
	}
}

// cleared returns a slice of n zeros. It reuses the old slice if it is large enough.
func cleared[T uint16 | uint64](old []T, n int) []T {
	if cap(old) < n {
		return make([]T, n, 2*n)
	}
	old = old[:n]
	clear(old)
	return old
}
