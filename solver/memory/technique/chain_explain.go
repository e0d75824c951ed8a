package technique

import (
	"math/bits"
	"strings"
)

func explainXChain(board *Board, p fields)  { board.explainChain(singleDigit, p.of("links"), 0, 0, p) }
func explainXYChain(board *Board, p fields) { board.explainChain(pairsOnly, p.of("cells"), 0, 0, p) }
func explainAIC(board *Board, p fields)     { board.explainChain(plainChain, p.of("links"), 0, 0, p) }

func explainGroupedAIC(board *Board, p fields) {
	board.explainChain(groupChain, p.of("links"), 0, 0, p)
}

func explainALSAIC(board *Board, p fields) {
	board.explainChain(setChain, p.of("links"), p.of("start_set"), p.of("end_set"), p)
}

// explainChain adds the parts of a shortest chain of n strong links between two nodes, the sets beyond its ends (0
// for none) and the kind of chain. If there are several chains, it goes back from the last node along the smallest
// nodes.
func (board *Board) explainChain(kind chainKind, n, startSet, endSet int, p fields) {
	c := board.chainsOf(kind)
	before, after := c.setOf(startSet), c.setOf(endSet)
	board.explainSet(before)
	first, last := c.node(p.of("start")), c.node(p.of("end"))
	links := c.links[first*len(c.place):]
	ends := c.set(c.ends, first)
	holds := make([]int, n+1) // the true nodes, from 1
	holds[n] = last
	for k := n - 1; k > 0; k-- {
		for a := range c.place {
			if has(ends, a) && int(links[a]) == k && has(c.set(c.next, a), holds[k+1]) {
				holds[k] = a
				break
			}
		}
	}
	off := first
	for k := 1; k <= n; k++ {
		if k > 1 {
			off = board.explainWeak(c, holds[k-1], holds[k])
		}
		start, end := "link", "link"
		if k == 1 {
			start = "start"
		}
		if k == n {
			end = "end"
		}
		board.explainNode(c, start, off)
		board.explainStrong(c, off, holds[k])
		board.explainNode(c, end, holds[k])
	}
	board.explainSet(after)
	board.part(board.kindOf(c, first, last, before, after), -1, 0, 0)
}

// node returns the node with a number.
func (c *chains) node(number int) int {
	place, digit := number%1000, number/1000-1
	if place > 100 {
		place += firstGroup - 101
	} else {
		place = (place/10-1)*9 + place%10 - 1
	}
	return int(c.id[digit*chainPlace+place]) - 1
}

// setOf returns the almost locked set with a number, nil for 0.
func (c *chains) setOf(number int) *chainSet {
	for i := range c.sets {
		if int(c.sets[i].number) == number {
			return &c.sets[i]
		}
	}
	return nil
}

// live returns the cells of a node that have its digit as a candidate.
func (board *Board) live(c *chains, node int) cellSet {
	return placeCells[c.place[node]].and(board.state.cellsOf(int(c.digit[node])))
}

func (board *Board) explainNode(c *chains, role string, node int) {
	for set := board.live(c, node); !set.empty(); {
		board.part(role, set.next(), int(c.digit[node])+1, 0)
	}
}

// explainStrong adds the cell or the first unit in which one of two nodes must be true.
func (board *Board) explainStrong(c *chains, a, b int) {
	if c.digit[a] != c.digit[b] {
		board.part("strong", int(c.place[a]), 0, 0)
		return
	}
	digit := c.digit[a]
	both, all := board.live(c, a).or(board.live(c, b)), board.state.cellsOf(int(digit))
	for u := range unitSet {
		if all.and(unitSet[u]) == both {
			board.part("strong", -1, int(digit)+1, u+1)
			return
		}
	}
}

// explainWeak adds the weak link from node a to a node with a strong link to b, and returns that node. It takes the
// smallest one in a cell or unit with a, else the first one beyond an almost locked set.
func (board *Board) explainWeak(c *chains, a, b int) (off int) {
	s, strong := &board.state, c.set(c.strong, b)
	place, digit := int(c.place[a]), int(c.digit[a])
	near := make([]uint64, c.words)
	c.linked(s, place, digit, near)
	if off = firstOfBoth(near, strong); off >= 0 {
		if c.digit[a] != c.digit[off] {
			board.part("weak", place, 0, 0)
		} else {
			unit := sharedUnit(place, int(c.place[off]))
			board.part("weak", -1, int(c.digit[a])+1, unit+1)
		}
		return off
	}
	for i := range c.sets {
		set := &c.sets[i]
		if set.digits>>digit&1 == 0 || !c.sees(s, place, digit, set.seen[digit]) {
			continue
		}
		clear(near)
		for m := set.digits &^ (1 << digit); m != 0; m &= m - 1 {
			e := bits.TrailingZeros16(m)
			c.nodesIn(s, e, set.seen[e], near)
		}
		if off = firstOfBoth(near, strong); off >= 0 {
			board.explainSet(set)
			break
		}
	}
	return off
}

// firstOfBoth returns the smallest node that is in two sets, -1 if there is none.
func firstOfBoth(a, b []uint64) int {
	for i := range a {
		if word := a[i] & b[i]; word != 0 {
			return i<<6 + bits.TrailingZeros64(word)
		}
	}
	return -1
}

// explainSet adds an almost locked set and its cells.
func (board *Board) explainSet(set *chainSet) {
	if set == nil {
		return
	}
	letter := 0 // one more than the last letter
	for _, p := range board.parts {
		if shown, isSet := strings.CutPrefix(p.Role, "set_"); isSet {
			letter = int(shown[0]-'a') + 1
		}
	}
	for cells := set.cells; !cells.empty(); {
		board.part(setRole(letter), cells.next(), 0, 0)
	}
}
