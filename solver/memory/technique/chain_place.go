package technique

import (
	"math/bits"

	"setdoku/solver/board"
)

// A place of a chain is where a digit can be. It is a cell, 0..80, or a group, 81..134: the cells in which a box and
// a line cross, in the order of board.Crossings. The statements use 11..99 and 101..154.
const (
	firstGroup = 81
	chainPlace = firstGroup + len(board.Crossings)
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

// The geometry of places: their cells; the units that have all these cells, a bit each; the places that cannot have
// the digit if this place has it; and groups that share a cell with this one, which cannot have it only if the shared
// cell is not a candidate.
var (
	placeCells = func() (c [chainPlace]board.Cells) {
		for i := range firstGroup {
			c[i].Add(i)
		}
		for i := range board.Crossings {
			for _, cell := range board.Crossings[i].Cells {
				c[firstGroup+i].Add(int(cell))
			}
		}
		return c
	}()
	placeUnits = func() (units [chainPlace]uint32) {
		for place, cells := range placeCells {
			for u := range board.UnitSets {
				if cells.Within(board.UnitSets[u]) {
					units[place] |= 1 << u
				}
			}
		}
		return units
	}()
	nearPlaces = func() (near [chainPlace]placeSet) {
		for a := range near {
			for b := range near {
				if placeUnits[a]&placeUnits[b] != 0 && !placeCells[a].Meets(placeCells[b]) {
					near[a].add(b)
				}
			}
		}
		return near
	}()
	crossedGroups = func() (list [len(board.Crossings)][3]crossed) {
		for i := range list {
			n := 0
			for j := range list {
				if both := placeCells[firstGroup+i].And(placeCells[firstGroup+j]); both.Count() == 1 && board.Crossings[i].Box == board.Crossings[j].Box {
					list[i][n] = crossed{uint8(firstGroup + j), uint8(both.First())}
					n++
				}
			}
		}
		return list
	}()
	placeNumber = func() (n [chainPlace]int64) {
		for i := range n {
			n[i] = int64(101 + i - firstGroup)
			if i < firstGroup {
				n[i] = number[i]
			}
		}
		return n
	}()
)

// sharedUnit returns the first unit, 0..26, that has both places, or -1.
func sharedUnit(a, b int) int {
	shared := placeUnits[a] & placeUnits[b]
	if shared == 0 {
		return -1
	}
	return bits.TrailingZeros32(shared)
}

// near returns the places that cannot have a digit if a place has it.
func near(s *board.Board, place, digit int) placeSet {
	set := nearPlaces[place]
	if place < firstGroup {
		return set
	}
	for _, c := range crossedGroups[place-firstGroup] {
		if s.Candidates[c.cell]>>digit&1 == 0 {
			set.add(int(c.group))
		}
	}
	return set
}

// placeIn returns the place for some positions of a unit that are all in one crossing: the cell if there is one
// position, else the group.
func placeIn(unit int, positions uint16, group int) int {
	if positions&(positions-1) == 0 {
		return int(board.Units[unit][bits.TrailingZeros16(positions)])
	}
	return firstGroup + group
}
