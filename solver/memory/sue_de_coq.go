package memory

import (
	"math/bits"

	"setdoku"
	"setdoku/solver/board"
)

// sector is a set of cells of a box or a line with one or two more digits than cells.
type sector struct {
	places, digits uint16
	size           int
}

// sueDeCoqSearch has the sectors of the units, and the sectors of a line that fit a core.
type sueDeCoqSearch struct {
	sectors [setdoku.UnitCount][]sector
	line    []sector
}

// boxesEnd is one more than the index of the last box.
const boxesEnd = board.Lines + 9

// core is a set of two or three open cells in the intersection of a box and a line.
type core struct {
	*board.Crossing
	placesInBox, placesInLine, digits uint16
	size                              int
}

func sueDeCoq(puzzle *Board, _ int) {
	if puzzle.sectors == nil {
		puzzle.sectors = new(sueDeCoqSearch)
	}
	r, s := puzzle.sectors, &puzzle.Board
	for u := range r.sectors {
		r.sectors[u] = r.sectors[u][:0]
		s.EachSet(u, func(places, digits uint16) {
			size := bits.OnesCount16(places)
			if n := bits.OnesCount16(digits) - size; n == 1 || n == 2 {
				r.sectors[u] = append(r.sectors[u], sector{places, digits, size})
			}
		})
	}
	for i := range puzzle.tables.crossings {
		x := &puzzle.tables.crossings[i]
		if x.Block >= boxesEnd || x.Other >= board.Lines {
			continue
		}
		for without := range 4 { // 0 for all three cells, else the cell to leave out
			c := core{Crossing: x}
			for k, cell := range x.Cells {
				if m := s.Candidates[cell]; k+1 != without && m != 0 {
					c.placesInBox |= 1 << x.PositionsInBlock[k]
					c.placesInLine |= 1 << puzzle.G.Locations[cell][x.Other/9].Position
					c.digits |= m
					c.size++
				}
			}
			open := without == 0 || s.Candidates[x.Cells[without-1]] != 0 // otherwise it is the same core as without 0
			if c.size >= 2 && open && bits.OnesCount16(c.digits) >= c.size+2 {
				r.grow(puzzle, &c)
			}
		}
	}
}

// fits reports whether a sector has cells for some of the digits of the core.
func (c *core) fits(x *sector) bool { return bits.OnesCount16(x.digits&^c.digits) < x.size }

// grow finds the parts in the line and in the box for a core.
func (r *sueDeCoqSearch) grow(puzzle *Board, c *core) {
	r.line = r.line[:0]
	for _, a := range r.sectors[c.Other] {
		if a.places&c.InOther == 0 && c.fits(&a) {
			r.line = append(r.line, a)
		}
	}
	if len(r.line) == 0 {
		return
	}
	for i := range r.sectors[c.Block] {
		b := &r.sectors[c.Block][i]
		if b.places&c.InBlock != 0 || !c.fits(b) {
			continue
		}
		for k := range r.line {
			a := &r.line[k]
			if a.digits&b.digits == 0 && bits.OnesCount16(a.digits|b.digits|c.digits) == a.size+b.size+c.size {
				c.prove(puzzle, a, b)
			}
		}
	}
}

// prove records the eliminations of a pattern. Every digit has its place in it.
func (c *core) prove(puzzle *Board, a, b *sector) {
	s := &puzzle.Board
	groups := puzzle.tables.groups()
	key := puzzle.key(c.size+a.size+b.size, blockKey(c.Block), c.Other+1, int(c.placesInBox), int(a.places),
		int(b.places))
	for m := a.digits | b.digits | c.digits; m != 0; m &= m - 1 {
		d := bits.TrailingZeros16(m)
		unit, places := c.Other, c.placesInLine|a.places
		if b.digits>>d&1 != 0 {
			unit, places = c.Block, c.placesInBox|b.places
		}
		puzzle.eliminate(groups[unit][places&s.Places[unit][d]].seen, d, key)
	}
}
