package memory

import (
	"math/bits"
	"slices"
	"strings"

	"setdoku/solver/board"
)

// chainStep is a strong link of a chain, from a false node to a true one, and the almost locked set that links the true
// node before to the false one weakly, nil if they are linked without a set.
type chainStep struct {
	off, on int
	set     *chainSet
}

// explainChain returns the explainer of chains with some kinds of links. It adds the parts of a lightest chain between
// two nodes, the sets beyond its ends and the kind of chain. If there are several chains, it goes back from the last
// node along the smallest nodes. If a part of the chain proves one of its ends, that part is shown, as a loop, unless
// the technique wants two ends.
func explainChain(kind chainKind) explainer {
	return func(puzzle *Board, p fields) { puzzle.explainChain(kind, p) }
}

func (puzzle *Board) explainChain(kind chainKind, p fields) {
	c := puzzle.findChains(kind)
	before, after := c.setAt(p.of("start_set")), c.setAt(p.of("end_set"))
	steps := puzzle.steps(c, c.node(p.of("start")), c.node(p.of("end")))
	if chainEnds(puzzle.running.Size) != openEnds {
		forth, n := puzzle.lasso(c, steps)
		back, m := puzzle.lasso(c, reversed(steps))
		switch {
		case n > 0 && (m == 0 || n <= m):
			steps, after = forth, nil
		case m > 0:
			steps, before, after = back, after, nil
		}
	}
	puzzle.explainSet(before)
	for k, step := range steps {
		start, end := "link", "link"
		if k == 0 {
			start = "start"
		} else {
			puzzle.explainWeak(c, steps[k-1].on, step)
		}
		if k == len(steps)-1 {
			end = "end"
		}
		puzzle.explainNode(c, start, step.off)
		puzzle.explainStrong(c, step.off, step.on)
		puzzle.explainNode(c, end, step.on)
	}
	puzzle.explainSet(after)
	puzzle.part(puzzle.chainKind(c, steps[0].off, steps[len(steps)-1].on, len(steps), before, after), -1, 0, 0)
}

// steps returns a lightest chain between two nodes.
func (puzzle *Board) steps(c *chains, first, last int) []chainStep {
	links := c.links[first*len(c.place):]
	ends := c.set(c.ends, first)
	holds := []int{last} // the true nodes, from the last
	for b := last; links[b] > 1; {
		for a := range c.place {
			if weight := c.weight(a, b); weight > 0 && has(ends, a) && int(links[a])+weight == int(links[b]) {
				b = a
				break
			}
		}
		holds = append(holds, b)
	}
	slices.Reverse(holds)
	steps := make([]chainStep, len(holds))
	for k, on := range holds {
		steps[k] = chainStep{off: first, on: on}
		if k > 0 {
			steps[k].off, steps[k].set = puzzle.weakLink(c, holds[k-1], on)
		}
	}
	return steps
}

// weight returns the weight of the two links from a true node to the next, 0 if there are none.
func (c *chains) weight(a, b int) int {
	if has(c.set(c.next, a), b) {
		return 1
	}
	for cells := 2; cells <= maxSet && c.kind&sets != 0; cells++ {
		if has(c.set(c.heavy[cells], a), b) {
			return 1 + cells
		}
	}
	return 0
}

// reversed returns a chain from its other end.
func reversed(steps []chainStep) []chainStep {
	list := make([]chainStep, len(steps))
	for k := range steps {
		from := steps[len(steps)-1-k]
		list[k].off, list[k].on = from.on, from.off
		if k > 0 {
			list[k].set = steps[len(steps)-k].set
		}
	}
	return list
}

// lasso returns the loop in which a chain proves its first node before its end, and after how many of its strong links.
// There two true nodes exclude each other. The loop then goes back from the earlier one. If there is no such loop, or
// only one of the whole chain, the number is 0.
func (puzzle *Board) lasso(c *chains, steps []chainStep) (loop []chainStep, links int) {
	for j := range len(steps) - 1 {
		for i := range j {
			if !c.excludes(&puzzle.Board, steps[i].on, steps[j].on) {
				continue
			}
			loop = append(loop, steps[:j+1]...)
			for k := i; k >= 0; k-- {
				back := chainStep{off: steps[k].on, on: steps[k].off}
				if k < i {
					back.set = steps[k+1].set
				}
				loop = append(loop, back)
			}
			return loop, j + 1
		}
	}
	return nil, 0
}

