package agreement_test

import (
	"math/bits"
	"slices"

	"setdoku"
)

// loops calls do with the cells of every loop of two digits: 6 to 14 cells that have both digits, none or two in every
// unit, not two loops. At most two cells have more candidates. It takes no cell or two cells of each row.
func (b *board) loops(pair setdoku.DigitSet, do func(cells []int)) {
	more := func(i int) bool { return b.live[i] != pair }
	var choose func(r int, cells []int)
	choose = func(r int, cells []int) {
		for u := 9; u < 27; u++ {
			if n := len(both(unit(u), cells)); n > 2 || n == 1 && r == 9 {
				return
			}
		}
		if len(cells) > 14 || len(slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return !more(i) })) > 2 {
			return
		}
		if r == 9 {
			if len(cells) >= 6 && connected(cells) {
				do(cells)
			}
			return
		}
		choose(r+1, cells)
		of := slices.DeleteFunc(slices.Clone(unit(r)), func(i int) bool { return b.live[i]&pair != pair })
		each(of, 2, func(two []int) { choose(r+1, slices.Concat(cells, two)) })
	}
	choose(0, nil)
}

// connected reports whether each cell can be reached from each other one.
func connected(cells []int) bool {
	reached := cells[:1]
	for k := 0; k < len(reached); k++ {
		for _, i := range sight(reached[k], cells) {
			if !slices.Contains(reached, i) {
				reached = append(reached[:len(reached):len(reached)], i)
			}
		}
	}
	return len(reached) == len(cells)
}

func uniqueLoop(b *board) {
	for pair := range setdoku.AllDigits {
		bare := slices.DeleteFunc(upTo(81), func(i int) bool { return b.live[i] != pair })
		if bits.OnesCount16(uint16(pair)) != 2 || len(bare) < 4 {
			continue
		}
		b.loops(pair, func(cells []int) {
			roof := slices.DeleteFunc(slices.Clone(cells), func(i int) bool { return b.live[i] == pair })
			switch len(roof) {
			case 1:
				b.lose(roof[0], pair)
			case 2:
				if extra := b.live[roof[0]] &^ pair; extra == b.live[roof[1]]&^pair && extra.Count() == 1 {
					b.seen(extra.Lowest(), roof...)
				}
				for _, x := range digits(pair) {
					if b.only(x, roof[0], roof[1]) {
						b.lose(roof[0], pair&^setdoku.NewDigitSet(x))
						b.lose(roof[1], pair&^setdoku.NewDigitSet(x))
					}
				}
			}
		})
	}
}

// extended calls do with the six cells of every extended rectangle: two rows of a band and a column of each stack, or
// two rows of different bands and the columns of a stack, or the same with rows and columns exchanged.
func (b *board) extended(do func(cells []int)) {
	each(upTo(9), 2, func(two []int) {
		each(upTo(9), 3, func(three []int) {
			bands := []int{three[0] / 3, three[1] / 3, three[2] / 3}
			n := len(slices.Compact(bands))
			if two[0]/3 == two[1]/3 && n != 3 || two[0]/3 != two[1]/3 && n != 1 {
				return
			}
			var across, down []int
			for _, x := range two {
				for _, y := range three {
					across, down = append(across, x*9+y), append(down, y*9+x)
				}
			}
			for _, cells := range [][]int{across, down} {
				if len(b.open(cells)) == 6 {
					do(cells)
				}
			}
		})
	})
}

func extendedRectangle(b *board) {
	b.extended(func(cells []int) {
		for k, roof := range cells {
			five := slices.Delete(slices.Clone(cells), k, k+1)
			if m := b.union(five); m.Count() == 3 && b.live[roof]&^m != 0 {
				b.lose(roof, m)
			}
		}
		all := b.union(cells)
		for _, x := range digits(all) {
			if roof := b.places(cells, x); all.Count() == 4 && len(roof) > 1 {
				b.seen(x, roof...)
			}
		}
	})
}
