package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// A template of a digit is nine cells, one in each row, column and box. It has three bands, and no two use the same
// column. A band has rows of ten bits, as in board.Cells. It uses one of three columns in each stack. There are 27 such
// choices, which are called its stacks.

// templateBand is one of the 162 ways to put a digit into the rows and boxes of a band.
type templateBand struct {
	cells  uint32
	stacks uint32 // as a set with one member
}

var templateBands = func() (list [162]templateBand) {
	n := 0
	for c := range 729 {
		column := [3]int{c / 81, c / 9 % 9, c % 9}
		var band templateBand
		taken, way := 0, 0
		for row, at := range column {
			band.cells |= 1 << (row*10 + at)
			taken |= 1 << (at / 3)
			way += at % 3 * [3]int{1, 3, 9}[at/3]
		}
		if taken == 7 {
			band.stacks = 1 << way
			list[n] = band
			n++
		}
	}
	return list
}()

// templateFits has, for each choice of stacks, the eight choices of another band that use other columns. The third
// band has the remaining columns.
var templateFits = func() (fits [27][8][2]uint8) {
	for a := range 27 {
		n := 0
		for b := range 27 {
			third, weight := 0, 1
			for x, y := a, b; weight < 27; x, y, weight = x/3, y/3, weight*3 {
				if x%3 == y%3 {
					third = -1
					break
				}
				third += (3 - x%3 - y%3) * weight
			}
			if third >= 0 {
				fits[a][n] = [2]uint8{uint8(b), uint8(third)}
				n++
			}
		}
	}
	return fits
}()

// bands is a set of cells of a digit, see board.Cells.Bands.
type bands = [3]uint32

// templates returns the union and the intersection of all templates within cells. If there is none, both are empty.
func templates(cells *bands) (union, common bands) {
	var live [3][162]uint8
	var count [3]int
	var stacks [3]uint32
	for b, in := range cells {
		for t := range templateBands {
			if templateBands[t].cells&^in == 0 {
				live[b][count[b]] = uint8(t)
				count[b]++
				stacks[b] |= templateBands[t].stacks
			}
		}
	}
	var possible [3]uint32
	for rest := stacks[0]; rest != 0; rest &= rest - 1 {
		a := bits.TrailingZeros32(rest)
		for _, f := range templateFits[a] {
			if stacks[1]>>f[0]&1 != 0 && stacks[2]>>f[1]&1 != 0 {
				possible[0] |= 1 << a
				possible[1] |= 1 << f[0]
				possible[2] |= 1 << f[1]
			}
		}
	}
	if possible[0] == 0 {
		return union, common
	}
	for b := range possible {
		common[b] = 1<<30 - 1
		for _, t := range live[b][:count[b]] {
			if band := &templateBands[t]; band.stacks&possible[b] != 0 {
				union[b] |= band.cells
				common[b] &= band.cells
			}
		}
	}
	return union, common
}

// template removes templates until nothing changes. It then records the placements in cells that all remaining
// templates of a digit have, or the eliminations in cells that none has.
func template(puzzle *Board, _ int) {
	puzzle.found.placing = puzzle.running.Name == "template_set"
	var cells, union, common [9]bands
	for d := range 9 {
		cells[d] = puzzle.Alive[d].Bands()
	}
	for stale := board.Classic.AllBits; stale != 0; stale = struck(&cells, &common) {
		for ; stale != 0; stale &= stale - 1 {
			d := bits.TrailingZeros16(stale)
			union[d], common[d] = templates(&cells[d])
			cells[d] = union[d]
		}
	}
	for d := range 9 {
		if union[d] == (bands{}) {
			continue
		}
		found := puzzle.Live(d).Without(board.OfBands(union[d]))
		if puzzle.found.placing {
			found = board.OfBands(common[d])
		}
		puzzle.eliminate(found, d, puzzle.key(d+1))
	}
}

// struck removes the cells that all templates of a digit share from the other digits, and returns the digits that had
// such cells.
func struck(cells, common *[9]bands) (stale uint16) {
	for d := range 9 {
		for other := range 9 {
			if other == d {
				continue
			}
			for b := range 3 {
				if cells[other][b]&common[d][b] != 0 {
					cells[other][b] &^= common[d][b]
					stale |= 1 << other
				}
			}
		}
	}
	return stale
}
