package memory

import (
	"math/bits"
	"slices"
)

// alsChain holds the chains of almost locked sets. A link leads from a true node through the next set to another true
// node.
type alsChain struct {
	built bool
	links [][]alsLink // by node
	cells []int16     // cells of the sets on the way to a node from the start of the last search, 0 if not reached
	queue []int16     // the nodes reached, by their cells
	wait  [maxSet + 1][]alsLink
}

// alsLink leads to a node, through a set of so many cells.
type alsLink struct {
	node  int16
	cells int16
}

// chains returns the links between the nodes.
func (r *alsSearch) chains() *alsChain {
	c := &r.chain
	if c.built {
		return c
	}
	c.built = true
	for len(c.links) < len(r.nodes) {
		c.links = append(c.links, nil)
	}
	c.cells = slices.Grow(c.cells[:0], len(r.nodes))[:len(r.nodes)]
	clear(c.cells)
	for i := range r.nodes {
		c.links[i] = c.links[i][:0]
		for _, off := range r.nodes[i].weak {
			c.links[i] = r.follow(off, c.links[i])
		}
		for k := range c.links[i] {
			link := &c.links[i][k]
			link.cells, c.cells[link.node] = c.cells[link.node], 0
		}
	}
	return c
}

// follow adds the nodes that are true if off is false, unless the list has them. The smallest sets that make them true
// are in r.chain.cells.
func (r *alsSearch) follow(off int16, list []alsLink) []alsLink {
	n, cells := &r.nodes[off], r.chain.cells
	for _, k := range n.sets {
		a := &r.sets[k]
		for m := a.useful &^ (1 << n.digit); m != 0; m &= m - 1 {
			j := a.node[bits.TrailingZeros16(m)]
			if cells[j] == 0 {
				list = append(list, alsLink{node: j})
				cells[j] = int16(a.size)
			}
			cells[j] = min(cells[j], int16(a.size))
		}
	}
	return list
}

// begin returns the nodes that are true if start is false, with the smallest sets.
func (r *alsSearch) begin(start int16) []alsLink {
	c := r.chains()
	clear(c.cells)
	list := r.follow(start, nil)
	for k := range list {
		list[k].cells, c.cells[list[k].node] = c.cells[list[k].node], 0
	}
	return list
}

// search finds the nodes that are true if start is false, those with the fewest cells on the way first. The links of
// weight w wait in c.wait at w modulo the length of that list.
func (r *alsSearch) search(start int16) *alsChain {
	first := r.begin(start)
	c := &r.chain
	c.queue = c.queue[:0]
	for k := range c.wait {
		c.wait[k] = c.wait[k][:0]
	}
	last := 0
	add := func(links []alsLink, before int) {
		for _, link := range links {
			if c.cells[link.node] == 0 {
				at := before + int(link.cells)
				c.wait[at%len(c.wait)] = append(c.wait[at%len(c.wait)], link)
				last = max(last, at)
			}
		}
	}
	add(first, 0)
	for cells := 1; cells <= last; cells++ {
		now := c.wait[cells%len(c.wait)]
		c.wait[cells%len(c.wait)] = now[:0]
		for _, link := range now {
			if c.cells[link.node] == 0 {
				c.cells[link.node] = int16(cells)
				c.queue = append(c.queue, link.node)
				add(c.links[link.node], cells)
			}
		}
	}
	return c
}

// findChains finds chains of any number of sets.
func (r *alsSearch) findChains(puzzle *Board) {
	for i := range r.nodes {
		start := &r.nodes[i]
		c := r.search(int16(i))
		for _, j := range c.queue {
			end := &r.nodes[j]
			if end.digit != start.digit || end.group < start.group {
				continue
			}
			if both := end.victims.And(start.victims); !both.Empty() {
				puzzle.eliminate(both, int(start.digit),
					puzzle.key(int(c.cells[j]), int(start.digit+1), int(start.group), int(end.group)))
			}
		}
	}
}

// find returns the node of digit 0..8 in a group.
func (r *alsSearch) find(digit int, group int32) int16 {
	i := r.first[digit][group/1000-1]
	for r.nodes[i].group != group {
		i = r.nodes[i].next
	}
	return i
}

// explainChain goes back from the end of a chain and adds the chain from its start.
func (r *alsSearch) explainChain(puzzle *Board, p fields) {
	z := p.of("digit") - 1
	start, end := r.find(z, int32(p.of("start"))), r.find(z, int32(p.of("end")))
	first := r.begin(start)
	c := r.search(start)
	path := []int16{end}
	for n := end; !slices.Contains(first, alsLink{n, c.cells[n]}); {
		n = r.before(c, n)
		path = append(path, n)
	}
	slices.Reverse(path)
	puzzle.showSet(0, r.between([]int16{start}, path[0]))
	for k := 1; k < len(path); k++ {
		before := &r.nodes[path[k-1]]
		puzzle.showRestricted(int64(before.digit) + 1)
		puzzle.showSet(k, r.between(before.weak, path[k]))
	}
}

// before returns the node before n, the one with the smallest number if there are several.
func (r *alsSearch) before(c *alsChain, n int16) int16 {
	best := int16(-1)
	for _, j := range c.queue {
		if c.cells[j] < c.cells[n] && slices.Contains(c.links[j], alsLink{n, c.cells[n] - c.cells[j]}) &&
			(best < 0 || r.nodes[j].code() < r.nodes[best].code()) {
			best = j
		}
	}
	return best
}

// between returns the smallest set that makes node on true if one of the nodes off is false.
func (r *alsSearch) between(off []int16, on int16) int32 {
	best := int32(1 << 30)
	for _, k := range r.nodes[on].sets {
		a := &r.sets[k]
		for _, j := range off {
			n := &r.nodes[j]
			if n.digit != r.nodes[on].digit && a.useful>>n.digit&1 != 0 && a.node[n.digit] == j {
				best = min(best, a.code())
			}
		}
	}
	return best % 100000
}
