package memory

import (
	"math/bits"

	"setdoku/internal/catalogue"
	"setdoku/solver/board"
)

// chainEnds selects the chains and their eliminations. A chain eliminates the candidates that are weakly linked to
// both its ends. sql/technique/aic.sql distinguishes Nice Loops from other chains.
type chainEnds uint8

const (
	anyEnds chainEnds = iota
	loopEnds
	openEnds
)

// chain returns the finder of chains with some kinds of links. The size of a technique of the family AIC says which
// ends they have.
func chain(kind chainKind) finder {
	return func(puzzle *Board, size int) {
		if kind&cellLinks == 0 {
			size = int(anyEnds)
		}
		puzzle.chainVictims(kind, chainEnds(size))
		puzzle.joinLoops(puzzle.findChains(kind), chainEnds(size))
	}
}

// chainVictims finds the candidates that are weakly linked to both ends of a chain.
func (puzzle *Board) chainVictims(kind chainKind, ends chainEnds) {
	c, s := puzzle.findChains(kind), &puzzle.Board
	if c.words == 0 {
		return
	}
	near, linked := c.front, c.found
	for cell, m := range &s.Candidates {
		for ; m != 0; m &= m - 1 {
			digit := bits.TrailingZeros16(m)
			clear(near)
			c.linked(s, cell, digit, near)
			copy(linked, near)
			c.linkedThrough(cell, digit, linked)
			for i, word := range linked {
				for ; word != 0; word &= word - 1 {
					puzzle.chainVictim(c, ends, cell, digit, i<<6+bits.TrailingZeros64(word), near, linked)
				}
			}
		}
	}
}

// chainVictim handles a candidate and the chains that begin with node first and end with another node weakly linked
// to the candidate. near are the nodes that are linked without a set. A reversed chain is the same chain.
func (puzzle *Board) chainVictim(c *chains, ends chainEnds, cell, digit, first int, near, linked []uint64) {
	reached := c.set(c.ends, first)
	for i := first >> 6; i < len(linked); i++ {
		for word := linked[i] & reached[i]; word != 0; word &= word - 1 {
			last := i<<6 + bits.TrailingZeros64(word)
			if last < first {
				continue
			}
			links := int(c.links[first*len(c.place)+last])
			start, end := c.number[first], c.number[last]
			if has(near, first) && has(near, last) {
				if !puzzle.direct(c, ends, digit, first, last) {
					continue
				}
				puzzle.found.note(cell, digit, puzzle.key(links, start, end))
				continue
			}
			// a set has two cells or more
			if puzzle.found.proves(cell, digit, puzzle.key(links+2, start, end)) {
				continue
			}
			a, b := puzzle.setTo(c, cell, digit, first, near), puzzle.setTo(c, cell, digit, last, near)
			if ends == loopEnds && puzzle.chainKind(c, first, last, links, a, b) == catalogue.OpenChain ||
				ends == openEnds && first == last {
				continue
			}
			before, m := a.fields()
			after, n := b.fields()
			puzzle.found.note(cell, digit, puzzle.key(links+m+n, start, end, before, after))
		}
	}
}

// setTo returns the first almost locked set that links a candidate to a node, nil for a node in near.
func (puzzle *Board) setTo(c *chains, cell, digit, node int, near []uint64) *chainSet {
	if has(near, node) {
		return nil
	}
	return c.setBetween(&puzzle.Board, cell, digit, int(c.place[node]), int(c.digit[node]))
}

// direct reports whether a technique eliminates a candidate that is weakly linked to both ends of a chain without a
// set. A chain with one strong link, whose ends are two places in a unit, is locked candidates and does not count.
func (puzzle *Board) direct(c *chains, ends chainEnds, digit, first, last int) bool {
	switch {
	case c.links[first*len(c.place)+last] < 2:
		return false
	case ends == loopEnds:
		return puzzle.chainKind(c, first, last, int(c.links[first*len(c.place)+last]), nil, nil) != catalogue.OpenChain
	case ends == openEnds:
		return c.isOpen(digit, first, last)
	}
	return true
}

