package technique

import "math/bits"

// chainEnds selects the chains and their eliminations. A chain eliminates the candidates that are weakly linked to
// both its ends. sql/aic.sql distinguishes nice loops from other chains.
type chainEnds uint8

const (
	anyEnds chainEnds = iota
	loopEnds
	openEnds
)

func xChain(board *Board, _ int)        { board.chainVictims(singleDigit, anyEnds) }
func xyChain(board *Board, _ int)       { board.chainVictims(pairsOnly, anyEnds) }
func aic(board *Board, size int)        { board.chainVictims(plainChain, chainEnds(size)) }
func groupedAIC(board *Board, size int) { board.chainVictims(groupChain, chainEnds(size)) }

// chainVictims finds the candidates that are weakly linked to both ends of a chain.
func (board *Board) chainVictims(kind chainKind, ends chainEnds) {
	c, s := board.chainsOf(kind), &board.state
	if c.words == 0 {
		return
	}
	near, linked := c.front, c.found
	for cell, m := range &s.candidates {
		for ; m != 0; m &= m - 1 {
			digit := bits.TrailingZeros16(m)
			clear(near)
			c.linked(s, cell, digit, near)
			copy(linked, near)
			if ends == loopEnds {
				c.linkedThrough(cell, digit, linked)
			}
			for i, word := range linked {
				for ; word != 0; word &= word - 1 {
					board.chainVictim(c, ends, cell, digit, i<<6+bits.TrailingZeros64(word), near, linked)
				}
			}
		}
	}
}

// chainVictim handles a candidate and the chains that begin with node first and end with another node weakly linked
// to the candidate. near are the nodes that are linked without a set. A reversed chain is the same chain.
func (board *Board) chainVictim(c *chains, ends chainEnds, cell, digit, first int, near, linked []uint64) {
	reached := c.set(c.ends, first)
	for i := first >> 6; i < len(linked); i++ {
		for word := linked[i] & reached[i]; word != 0; word &= word - 1 {
			last := i<<6 + bits.TrailingZeros64(word)
			if last < first {
				continue
			}
			direct := has(near, first) && has(near, last)
			if direct && !board.direct(c, ends, digit, first, last) {
				continue
			}
			links := int64(c.links[first*len(c.place)+last])
			key := (links*10000+c.number[first])*10000 + c.number[last]
			if c.kind&groups != 0 {
				if key *= setNumbers * setNumbers; board.found.proves(cell, digit, key) {
					continue
				}
				key += board.setNumber(c, cell, digit, first, near)*setNumbers + board.setNumber(c, cell, digit, last, near)
			}
			board.found.note(cell, digit, key)
		}
	}
}

// setNumbers is greater than the number of any almost locked set.
const setNumbers = 15000

// setNumber returns the number of the first almost locked set that links a candidate to a node, 0 for a node in near.
func (board *Board) setNumber(c *chains, cell, digit, node int, near []uint64) int64 {
	if has(near, node) {
		return 0
	}
	return c.setBetween(&board.state, cell, digit, int(c.place[node]), int(c.digit[node])).number
}

// direct reports whether a technique eliminates a candidate that is weakly linked to both ends of a chain without a
// set. A chain with one strong link, whose ends are two places in a unit, is locked candidates and does not count.
func (board *Board) direct(c *chains, ends chainEnds, digit, first, last int) bool {
	switch {
	case c.links[first*len(c.place)+last] < 2:
		return false
	case ends == loopEnds:
		return board.isLoop(c, first, last)
	case ends == openEnds:
		return c.isOpen(digit, first, last)
	}
	return true
}

// isLoop reports whether a chain is a nice loop. It is continuous if its ends are weakly linked. It is discontinuous
// if the ends are one node, or if exactly one candidate is linked to both.
func (board *Board) isLoop(c *chains, first, last int) bool {
	return first == last || has(c.set(c.weak, first), last) || board.lost(c, first, last) == 1
}

// isOpen reports whether a chain is an AIC of type 1 or 2 for an eliminated candidate of a digit: the candidate and
// the ends are not all in one cell.
func (c *chains) isOpen(digit, first, last int) bool {
	return first != last && (int(c.digit[first]) == digit || int(c.digit[last]) == digit)
}

// lost counts the candidates that are weakly linked to both ends of a chain whose ends are not weakly linked.
func (board *Board) lost(c *chains, first, last int) int {
	s := &board.state
	a, b := int(c.place[first]), int(c.place[last])
	d, e := int(c.digit[first]), int(c.digit[last])
	if d == e {
		common := nearPlaces[a].and(nearPlaces[b]).cells()
		n := 0
		for ; !common.empty(); common.next() {
			n += int(s.candidates[common.first()] >> d & 1)
		}
		return n
	}
	n := 0
	if a < firstGroup && nearPlaces[b].has(a) {
		n += int(s.candidates[a] >> e & 1)
	}
	if b < firstGroup && nearPlaces[a].has(b) {
		n += int(s.candidates[b] >> d & 1)
	}
	return n
}
