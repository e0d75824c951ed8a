package catalogue

import (
	"slices"

	"setdoku"
)

// Rectangles lists rectangles: four cells in two rows and two columns, top left, top right, bottom left, bottom right.
// The order is that of the table rectangle, which numbers them from 1: first the 486 that lie in two boxes of classic,
// then those with the shorter smaller side. The longest have no number.
var Rectangles = rectangles()

func rectangles() (list [999][4]uint8) {
	sides := func(r [4]uint8) int { // the length of the smaller side, 0 for two boxes
		i, j := int(r[0]), int(r[3])
		if (i/27 == j/27) != (i%9/3 == j%9/3) {
			return 0
		}
		return min(j/9-i/9, j%9-i%9)
	}
	var all [][4]uint8
	for i := range setdoku.CellCount {
		for j := i + 1; j < setdoku.CellCount; j++ {
			if j/9 > i/9 && j%9 > i%9 {
				all = append(all, [4]uint8{uint8(i), uint8(i/9*9 + j%9), uint8(j/9*9 + i%9), uint8(j)})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b [4]uint8) int { return sides(a) - sides(b) })
	copy(list[:], all)
	return list
}
