package memory

import "setdoku/internal/catalogue"

// joinLoops gives what several patterns eliminate to one of them, if this is a continuous loop: one of the two nodes of
// each of its weak links is true, so what is weakly linked to both is false. Of several such loops it takes the one
// with the smallest key. It leaves out loops that a set beyond an end closes.
func (puzzle *Board) joinLoops(c *chains, ends chainEnds) {
	f := &puzzle.found
	keys := puzzle.patterns()
	for _, key := range keys[:max(len(keys)-1, 0)] { // only greater keys give eliminations
		steps := puzzle.loop(c, ends, fields{puzzle.running.key, key})
		for k := 1; k < len(steps); k++ {
			for _, at := range f.at[:f.count] {
				cell, digit := int(at)/9, int(at)%9
				if f.key[at] > key && puzzle.bars(c, steps[k-1].on, cell, digit, steps[k].set) &&
					puzzle.bars(c, steps[k].off, cell, digit, steps[k].set) {
					f.key[at] = key
				}
			}
		}
	}
}

// loop returns the chain of a pattern if it is a continuous loop and is shown as such, else nil.
func (puzzle *Board) loop(c *chains, ends chainEnds, p fields) []chainStep {
	first, last := c.node(p.of("start")), c.node(p.of("end"))
	if c.setAt(p.of("start_set")) != nil || c.setAt(p.of("end_set")) != nil {
		return nil // the notation of such a loop does not show what else the sets beyond its ends eliminate
	}
	links := int(c.links[first*len(c.place)+last])
	if puzzle.chainKind(c, first, last, links, nil, nil) != catalogue.ContinuousLoop {
		return nil
	}
	steps := puzzle.steps(c, first, last)
	if ends != openEnds {
		if _, n := puzzle.lasso(c, steps); n > 0 {
			return nil
		}
		if _, n := puzzle.lasso(c, reversed(steps)); n > 0 {
			return nil
		}
	}
	return steps
}

// bars reports whether a node is weakly linked to a candidate, without a set or through one, nil for none.
func (puzzle *Board) bars(c *chains, node, cell, digit int, set *chainSet) bool {
	q, e := int(c.place[node]), int(c.digit[node])
	return digit == e && c.near(&puzzle.Board, cell, digit).has(q) || digit != e && q == cell ||
		set.joins(c, &puzzle.Board, cell, digit, q, e)
}
