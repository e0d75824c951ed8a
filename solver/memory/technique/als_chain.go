package technique

import (
	"math/bits"
	"slices"
)

// alsChain holds the chains of almost locked sets. A link leads from a true node through the next set to another true
// node.
type alsChain struct {
	built bool
	links [][]int16 // by node
	depth []int16   // distance of a node from the start of the last search, in sets, 0 if not reached
	queue []int16
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
	c.depth = slices.Grow(c.depth[:0], len(r.nodes))[:len(r.nodes)]
	for i := range r.nodes {
		clear(c.depth)
		c.links[i] = c.links[i][:0]
		for _, off := range r.nodes[i].weak {
			c.links[i] = r.follow(off, c.links[i], c.depth, 1)
		}
	}
	return c
}

// follow adds the nodes that are true if off is false, unless they were reached before.
func (r *alsSearch) follow(off int16, list, depth []int16, level int16) []int16 {
	n := &r.nodes[off]
	for _, k := range n.sets {
		a := &r.sets[k]
		for m := a.useful &^ (1 << n.digit); m != 0; m &= m - 1 {
			if j := a.node[bits.TrailingZeros16(m)]; depth[j] == 0 {
				depth[j] = level
				list = append(list, j)
			}
		}
	}
	return list
}

// search computes the distances of the nodes that are true if start is false.
func (r *alsSearch) search(start int16) *alsChain {
	c := r.chains()
	clear(c.depth)
	c.queue = r.follow(start, c.queue[:0], c.depth, 1)
	for i := 0; i < len(c.queue); i++ {
		n := c.queue[i]
		for _, j := range c.links[n] {
			if c.depth[j] == 0 {
				c.depth[j] = c.depth[n] + 1
				c.queue = append(c.queue, j)
			}
		}
	}
	return c
}

// findChains finds chains of any number of sets.
func (r *alsSearch) findChains(board *Board) {
	for i := range r.nodes {
		start := &r.nodes[i]
		c := r.search(int16(i))
		for _, j := range c.queue {
			end := &r.nodes[j]
			if end.digit != start.digit || end.group < start.group || c.depth[j] < 2 {
				continue
			}
			if both := end.victims.and(start.victims); !both.empty() {
				key := int64(c.depth[j])*10 + int64(start.digit+1)
				board.eliminate(both, int(start.digit), (key*100000+int64(start.group))*100000+int64(end.group))
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
func (r *alsSearch) explainChain(board *Board, p fields) {
	z := p.of("digit") - 1
	start, end := r.find(z, int32(p.of("start"))), r.find(z, int32(p.of("end")))
	c := r.search(start)
	path := []int16{end}
	for n := end; c.depth[n] > 1; {
		n = r.before(c, n)
		path = append(path, n)
	}
	slices.Reverse(path)
	board.showSet(0, r.between([]int16{start}, path[0]))
	for k := 1; k < len(path); k++ {
		before := &r.nodes[path[k-1]]
		board.showRestricted(int64(before.digit) + 1)
		board.showSet(k, r.between(before.weak, path[k]))
	}
}

// before returns the node before n, the one with the smallest number if there are several.
func (r *alsSearch) before(c *alsChain, n int16) int16 {
	best := int16(-1)
	for _, j := range c.queue {
		if c.depth[j] == c.depth[n]-1 && slices.Contains(c.links[j], n) && (best < 0 || r.nodes[j].code() < r.nodes[best].code()) {
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
