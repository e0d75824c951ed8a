package technique

import (
	"math/bits"
	"sync"

	"setdoku"
	"setdoku/solver/board"
)

// A place of a chain is where a digit can be. It is a cell, 0..80, or a group, 81..134: the cells in which a box of 3x3 and
// a line cross, in the order of Geometry.Crossings. The statements use 11..99 and 101..154. A variant without such boxes has no groups.
const (
	firstGroup = setdoku.CellCount
	groupsMost = 54
	chainPlace = firstGroup + groupsMost
)

// placeSet is a set of places.
type placeSet struct {
	cells  board.Cells
	groups uint64 // bit 0 for the first
}

func (p *placeSet) add(place int) {
	if place < firstGroup {
		p.cells.Add(place)
		return
	}
	p.groups |= 1 << (place - firstGroup)
}

func (p placeSet) has(place int) bool {
	if place < firstGroup {
		return p.cells.Has(place)
	}
	return p.groups>>(place-firstGroup)&1 != 0
}

func (p placeSet) and(q placeSet) placeSet {
	return placeSet{p.cells.And(q.cells), p.groups & q.groups}
}

func (p placeSet) empty() bool { return p.cells.Empty() && p.groups == 0 }

// next removes the smallest place from the set and returns it. The set must not be empty.
func (p *placeSet) next() int {
	if !p.cells.Empty() {
		return p.cells.Next()
	}
	place := firstGroup + bits.TrailingZeros64(p.groups)
	p.groups &= p.groups - 1
	return place
}

// crossed is a row group or column group that shares a cell with a group of the other kind.
type crossed struct{ group, cell uint8 }

// tables are the parts of a geometry that only techniques use.
type tables struct {
	g          *board.Geometry
	groups     func() *groupTable // made at the first use, because they take half a megabyte
	setNumbers func() *setTable
	crossings  []board.Crossing // the groups
	byUnit     [setdoku.UnitCount][]unitCrossing
	cells      [chainPlace]board.Cells // the cells of each place
	units      [chainPlace]uint64      // the units that have all cells of a place, a bit each
	rectangles []int                   // of setdoku.Rectangles
	near       [chainPlace]placeSet    // the places that cannot have the digit if a place has it
	crossed    [groupsMost][]crossed   // groups that share a cell with a group; they cannot have the digit with it if that cell cannot
}

// classicTables are the tables of board.Classic.
var classicTables = newTables(board.Classic)

func tablesOf(g *board.Geometry) *tables {
	if g == board.Classic {
		return classicTables
	}
	return newTables(g)
}

func newTables(g *board.Geometry) *tables {
	t := &tables{g: g}
	t.groups = sync.OnceValue(func() *groupTable { return newGroups(g) })
	t.setNumbers = sync.OnceValue(func() *setTable { return newSetTable(t.groups()) })
	t.rectangles = exchanges(g)
	boxes := g.HasBoxes()
	for _, x := range g.Crossings {
		if boxes && x.Block < 27 && x.Other < board.Lines {
			group := len(t.crossings)
			t.crossings = append(t.crossings, x)
			t.byUnit[x.Block] = append(t.byUnit[x.Block], unitCrossing{x.InBlock, group})
			t.byUnit[x.Other] = append(t.byUnit[x.Other], unitCrossing{x.InOther, group})
		}
	}
	for place := range t.cells {
		switch {
		case place < firstGroup:
			t.cells[place].Add(place)
		case place < firstGroup+len(t.crossings):
			for _, cell := range t.crossings[place-firstGroup].Cells {
				t.cells[place].Add(int(cell))
			}
		}
		for _, u := range g.List {
			if !t.cells[place].Empty() && t.cells[place].Within(g.UnitSets[u]) {
				t.units[place] |= 1 << u
			}
		}
	}
	for a := range t.near {
		for b := range t.near {
			if t.units[a]&t.units[b] != 0 && !t.cells[a].Meets(t.cells[b]) || a < firstGroup && b < firstGroup && g.Peers[a].Has(b) {
				t.near[a].add(b)
			}
		}
	}
	for i, x := range t.crossings {
		for j, y := range t.crossings {
			if both := t.cells[firstGroup+i].And(t.cells[firstGroup+j]); both.Count() == 1 && x.Block == y.Block {
				t.crossed[i] = append(t.crossed[i], crossed{uint8(firstGroup + j), uint8(both.First())})
			}
		}
	}
	return t
}

// placeNumber has the numbers of places in the statements.
var placeNumber = func() (n [chainPlace]int64) {
	for i := range n {
		n[i] = int64(101 + i - firstGroup)
		if i < firstGroup {
			n[i] = number[i]
		}
	}
	return n
}()

// sharedUnit returns the index of the first unit that has both places, or -1.
func (t *tables) sharedUnit(a, b int) int {
	shared := t.units[a] & t.units[b]
	if shared == 0 {
		return -1
	}
	return bits.TrailingZeros64(shared)
}

// nearWith returns the places that cannot have a digit if a place has it.
func (t *tables) nearWith(s *board.Board, place, digit int) placeSet {
	set := t.near[place]
	if place < firstGroup {
		return set
	}
	for _, c := range t.crossed[place-firstGroup] {
		if s.Candidates[c.cell]>>digit&1 == 0 {
			set.add(int(c.group))
		}
	}
	return set
}

// placeIn returns the place for some positions of a unit that are all in one crossing: the cell if there is one
// position, else the group.
func placeIn(g *board.Geometry, unit int, positions uint16, group int) int {
	if positions&(positions-1) == 0 {
		return int(g.Units[unit][bits.TrailingZeros16(positions)])
	}
	return firstGroup + group
}