// excludes reports whether two nodes are weakly linked without a set.
func (c *chains) excludes(s *board.Board, a, b int) bool {
	p, d, q, e := int(c.place[a]), int(c.digit[a]), int(c.place[b]), int(c.digit[b])
	return d == e && c.near(s, p, d).has(q) || d != e && p == q && p < firstGroup
}

// node returns the node with a number.
func (c *chains) node(number int) int {
	place, digit := number%1000, number/1000-1
	if place > 100 {
		place += firstGroup - 101
	} else {
		place = (place/10-1)*9 + place%10 - 1
	}
	return int(c.id[digit*c.places+place]) - 1
}

// setAt returns the almost locked set with a number, nil for 0.
func (c *chains) setAt(number int) *chainSet {
	for i := range c.sets {
		if int(c.sets[i].number) == number {
			return &c.sets[i]
		}
	}
	return nil
}

// live returns the cells of a node that have its digit as a candidate.
func (puzzle *Board) live(c *chains, node int) board.Cells {
	return c.tables.cells[c.place[node]].And(puzzle.Board.Live(int(c.digit[node])))
}

func (puzzle *Board) explainNode(c *chains, role string, node int) {
	puzzle.cellParts(role, puzzle.live(c, node), c.digit[node]+1)
}

// explainStrong adds the cell or the first unit in which one of two nodes must be true.
func (puzzle *Board) explainStrong(c *chains, a, b int) {
	if c.digit[a] != c.digit[b] {
		puzzle.part("strong", int(c.place[a]), 0, 0)
		return
	}
	digit := c.digit[a]
	both, all := puzzle.live(c, a).Or(puzzle.live(c, b)), puzzle.Board.Live(int(digit))
	shared := c.tables.units[c.place[a]] & c.tables.units[c.place[b]]
	for ; shared != 0; shared &= shared - 1 {
		if u := bits.TrailingZeros64(shared); all.And(puzzle.G.UnitSets[u]) == both {
			puzzle.part("strong", -1, int(digit)+1, u+1)
			return
		}
	}
}

// weakLink returns the node that node a links weakly and that is strongly linked to b, and the almost locked set that
// makes the weak link. It takes the smallest node in a cell or unit with a, else the first one beyond a set.
func (puzzle *Board) weakLink(c *chains, a, b int) (off int, through *chainSet) {
	s, strong := &puzzle.Board, c.set(c.strong, b)
	place, digit := int(c.place[a]), int(c.digit[a])
	near := make([]uint64, c.words)
	c.linked(s, place, digit, near)
	if off = firstOfBoth(near, strong); off >= 0 {
		return off, nil
	}
	for i := range c.sets {
		set := &c.sets[i]
		if set.digits>>digit&1 == 0 || !c.sees(s, place, digit, set) {
			continue
		}
		clear(near)
		for m := set.digits &^ (1 << digit); m != 0; m &= m - 1 {
			e := bits.TrailingZeros16(m)
			c.nodesIn(s, e, set, near)
		}
		if off = firstOfBoth(near, strong); off >= 0 {
			return off, set
		}
	}
	return -1, nil
}

// explainWeak adds the weak link from node a to a step of the chain: a set, a cell or the first unit that has both
// nodes.
func (puzzle *Board) explainWeak(c *chains, a int, step chainStep) {
	place := int(c.place[a])
	switch {
	case step.set != nil:
		puzzle.explainSet(step.set)
	case c.digit[a] != c.digit[step.off]:
		puzzle.part("weak", place, 0, 0)
	default:
		// else the two cells see each other without a unit
		if unit := c.tables.sharedUnit(place, int(c.place[step.off])); unit >= 0 {
			puzzle.part("weak", -1, int(c.digit[a])+1, unit+1)
		}
	}
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
func (puzzle *Board) explainSet(set *chainSet) {
	if set == nil {
		return
	}
	letter := 0 // one more than the last letter
	for _, p := range puzzle.parts {
		if shown, isSet := strings.CutPrefix(p.Role, "set_"); isSet {
			letter = int(shown[0]-'a') + 1
		}
	}
	puzzle.cellParts(setRole(letter), set.cells, 0)
}
