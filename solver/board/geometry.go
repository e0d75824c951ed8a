// Package board holds a puzzle for searches in memory: sets of cells, the placements of singles and their
// contradictions, locked candidates, and sets of k members with k values between them. The engine in memory, trial and
// error, the reading of hypotheses and the shortening of paths use it. The counting solver has a state of its own and
// shares the sets of cells and the tables.
//
// Cells are numbered 0..80, units 0..26 (rows, columns, boxes), and digits 0..8. That is one less than the numbers of a
// database for units and digits. A set of digits, or of positions in a unit, has bit 0 for the first.
package board

import (
	"math/bits"
	"slices"
	"sync"

	"setdoku"
)

// Location is a unit of a cell and the position of the cell in it.
type Location struct{ Unit, Position uint8 }

// Geometry is a variant as tables for the searches in memory.
type Geometry struct {
	*setdoku.Variant
	All       Cells                         // all cells
	AllBits   uint16                        // all digits, or all positions of a unit
	List      []int                         // the units, ascending
	End       int                           // one more than the last unit
	Units     [setdoku.UnitCount][9]uint8   // the cells of each unit, ascending, as many as Size
	UnitSets  [setdoku.UnitCount]Cells      // the cells of each unit
	Peers     [setdoku.CellCount]Cells      // the peers of each cell
	Locations [setdoku.CellCount][]Location // the units of each cell, ascending: its row, its column, and so on
	Crossings []Crossing
}

// Classic is the geometry of setdoku.Classic().
var Classic = newGeometry(setdoku.Classic())

// Crossing is the intersection of a block, which is a unit that is not a line, and another unit: two cells or more. Two
// blocks have two crossings, one for either order.
type Crossing struct {
	Block, Other     int    // the units
	InBlock, InOther uint16 // positions of the cells
	Cells            []uint8
	PositionsInBlock []uint8
}

// GeometryFor returns the geometry of a variant.
func GeometryFor(v *setdoku.Variant) *Geometry {
	if v.OrClassic() == setdoku.Classic() {
		return Classic
	}
	recent.Lock()
	defer recent.Unlock()
	for _, g := range recent.list {
		if g != nil && g.Variant == v {
			return g
		}
	}
	g := newGeometry(v)
	recent.list[recent.next] = g
	recent.next = (recent.next + 1) % len(recent.list)
	return g
}

// recent has the last geometries that were made. A list of puzzles has few variants, or one for each puzzle.
var recent struct {
	sync.Mutex
	list [16]*Geometry
	next int
}

func newGeometry(v *setdoku.Variant) *Geometry {
	g := &Geometry{Variant: v, AllBits: uint16(v.Digits())}
	for _, cell := range v.Cells() {
		g.All.Add(cell)
		for _, peer := range v.Peers[cell] {
			g.Peers[cell].Add(peer)
		}
	}
	for u, cells := range v.Units {
		if cells == nil {
			continue
		}
		g.List, g.End = append(g.List, u), u+1
		for p, cell := range cells {
			g.Units[u][p] = uint8(cell)
			g.UnitSets[u].Add(cell)
		}
	}
	g.locate()
	g.cross()
	return g
}

// locate lists the units of each cell, all in one piece of memory.
func (g *Geometry) locate() {
	all := make([]Location, 0, len(g.List)*g.Size)
	for cell := range g.Locations {
		first := len(all)
		for _, u := range g.List {
			if p := slices.Index(g.Variant.Units[u], cell); p >= 0 {
				all = append(all, Location{uint8(u), uint8(p)})
			}
		}
		g.Locations[cell] = all[first:len(all):len(all)]
	}
}

// named returns the variant of the geometry as states name it.
func (g *Geometry) named() *setdoku.Variant {
	if g == Classic {
		return nil
	}
	return g.Variant
}

// Lines is the number of indexes for rows and columns. The other units are blocks.
const Lines = 18

// cross lists the crossings, block by block.
func (g *Geometry) cross() {
	for _, block := range g.List {
		for _, other := range g.List {
			both := g.UnitSets[block].And(g.UnitSets[other])
			if block < Lines || other == block || both.Count() < 2 {
				continue
			}
			x := Crossing{Block: block, Other: other, InBlock: g.In(both, block), InOther: g.In(both, other)}
			for p, cell := range g.Units[block][:g.Size] {
				if both.Has(int(cell)) {
					x.Cells, x.PositionsInBlock = append(x.Cells, cell), append(x.PositionsInBlock, uint8(p))
				}
			}
			g.Crossings = append(g.Crossings, x)
		}
	}
}

// In returns the positions in a unit of those cells that it has.
func (g *Geometry) In(cells Cells, unit int) (positions uint16) {
	if g.Variant == setdoku.Classic() {
		return cells.inClassic(unit)
	}
	for p, cell := range g.Units[unit][:g.Size] {
		if cells.Has(int(cell)) {
			positions |= 1 << p
		}
	}
	return positions
}

// CellsAt returns the cells at some positions of a unit.
func (g *Geometry) CellsAt(unit int, positions uint16) (set Cells) {
	for ; positions != 0; positions &= positions - 1 {
		set.Add(int(g.Units[unit][bits.TrailingZeros16(positions)]))
	}
	return set
}
