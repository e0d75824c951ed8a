package memory

import (
	"math/bits"
	"slices"

	"setdoku/solver/board"
)

// ring is the cells of an SK loop. Four filled cells are the corners of a rectangle, and in their boxes the two other
// cells of the row and of the column of each corner are open. The eight pairs of cells are in order, from the upper
// left corner to the right and round, and unit k holds the pairs k and k+1.
type ring struct {
	rows, columns uint16
	units         [8]int
	pairs         [8]board.Cells
	cells         board.Cells
}

// ringAt returns the ring of a rectangle, and whether its corners are filled and its cells open.
func (puzzle *Board) ringAt(upper, lower, left, right int) (x ring, ok bool) {
	x.rows, x.columns = 1<<upper|1<<lower, 1<<left|1<<right
	box := func(row, column int) int { return board.Lines + row/3*3 + column/3 }
	x.units = [8]int{upper, box(upper, right), 9 + right, box(lower, right), lower, box(lower, left), 9 + left,
		box(upper, left)}
	for k, at := range [8][2]int{{upper, left}, {upper, right}, {9 + right, upper}, {9 + right, lower}, {lower, right},
		{lower, left}, {9 + left, lower}, {9 + left, upper}} {
		corner := uint16(1) << at[1]
		third := uint16(7) << (at[1] / 3 * 3)
		if puzzle.OpenPlaces[at[0]]&third != third&^corner {
			return x, false
		}
		x.pairs[k] = puzzle.G.CellsAt(at[0], third&^corner)
		x.cells = x.cells.Or(x.pairs[k])
	}
	return x, true
}

func skLoop(puzzle *Board, _ int) {
	for upper := range 6 {
		for lower := upper/3*3 + 3; lower < 9; lower++ {
			for left := range 6 {
				for right := left/3*3 + 3; right < 9; right++ {
					if x, ok := puzzle.ringAt(upper, lower, left, right); ok {
						puzzle.lockRing(&x)
					}
				}
			}
		}
	}
}

// cover returns the smallest sets of units that have all places of a digit, 0..8, in the ring: the first of them, and
// all together, bit k for unit k. The digit has no place if they are empty.
func (x *ring) cover(puzzle *Board, digit int) (first, all uint) {
	var hit uint // the pairs with a place
	for k, pair := range x.pairs {
		if puzzle.Live(digit).Meets(pair) {
			hit |= 1 << k
		}
	}
	fewest := 9
	for set := range uint(256) {
		size := bits.OnesCount(set)
		switch {
		case hit&^(set|set<<1|set>>7) != 0 || size > fewest:
		case size < fewest:
			first, all, fewest = set, set, size
		default:
			all |= set
		}
	}
	return first, all
}

// lockRing records what a ring eliminates if its units have as many digits as it has cells.
func (puzzle *Board) lockRing(x *ring) {
	var covers [9]uint
	links := 0
	for digit := range covers {
		first, all := x.cover(puzzle, digit)
		covers[digit] = all
		links += bits.OnesCount(first)
	}
	if links != 16 {
		return
	}
	key := puzzle.key(int(x.rows), int(x.columns))
	for digit, units := range covers {
		for k, unit := range x.units {
			if units>>k&1 == 0 {
				continue
			}
			for victims := puzzle.Live(digit).And(puzzle.G.UnitSets[unit]).Without(x.cells); !victims.Empty(); {
				puzzle.found.note(victims.Next(), digit, key)
			}
		}
	}
}

func explainSKLoop(puzzle *Board, p fields) {
	rows, columns := uint16(p.of("rows")), uint16(p.of("columns"))
	x, _ := puzzle.ringAt(bits.TrailingZeros16(rows), bits.Len16(rows)-1, bits.TrailingZeros16(columns),
		bits.Len16(columns)-1)
	puzzle.cellParts("locked_cell", x.cells, 0)
	var covers [9]uint
	for digit := range covers {
		covers[digit], _ = x.cover(puzzle, digit)
	}
	for unit := range board.Lines + 9 {
		for digit, units := range covers {
			if k := slices.Index(x.units[:], unit); k >= 0 && units>>k&1 != 0 {
				puzzle.part("sector", -1, digit+1, unit+1)
			}
		}
	}
}
