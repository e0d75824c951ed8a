package memory

import (
	"math/bits"
	"slices"

	"setdoku/solver/board"
)

// doubleExocet is two exocets in a band with the same four digits and the same crossing lines, and with four different
// targets. Their bases hold each digit once.
type doubleExocet struct {
	one, two *juniorExocet
	key      int64
}

func findDoubleExocet(puzzle *Board, _ int) {
	puzzle.doubleExocets(func(x *doubleExocet) {
		for m := x.one.digits; m != 0; m &= m - 1 {
			puzzle.eliminate(x.beside(puzzle, bits.TrailingZeros16(m)), bits.TrailingZeros16(m), x.key)
		}
	})
}

// doubleExocets calls found for each pair of exocets that is a double exocet.
func (puzzle *Board) doubleExocets(found func(*doubleExocet)) {
	var list []juniorExocet
	puzzle.exocets(func(two *juniorExocet) {
		for i := range list {
			if one := &list[i]; one.pairs(two) {
				found(&doubleExocet{one, two, puzzle.key(int(one.digits), one.line+1, int(one.places),
					number[one.targets[0]], number[one.targets[1]], two.line+1, number[two.targets[0]],
					number[two.targets[1]])})
			}
		}
		if bits.OnesCount16(two.digits) == 4 {
			list = append(list, *two)
		}
	})
}

// pairs reports whether two exocets, the first in an earlier line, are a double exocet.
func (x *juniorExocet) pairs(y *juniorExocet) bool {
	return x.digits == y.digits && x.line < y.line && x.first == y.first && x.crossed() == y.crossed() &&
		x.targets[0] != y.targets[0] && x.targets[0] != y.targets[1] && x.targets[1] != y.targets[0] &&
		x.targets[1] != y.targets[1]
}

// crossed returns the positions of the crossing lines in a line of the band.
func (x *juniorExocet) crossed() uint16 { return x.third&^x.places | 1<<x.at[0] | 1<<x.at[1] }

// beside returns the cells outside of the crossing lines in the two lines that cover all places of a digit in the
// crossing lines outside of the band, and no cell if these lines are not two.
func (x *doubleExocet) beside(puzzle *Board, digit int) (cells board.Cells) {
	p := x.one.outside(puzzle, digit)
	lines := p[0] | p[1] | p[2]
	if lines > 511 || bits.OnesCount16(lines) != 2 {
		return board.Cells{}
	}
	for ; lines != 0; lines &= lines - 1 {
		line := x.one.line/9*9 + bits.TrailingZeros16(lines)
		cells = cells.Or(puzzle.G.CellsAt(line, puzzle.G.AllBits&^x.one.crossed()))
	}
	return cells
}

func explainDoubleExocet(puzzle *Board, p fields) {
	puzzle.doubleExocets(func(x *doubleExocet) {
		if x.key != p.pattern {
			return
		}
		puzzle.cellParts("base_cell", puzzle.G.CellsAt(x.two.line, x.two.places), 0)
		for m := x.one.digits; m != 0; m &= m - 1 {
			for line := range board.Lines {
				if slices.Contains(x.one.crossings[:], line) && puzzle.Places[line][bits.TrailingZeros16(m)] != 0 {
					puzzle.part("crossing", -1, bits.TrailingZeros16(m)+1, line+1)
				}
			}
		}
	})
}
