package picture

import (
	"slices"

	"setdoku"
)

// Blocks returns for each cell, 0..80, the boxes and regions that have it, as a set of bits; 0 for a cell that the
// board does not have. A border is between two cells with different sets.
func Blocks(v *setdoku.Variant) (sets [setdoku.CellCount]uint64) {
	for _, i := range v.Cells() {
		sets[i] = 1 << 63
	}
	for k, cells := range append(unitsByKind(v, "box"), unitsByKind(v, "region")...) {
		for _, i := range cells {
			sets[i] |= 1 << k
		}
	}
	return sets
}

// unitsByKind returns the cells of each unit of a type.
func unitsByKind(v *setdoku.Variant, kind string) (units [][]int) {
	for u, cells := range v.Units {
		if cells != nil && setdoku.UnitType(u+1) == kind {
			units = append(units, cells)
		}
	}
	return units
}

// Segment is a line between two corners of cells, in columns and rows from the upper left corner of the board.
type Segment struct{ X1, Y1, X2, Y2 int }

// Lines returns the lines of a board: the thin ones between cells, the thick ones around the board, its boxes and its
// regions, and its diagonals.
func Lines(v *setdoku.Variant) (thin, thick, diagonals []Segment) {
	blocks := Blocks(v)
	at := func(x, y int) uint64 {
		if x < 0 || y < 0 || x >= v.Size || y >= v.Size {
			return 0
		}
		return blocks[y*9+x]
	}
	add := func(border bool, s Segment) {
		list := &thin
		if border {
			list = &thick
		}
		if n := len(*list); n > 0 {
			if last := &(*list)[n-1]; last.X2 == s.X1 && last.Y2 == s.Y1 && (last.X1 == last.X2) == (s.X1 == s.X2) {
				last.X2, last.Y2 = s.X2, s.Y2 // one line along several cells
				return
			}
		}
		*list = append(*list, s)
	}
	for k := range v.Size + 1 {
		for n := range v.Size {
			add(at(k-1, n) != at(k, n), Segment{k, n, k, n + 1})
		}
		for n := range v.Size {
			add(at(n, k-1) != at(n, k), Segment{n, k, n + 1, k})
		}
	}
	for _, cells := range unitsByKind(v, "diagonal") {
		if s, straight := diagonalSegment(v, cells); straight {
			diagonals = append(diagonals, s)
		}
	}
	return thin, thick, diagonals
}

// diagonalSegment returns the line through the cells of a unit if they are a diagonal of the board.
func diagonalSegment(v *setdoku.Variant, cells []int) (line Segment, is bool) {
	switch {
	case !slices.ContainsFunc(cells, func(i int) bool { return i/9 != i%9 }):
		return Segment{0, 0, v.Size, v.Size}, true
	case !slices.ContainsFunc(cells, func(i int) bool { return i/9+i%9 != v.Size-1 }):
		return Segment{v.Size, 0, 0, v.Size}, true
	}
	return line, false
}

// WindowTint is the tint of windows, and of units of the type diagonal that are not a diagonal of the board. Smaller
// numbers are those of regions.
const WindowTint = 4

// Tints returns the tint of each cell, 0..80; 0 for none. Neighboring regions have different tints.
func Tints(v *setdoku.Variant) (tints [setdoku.CellCount]int) {
	regions := unitsByKind(v, "region")
	touch := func(a, b []int) bool {
		return slices.ContainsFunc(a, func(i int) bool {
			return slices.Contains(b, i-9) || slices.Contains(b, i+9) || i%9 > 0 && slices.Contains(b, i-1) ||
				i%9 < 8 && slices.Contains(b, i+1)
		})
	}
	chosen := make([]int, len(regions))
	var choose func(r, most int) bool
	choose = func(r, most int) bool { // the tints of regions from r, so many in all
		for t := 0; r < len(regions) && t < most; t++ {
			chosen[r] = t
			free := true
			for q := range r {
				free = free && (chosen[q] != t || !touch(regions[q], regions[r]))
			}
			if free && choose(r+1, most) {
				return true
			}
		}
		return r == len(regions)
	}
	for most := 2; !choose(0, most); {
		most++
	}
	for r, cells := range regions {
		for _, i := range cells {
			tints[i] = chosen[r] % WindowTint // four are enough unless a region has several parts
		}
	}
	for _, cells := range append(unitsByKind(v, "window"), unitsByKind(v, "diagonal")...) {
		if _, straight := diagonalSegment(v, cells); !straight {
			for _, i := range cells {
				tints[i] = WindowTint
			}
		}
	}
	return tints
}

// MarkPlace returns the place of a pencil mark in its cell: the distances from the middle, in marks, to the right and
// down.
func MarkPlace(v *setdoku.Variant, digit uint8) (right, down float64) {
	columns := 3
	if v.Size == 4 {
		columns = 2
	}
	lines := (v.Size + columns - 1) / columns
	return float64(int(digit-1)%columns) - float64(columns-1)/2, float64(int(digit-1)/columns) - float64(lines-1)/2
}

// outline returns the loops around cells, inset from their border. Cells that touch only at a corner have loops of
// their own. The loop around a hole runs the other way round.
func (b *board) outline(cells []int, inset float64) (loops [][]point) {
	type side struct{ cell, along point } // of a cell, with the cell to the right
	has := func(p point) bool {
		return p.x >= 0 && p.x < 9 && slices.Contains(cells, int(p.y)*9+int(p.x))
	}
	seen := make(map[side]bool)
	for _, i := range cells {
		s := side{point{float64(i % 9), float64(i / 9)}, point{1, 0}}
		if seen[s] || has(s.cell.minus(point{0, 1})) {
			continue
		}
		var loop []point
		for !seen[s] {
			seen[s] = true
			in := s.along.normal()
			corner := b.center(int(s.cell.y)*9 + int(s.cell.x)).plus(s.along.minus(in).times(cellSize / 2))
			switch ahead := s.cell.plus(s.along); {
			case !has(ahead):
				loop = append(loop, corner.plus(in.minus(s.along).times(inset)))
				s.along = in
			case has(ahead.minus(in)):
				loop = append(loop, corner.plus(in.plus(s.along).times(inset)))
				s.cell, s.along = ahead.minus(in), in.times(-1)
			default:
				s.cell = ahead
			}
		}
		loops = append(loops, loop)
	}
	return loops
}
