package technique

import "math/bits"

// A place of a chain is where a digit can be. It is a cell, 0..80, or a group, 81..134: the cells in which a box and
// a line cross, in the order of crossings. The statements use 11..99 and 101..154.
const (
	firstGroup = 81
	chainPlace = firstGroup + len(crossings)
)

// placeSet is a set of places: bit i%64 of word i/64.
type placeSet [3]uint64

func (p *placeSet) add(place int)     { p[place>>6] |= 1 << (place & 63) }
func (p placeSet) has(place int) bool { return p[place>>6]>>(place&63)&1 != 0 }

func (p placeSet) and(q placeSet) placeSet {
	return placeSet{p[0] & q[0], p[1] & q[1], p[2] & q[2]}
}

// cells returns the places that are cells.
func (p placeSet) cells() cellSet { return cellSet{p[0], p[1] & (1<<(firstGroup-64) - 1)} }

// crossed is a row group or column group that shares a cell with a group of the other kind.
type crossed struct{ group, cell uint8 }

// The geometry of places: their cells; the units that have all these cells, a bit each; the places that cannot have
// the digit if this place has it; and groups that share a cell with this one, which cannot have it only if the shared
// cell is not a candidate.
var (
	placeCells = func() (c [chainPlace]cellSet) {
		for i := range firstGroup {
			c[i].add(i)
		}
		for i := range crossings {
			for _, cell := range crossings[i].cells {
				c[firstGroup+i].add(int(cell))
			}
		}
		return c
	}()
	placeUnits = func() (units [chainPlace]uint32) {
		for place, cells := range placeCells {
			for u := range unitSet {
				if cells.within(unitSet[u]) {
					units[place] |= 1 << u
				}
			}
		}
		return units
	}()
	nearPlaces = func() (near [chainPlace]placeSet) {
		for a := range near {
			for b := range near {
				if placeUnits[a]&placeUnits[b] != 0 && !placeCells[a].meets(placeCells[b]) {
					near[a].add(b)
				}
			}
		}
		return near
	}()
	crossedGroups = func() (list [len(crossings)][3]crossed) {
		for i := range list {
			n := 0
			for j := range list {
				if both := placeCells[firstGroup+i].and(placeCells[firstGroup+j]); both.count() == 1 && crossings[i].box == crossings[j].box {
					list[i][n] = crossed{uint8(firstGroup + j), uint8(both.first())}
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
func (s *state) near(place, digit int) placeSet {
	set := nearPlaces[place]
	if place < firstGroup {
		return set
	}
	for _, c := range crossedGroups[place-firstGroup] {
		if s.candidates[c.cell]>>digit&1 == 0 {
			set.add(int(c.group))
		}
	}
	return set
}

// placeIn returns the place for some positions of a unit that are all in one crossing: the cell if there is one
// position, else the group.
func placeIn(unit int, positions uint16, group int) int {
	if positions&(positions-1) == 0 {
		return int(unitCells[unit][bits.TrailingZeros16(positions)])
	}
	return firstGroup + group
}
