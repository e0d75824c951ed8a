package technique

import "math/bits"

// sector is a set of cells of a box or a line with one or two more digits than cells.
type sector struct {
	places, digits uint16
	size           int
}

// sueDeCoqSearch has the sectors of the units, and the sectors of a line that fit a core.
type sueDeCoqSearch struct {
	sectors [27][]sector
	line    []sector
}

// core is a set of two or three open cells in the intersection of a box and a line.
type core struct {
	*crossing
	inBox, inLine, digits uint16
	size                  int
}

func sueDeCoq(board *Board, _ int) {
	if board.sectors == nil {
		board.sectors = new(sueDeCoqSearch)
	}
	r, s := board.sectors, &board.state
	for u := range r.sectors {
		r.sectors[u] = gatherSectors(s, u, 0, sector{}, r.sectors[u][:0])
	}
	for i := range crossings {
		x := &crossings[i]
		for without := range 4 { // 0 for all three cells, else the cell to leave out
			c := core{crossing: x}
			for k, cell := range x.cells {
				if m := s.candidates[cell]; k+1 != without && m != 0 {
					c.inBox |= 1 << x.positionsInBox[k]
					c.inLine |= 1 << locations[cell].position[x.line/9]
					c.digits |= m
					c.size++
				}
			}
			open := without == 0 || s.candidates[x.cells[without-1]] != 0 // otherwise it is the same core as without 0
			if c.size >= 2 && open && bits.OnesCount16(c.digits) >= c.size+2 {
				r.grow(board, &c)
			}
		}
	}
}

// gatherSectors adds the sectors of a unit that include the sector all and places from a position on.
func gatherSectors(s *state, unit, from int, all sector, list []sector) []sector {
	for rest := s.openPlaces[unit] >> from << from; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros16(rest)
		more := sector{all.places | 1<<p, all.digits | s.candidates[unitCells[unit][p]], all.size + 1}
		if n := bits.OnesCount16(more.digits) - more.size; n == 1 || n == 2 {
			list = append(list, more)
		}
		list = gatherSectors(s, unit, p+1, more, list)
	}
	return list
}

// fits reports whether a sector has cells for some of the digits of the core.
func (c *core) fits(x *sector) bool { return bits.OnesCount16(x.digits&^c.digits) < x.size }

// grow finds the parts in the line and in the box for a core.
func (r *sueDeCoqSearch) grow(board *Board, c *core) {
	r.line = r.line[:0]
	for _, a := range r.sectors[c.line] {
		if a.places&c.crossing.inLine == 0 && c.fits(&a) {
			r.line = append(r.line, a)
		}
	}
	if len(r.line) == 0 {
		return
	}
	for i := range r.sectors[c.box] {
		b := &r.sectors[c.box][i]
		if b.places&c.crossing.inBox != 0 || !c.fits(b) {
			continue
		}
		for k := range r.line {
			a := &r.line[k]
			if a.digits&b.digits == 0 && bits.OnesCount16(a.digits|b.digits|c.digits) == a.size+b.size+c.size {
				c.prove(board, a, b)
			}
		}
	}
}

// prove records the eliminations of a pattern. Every digit has its place in it.
func (c *core) prove(board *Board, a, b *sector) {
	s := &board.state
	groups := cellGroups()
	key := (int64(c.size+a.size+b.size)*10+int64(c.box-17))*100 + int64(c.line+1)
	key = ((key*1000+int64(c.inBox))*1000+int64(a.places))*1000 + int64(b.places)
	for m := a.digits | b.digits | c.digits; m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		unit, places := c.line, c.inLine|a.places
		if b.digits>>d&1 != 0 {
			unit, places = c.box, c.inBox|b.places
		}
		seen := &groups[unit][places&s.places[unit][d]].seen
		for cells := *seen; !cells.empty(); {
			if i := cells.next(); s.candidates[i]>>d&1 != 0 {
				board.found.note(i, d, key)
			}
		}
	}
}