// isOpen reports whether a chain is an AIC of type 1 or 2 for an eliminated candidate of a digit: the candidate and
// the ends are not all in one cell.
func (c *chains) isOpen(digit, first, last int) bool {
	return first != last && (int(c.digit[first]) == digit || int(c.digit[last]) == digit)
}

// chainKind returns the role for the kind of a chain with so many strong links and the sets beyond its ends, nil for
// none. It is a continuous loop if its ends are weakly linked, perhaps through one of these sets. It is a discontinuous
// loop if its ends are one node, or if exactly one candidate is linked to both, each through the set beyond the end if
// there is one.
func (puzzle *Board) chainKind(c *chains, first, last, links int, a, b *chainSet) string {
	switch {
	case first == last:
		return catalogue.DiscontinuousLoop
	case puzzle.closes(c, first, last, links, a, b):
		return catalogue.ContinuousLoop
	case a == nil && b == nil && puzzle.lost(c, first, last) == 1,
		(a != nil || b != nil) && puzzle.lostThrough(c, first, last, a, b) == 1:
		return catalogue.DiscontinuousLoop
	}
	return catalogue.OpenChain
}

// closes reports whether the ends of a chain are weakly linked, without a set or through one of the sets beyond them.
// The ends of a single strong link do not count without a set, because they are in the unit of that link.
func (puzzle *Board) closes(c *chains, first, last, links int, a, b *chainSet) bool {
	s := &puzzle.Board
	if links > 1 && c.excludes(s, first, last) {
		return true
	}
	p, d, q, e := int(c.place[first]), int(c.digit[first]), int(c.place[last]), int(c.digit[last])
	return a.joins(c, s, p, d, q, e) || b.joins(c, s, p, d, q, e)
}

// lost counts the candidates that are weakly linked to both ends of a chain whose ends are not weakly linked.
func (puzzle *Board) lost(c *chains, first, last int) int {
	s := &puzzle.Board
	a, b := int(c.place[first]), int(c.place[last])
	d, e := int(c.digit[first]), int(c.digit[last])
	if d == e {
		common := c.near(s, a, d).cells.And(c.near(s, b, d).cells)
		n := 0
		for ; !common.Empty(); common.Next() {
			n += int(s.Candidates[common.First()] >> d & 1)
		}
		return n
	}
	n := 0
	if a < firstGroup && c.near(s, b, e).has(a) {
		n += int(s.Candidates[a] >> e & 1)
	}
	if b < firstGroup && c.near(s, a, d).has(b) {
		n += int(s.Candidates[b] >> d & 1)
	}
	return n
}

// lostThrough counts the candidates that are weakly linked to both ends of a chain through the sets beyond them, one of
// which may be missing, nil. It stops at 2.
func (puzzle *Board) lostThrough(c *chains, first, last int, a, b *chainSet) (n int) {
	if a == nil {
		first, last, a, b = last, first, b, a
	}
	s := &puzzle.Board
	d, e := int(c.digit[first]), int(c.digit[last])
	for m := a.digits &^ (1 << d); m != 0; m &= m - 1 {
		digit := bits.TrailingZeros16(m)
		cells := a.seen[digit]
		switch {
		case b != nil && (digit == e || b.digits>>digit&1 == 0):
			continue
		case b != nil:
			cells = cells.And(b.seen[digit])
		case digit == e:
			cells = cells.And(c.near(s, int(c.place[last]), e).cells)
		case c.place[last] < firstGroup && cells.Has(int(c.place[last])):
			cells = board.Cells{}
			cells.Add(int(c.place[last]))
		default:
			continue
		}
		if n += cells.And(s.Live(digit)).Count(); n > 1 {
			return 2
		}
	}
	return n
}
