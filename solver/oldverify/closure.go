package verify

import "setdoku"

// closure follows singles to their fixed point. It keeps counts, so that the removal of a candidate shows at once
// which cell or unit has one candidate left or none. The order of the placements does not change the result.
type closure struct {
	marks   [setdoku.CellCount]set // candidates; for a placed cell its digit alone
	counts  [27][9]uint8           // cells of a unit that hold a digit or have it as a candidate
	settled [setdoku.CellCount]bool
	placed  int // cells that run has settled
	dead    bool
	cells   [setdoku.CellCount]uint8 // cells with one candidate that are not settled yet
	waiting int                      // length of cells
	units   [27 * 9]uint8            // units and digits with one place that are not placed yet
	forced  int                      // length of units
}

// closureOf returns the closure of p before any single is placed.
func closureOf(p *position) *closure {
	c := &closure{marks: p.marks}
	for i, d := range p.digits {
		if d != 0 {
			c.marks[i], c.settled[i] = setdoku.SetOf(d), true
		}
	}
	for i, m := range c.marks {
		row, column, box := unitsOf(i)
		for rest := m; rest != 0; rest &= rest - 1 {
			k := rest.Lowest() - 1
			c.counts[row][k]++
			c.counts[column][k]++
			c.counts[box][k]++
		}
		switch {
		case m == 0:
			c.dead = true
		case m.Count() == 1 && !c.settled[i]:
			c.wait(i)
		}
	}
	for u := range c.counts {
		missing := p.missing(u)
		for k, n := range c.counts[u] {
			switch {
			case n == 0:
				c.dead = true
			case n == 1 && missing.Has(uint8(k+1)):
				c.force(u, k)
			}
		}
	}
	return c
}

func (c *closure) wait(cell int) {
	c.cells[c.waiting] = uint8(cell)
	c.waiting++
}

func (c *closure) force(unit, k int) {
	c.units[c.forced] = uint8(unit*9 + k)
	c.forced++
}

// remove takes digit d from cell i.
func (c *closure) remove(i int, d uint8) {
	m := c.marks[i]
	if !m.Has(d) {
		return
	}
	m &^= setdoku.SetOf(d)
	c.marks[i] = m
	switch {
	case m == 0:
		c.dead = true
	case m&(m-1) == 0 && !c.settled[i]:
		c.wait(i)
	}
	row, column, box := unitsOf(i)
	for _, u := range [3]int{row, column, box} {
		n := &c.counts[u][d-1]
		*n--
		switch *n {
		case 0:
			c.dead = true
		case 1:
			c.force(u, int(d-1))
		}
	}
}

// assume leaves digit d as the only candidate of cell i.
func (c *closure) assume(i int, d uint8) {
	for rest := c.marks[i] &^ setdoku.SetOf(d); rest != 0; rest &= rest - 1 {
		c.remove(i, rest.Lowest())
	}
}

// run places singles until none is left or a contradiction appears. It reports whether there is no contradiction.
func (c *closure) run() bool {
	for !c.dead {
		switch {
		case c.waiting > 0:
			c.waiting--
			c.settle(int(c.cells[c.waiting]))
		case c.forced > 0:
			c.forced--
			c.fill(int(c.units[c.forced])/9, c.units[c.forced]%9+1)
		default:
			return true
		}
	}
	return false
}

// settle places the only candidate of cell i.
func (c *closure) settle(i int) {
	if c.settled[i] {
		return
	}
	c.settled[i] = true
	c.placed++
	d := c.marks[i].Lowest()
	for _, peer := range setdoku.Peers[i] {
		c.remove(peer, d)
		if c.dead {
			return
		}
	}
}

// fill leaves digit d as the only candidate of its only place in unit u.
func (c *closure) fill(u int, d uint8) {
	for _, i := range setdoku.Units[u] {
		if c.marks[i].Has(d) {
			c.assume(i, d)
			return
		}
	}
}

// position returns the closure as a position.
func (c *closure) position() *position {
	p := &position{}
	for i, m := range c.marks {
		if c.settled[i] {
			p.digits[i] = m.Lowest()
		} else {
			p.marks[i] = m
		}
	}
	return p
}
