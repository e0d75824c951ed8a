package batch

import (
	"bytes"
	"slices"
	"sync"

	"setdoku"
	"setdoku/solver/isomorph"
)

// band is the text of three rows.
type band [27]byte

// bandNumber returns the number of the first band of a full grid that is the smallest of its isomorphs: its place, from
// 1, among the smallest isomorphs of all bands in the order of their text. There are 416.
func bandNumber(form *setdoku.Grid) int {
	n, found := slices.BinarySearchFunc(bands(), band([]byte(form.String()[:27])), compareBands)
	if !found {
		return 0 // the grid is not the smallest of its isomorphs
	}
	return n + 1
}

func compareBands(a, b band) int { return bytes.Compare(a[:], b[:]) }

// bands returns the smallest isomorphs of all bands in order. The first row of each is 123456789. The second row has
// the digits of the second box of the first row in ascending order, and so those of the third box, because swapping
// columns of those boxes and renaming digits achieves that.
var bands = sync.OnceValue(func() (list []band) {
	grid := setdoku.Grid{1, 2, 3, 4, 5, 6, 7, 8, 9}
	fill(&grid, 9, 0, func() {
		if isomorph.SmallestBand(grid) == grid {
			list = append(list, band([]byte(grid.String()[:27])))
		}
	})
	return list
})

// fill calls do with every way to fill the second and third row from a cell, in ascending order. used has the digits of
// the row.
func fill(grid *setdoku.Grid, cell int, used setdoku.DigitSet, do func()) {
	if cell == 27 {
		do()
		return
	}
	if cell == 18 {
		used = 0
	}
	box, second := cell/3%3*3, cell < 18
	for d := uint8(1); d <= 9; d++ {
		if used.Has(d) || slices.Contains(grid[box:box+3], d) || slices.Contains(grid[9+box:12+box], d) ||
			second && (cell == 9 && d != 4 || cell == 10 && d != 5 || d > 3 && d%3 != 1 && !used.Has(d-1)) {
			continue
		}
		grid[cell] = d
		fill(grid, cell+1, used|setdoku.NewDigitSet(d), do)
		grid[cell] = 0
	}
}
