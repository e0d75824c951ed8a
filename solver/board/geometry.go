// Package board holds a puzzle for searches in memory: sets of cells, the placements of singles and their contradictions, locked
// candidates, and sets of k members with k values between them. The engine in memory, trial and error, the reading of hypotheses and
// the shortening of paths use it. The counting solver has a state of its own and shares the sets of cells and the tables.
//
// Cells are numbered 0..80, units 0..26 (rows, columns, boxes), and digits 0..8. That is one less than the numbers of a
// database for units and digits. A set of digits, or of positions in a unit, has bit 0 for the first.
package board

import (
	"math/bits"

	"setdoku"
)

// AllBits is the set of all digits, or of all positions of a unit.
const AllBits = uint16(setdoku.AllDigits)

// Location has the row, the column and the box of a cell, and its position in each.
type Location struct {
	Unit     [3]uint8
	Position [3]uint8
}

// The geometry, made from setdoku.Units and setdoku.Peers.
var (
	// Units has the nine cells of each unit, ascending.
	Units = func() (u [27][9]uint8) {
		for i, cells := range setdoku.Units {
			for p, cell := range cells {
				u[i][p] = uint8(cell)
			}
		}
		return u
	}()
	// UnitSets has the cells of each unit as a set.
	UnitSets = func() (sets [27]Cells) {
		for u, cells := range setdoku.Units {
			for _, cell := range cells {
				sets[u].Add(cell)
			}
		}
		return sets
	}()
	// Peers has the 20 peers of each cell.
	Peers = func() (sets [setdoku.CellCount]Cells) {
		for i, cells := range setdoku.Peers {
			for _, cell := range cells {
				sets[i].Add(cell)
			}
		}
		return sets
	}()
	// Locations has the units of each cell.
	Locations = func() (list [setdoku.CellCount]Location) {
		for u, cells := range setdoku.Units {
			for p, cell := range cells {
				list[cell].Unit[u/9], list[cell].Position[u/9] = uint8(u), uint8(p)
			}
		}
		return list
	}()
)

// SetOf returns the cells at some positions of a unit.
func SetOf(unit int, positions uint16) (set Cells) {
	for ; positions != 0; positions &= positions - 1 {
		set.Add(int(Units[unit][bits.TrailingZeros16(positions)]))
	}
	return set
}

// PeersOfAll returns the cells that see every cell of a set. For an empty set that is every cell.
func PeersOfAll(set Cells) Cells {
	seen := All
	for !set.Empty() {
		seen = seen.And(Peers[set.Next()])
	}
	return seen
}

// Crossing is the intersection of a box and a line: three cells.
type Crossing struct {
	Box, Line      int
	InBox, InLine  uint16 // positions of the cells
	Cells          [3]uint8
	PositionsInBox [3]uint8
}

// Crossings has the 54 intersections, box by box, and rows before columns.
var Crossings = func() (list [54]Crossing) {
	n := 0
	for box := 18; box < 27; box++ {
		for line := range 18 {
			if UnitSets[box].And(UnitSets[line]).Count() < 3 {
				continue
			}
			x := &list[n]
			x.Box, x.Line = box, line
			k := 0
			for p, cell := range Units[box] {
				if UnitSets[line].Has(int(cell)) {
					x.InBox |= 1 << p
					x.InLine |= 1 << Locations[cell].Position[line/9]
					x.Cells[k], x.PositionsInBox[k] = cell, uint8(p)
					k++
				}
			}
			n++
		}
	}
	return list
}()
