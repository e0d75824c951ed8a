package memory

import (
	"math/bits"
	"sync"

	"setdoku"
	"setdoku/solver/board"
)

// A place of a chain is where a digit can be. It is a cell, 0..80, or a group, from 81 on: the cells in which two units
// meet, in the order of Geometry.Crossings. The statements use 11..99 and numbers from 101 on. Classic has 54 groups,
// in which a box and a line meet. A variant has as many as groupsMost, the first ones.
const (
	firstGroup = setdoku.CellCount
	groupsMost = 128
	mostPlaces = firstGroup + groupsMost
)

// placeSet is a set of places.
type placeSet struct {
	cells     board.Cells
	low, high uint64 // groups, bit 0 for the first; two words, which unlike an array of two stay in registers
}

func (p *placeSet) add(place int) {
	switch group := place - firstGroup; {
	case group < 0:
		p.cells.Add(place)
	case group < 64:
		p.low |= 1 << group
	default:
		p.high |= 1 << (group & 63)
	}
}

func (p placeSet) has(place int) bool {
	switch group := place - firstGroup; {
	case group < 0:
		return p.cells.Has(place)
	case group < 64:
		return p.low>>group&1 != 0
	default:
		return p.high>>(group&63)&1 != 0
	}
}

func (p placeSet) and(q placeSet) placeSet {
	return placeSet{p.cells.And(q.cells), p.low & q.low, p.high & q.high}
}

func (p placeSet) empty() bool { return p.cells.Empty() && p.low|p.high == 0 }

// next removes the smallest place from the set and returns it. The set must not be empty.
func (p *placeSet) next() int {
	if !p.cells.Empty() {
		return p.cells.Next()
	}
	if p.low != 0 {
		place := firstGroup + bits.TrailingZeros64(p.low)
		p.low &= p.low - 1
		return place
	}
	place := firstGroup + 64 + bits.TrailingZeros64(p.high)
	p.high &= p.high - 1
	return place
}

// crossing is a group that shares a unit and some cells with another group.
type crossing struct {
	group int
	cells board.Cells
}

// tables are the parts of a geometry that only techniques use.
type tables struct {
	g          *board.Geometry
	groups     func() *groupTable // made at the first use, because they take half a megabyte
	setNumbers func() *setTable
	crossings  []board.Crossing // the groups
	byUnit     [setdoku.UnitCount][]unitCrossing
	cells      [mostPlaces]board.Cells // the cells of each place
	units      [mostPlaces]uint64      // the units of a cell, or the two units of a group, a bit each
	near       [mostPlaces]placeSet    // the places that share a unit, and no cell, with a place
	sight      [firstGroup]placeSet    // the cells that see a cell, in no common unit either
	crossed    [groupsMost][]crossing  // the groups that share a unit and some cells with a group
	largest    int                     // the greatest number of cells of a group
	rectangles []int                   // indexes of those of catalogue.Rectangles in which two digits can change places
	sixes      []sixSet                // the extended rectangles
	frames     [2][]frame              // for fish with rows, and with columns, as base lines
}

// classicTables are the tables of board.Classic.
var classicTables = newTables(board.Classic)

func tablesFor(g *board.Geometry) *tables {
	if g == board.Classic {
		return classicTables
	}
	return newTables(g)
}

func newTables(g *board.Geometry) *tables {
	t := &tables{g: g, rectangles: exchanges(g), frames: newFrames(g)}
	t.groups = sync.OnceValue(func() *groupTable { return newGroups(g) })
	t.setNumbers = sync.OnceValue(func() *setTable { return newSetTable(t.groups()) })
	for _, x := range g.Crossings {
		if group := len(t.crossings); x.Other < x.Block && group < groupsMost {
			t.crossings = append(t.crossings, x)
			t.byUnit[x.Block] = append(t.byUnit[x.Block], unitCrossing{x.InBlock, group})
			t.byUnit[x.Other] = append(t.byUnit[x.Other], unitCrossing{x.InOther, group})
			t.largest = max(t.largest, len(x.Cells))
		}
	}
	for place := range firstGroup + len(t.crossings) {
		if place < firstGroup {
			t.cells[place].Add(place)
			t.sight[place].cells = g.Peers[place]
			for _, l := range g.Locations[place] {
				t.units[place] |= 1 << l.Unit
			}
			continue
		}
		x := t.crossings[place-firstGroup]
		t.units[place] = 1<<x.Block | 1<<x.Other
		for _, cell := range x.Cells {
			t.cells[place].Add(int(cell))
		}
	}
	for a := range firstGroup + len(t.crossings) {
		for b := range firstGroup + len(t.crossings) {
			both := t.cells[a].And(t.cells[b])
			switch {
			case t.units[a]&t.units[b] == 0 || a == b:
			case both.Empty():
				t.near[a].add(b)
			case a >= firstGroup && b >= firstGroup:
				t.crossed[a-firstGroup] = append(t.crossed[a-firstGroup], crossing{b, both})
			}
		}
	}
	t.sixes = newSixSets(g, &t.units)
	return t
}

// placeNumber has the numbers of places in the statements.
var placeNumber = func() (n [mostPlaces]int) {
	for i := range n {
		n[i] = 101 + i - firstGroup
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

// near returns the places that cannot have a digit if a place has it. Chains with groups look at units only, other
// chains also at cells that see each other without a common unit.
func (c *chains) near(s *board.Board, place, digit int) placeSet {
	if c.kind&groups == 0 {
		return c.tables.sight[place]
	}
	set := c.tables.near[place]
	if place < firstGroup {
		return set
	}
	for _, x := range c.tables.crossed[place-firstGroup] {
		if !x.cells.Meets(s.Live(digit)) {
			set.add(x.group)
		}
	}
	return set
}
