package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// exocetMirror tries the pairs of digits for the targets of each exocet, and finds what every pair eliminates.
func exocetMirror(puzzle *Board, _ int) {
	puzzle.exocets(func(x *juniorExocet) {
		var lost [9]board.Cells
		pairs := 0
		for m := x.digits; m != 0; m &= m - 1 {
			for n := x.digits &^ (m & -m); n != 0; n &= n - 1 {
				pair, ok := x.try(puzzle, [2]int{bits.TrailingZeros16(m), bits.TrailingZeros16(n)})
				if !ok {
					continue
				}
				if pairs++; pairs == 1 {
					lost = pair
				}
				for d := range lost {
					lost[d] = lost[d].And(pair[d])
				}
			}
		}
		for d := range lost {
			puzzle.eliminate(lost[d], d, x.key(puzzle))
		}
	})
}

// mirror returns the two cells beside a target, in the line and the box of this target. The digit of the other target
// lies in one of them.
func (x *juniorExocet) mirror(puzzle *Board, target int) board.Cells {
	at := x.at[target]
	return puzzle.G.CellsAt(x.lines[target], 7<<(at-at%3)&^(1<<at))
}

// try returns the cells that lose each digit if the targets hold two digits, in all arrangements of these digits in the
// base and in the mirrors. ok is false if there is no arrangement.
func (x *juniorExocet) try(puzzle *Board, digits [2]int) (lost [9]board.Cells, ok bool) {
	base := puzzle.G.CellsAt(x.line, x.places)
	one, two := puzzle.Live(digits[0]).And(base), puzzle.Live(digits[1]).And(base)
	if one.Empty() || two.Empty() || one == two && one.Count() == 1 {
		return lost, false
	}
	if one.Count() == 1 {
		two = two.Without(one)
	} else if two.Count() == 1 {
		one = one.Without(two)
	}
	puzzle.hold(&lost, digits[0], one)
	puzzle.hold(&lost, digits[1], two)
	puzzle.only(&lost, base, 1<<digits[0]|1<<digits[1])
	for k, d := range digits {
		target := board.Cells{}
		target.Add(x.targets[k])
		image := puzzle.Live(d).And(x.mirror(puzzle, 1-k))
		if x.can[k]>>d&1 == 0 || image.Empty() {
			return lost, false
		}
		puzzle.hold(&lost, d, target)
		puzzle.only(&lost, target, 1<<d)
		puzzle.hold(&lost, d, image)
		if image.Count() == 1 {
			puzzle.only(&lost, image, 1<<d)
		}
	}
	return lost, true
}

// hold adds the cells that see all of some cells, one of which holds a digit.
func (puzzle *Board) hold(lost *[9]board.Cells, digit int, cells board.Cells) {
	lost[digit] = lost[digit].Or(puzzle.G.SeenByAll(cells))
}

// only adds that some cells lose all digits but those of a set.
func (puzzle *Board) only(lost *[9]board.Cells, cells board.Cells, digits uint16) {
	for d := range lost {
		if digits>>d&1 == 0 {
			lost[d] = lost[d].Or(cells)
		}
	}
}

// explainExocetMirror lists the digits of the base in the boxes of the targets.
func explainExocetMirror(puzzle *Board, p fields) {
	for m := p.of("digits"); m != 0; m &= m - 1 {
		for _, target := range []string{"target", "other"} {
			box := int(puzzle.G.Locations[p.cell(target)][2].Unit)
			puzzle.part("mirror", -1, bits.TrailingZeros(uint(m))+1, box+1)
		}
	}
}
