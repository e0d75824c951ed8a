package agreement_test

import (
	"fmt"
	"slices"

	"setdoku"
)

func fullHouse(b *board) {
	for u := range 27 {
		if cells := b.open(unit(u)); len(cells) == 1 {
			b.place(cells[0], b.live[cells[0]].Lowest())
		}
	}
}

func nakedSingle(b *board) {
	for i, m := range b.live {
		if m.Count() == 1 {
			b.place(i, m.Lowest())
		}
	}
}

func hiddenSingle(b *board) {
	for u := range 27 {
		for d := uint8(1); d <= 9; d++ {
			if cells := b.places(unit(u), d); len(cells) == 1 {
				b.place(cells[0], d)
			}
		}
	}
}

// covered is the definition of subsets, intersections and fish: if k of the base sets, each of which has a true
// candidate or more, have their candidates in k of the cover sets, each of which has one at most, the other candidates
// of these are false.
func (b *board) covered(k int, base, cover []candidates) {
	base = slices.DeleteFunc(slices.Clone(base), func(c candidates) bool { return len(c) == 0 })
	each(base, k, func(chosen []candidates) {
		all := slices.Concat(chosen...)
		of := slices.DeleteFunc(slices.Clone(cover), func(c candidates) bool { return !c.meets(all) })
		if len(of) != k {
			return
		}
		for _, c := range slices.Concat(of...) {
			if !slices.Contains(all, c) {
				b.lose(c.cell, setdoku.NewDigitSet(c.digit))
			}
		}
	})
}

// byCell and byDigit return the candidates of some cells, a set for each cell or digit, and byUnit those of a digit in
// units.
func (b *board) byCell(cells []int) (sets []candidates) {
	for _, i := range cells {
		var set candidates
		for _, d := range digits(b.live[i]) {
			set = append(set, candidate{i, d})
		}
		sets = append(sets, set)
	}
	return sets
}

func (b *board) byDigit(cells []int) (sets []candidates) {
	for d := uint8(1); d <= 9; d++ {
		sets = append(sets, b.byUnit(d, cells)...)
	}
	return sets
}

func (b *board) byUnit(d uint8, units ...[]int) (sets []candidates) {
	for _, cells := range units {
		var set candidates
		for _, i := range b.places(cells, d) {
			set = append(set, candidate{i, d})
		}
		sets = append(sets, set)
	}
	return sets
}

// intersect has all places of a digit in a unit, two or more, in another unit.
func (b *board) intersect(base, cover [][]int) {
	for d := uint8(1); d <= 9; d++ {
		for _, unit := range base {
			if len(b.places(unit, d)) > 1 {
				b.covered(1, b.byUnit(d, unit), b.byUnit(d, cover...))
			}
		}
	}
}

func pointing(b *board) {
	b.intersect(boxes, rows)
	b.intersect(boxes, columns)
}

func claiming(b *board) { b.intersect(slices.Concat(rows, columns), boxes) }

// locked has k cells in a box and a line with k digits.
func (b *board) locked(k int) {
	for _, box := range boxes {
		for _, line := range slices.Concat(rows, columns) {
			all := slices.Concat(box, without(line, box))
			b.covered(k, b.byCell(both(box, line)), b.byDigit(all))
		}
	}
}

// A subset of more than half of the open cells is left out, because the other cells are a smaller subset.
func (b *board) naked(k int) {
	for u := range 27 {
		if len(b.open(unit(u))) >= 2*k {
			b.covered(k, b.byCell(unit(u)), b.byDigit(unit(u)))
		}
	}
}

func (b *board) hidden(k int) {
	for u := range 27 {
		if len(b.open(unit(u))) >= 2*k {
			b.covered(k, b.byDigit(unit(u)), b.byCell(unit(u)))
		}
	}
}

func (b *board) fish(k int) {
	for d := uint8(1); d <= 9; d++ {
		b.covered(k, b.byUnit(d, rows...), b.byUnit(d, columns...))
		b.covered(k, b.byUnit(d, columns...), b.byUnit(d, rows...))
	}
}

func remotePair(b *board) {
	for _, start := range b.cells(2) {
		// The cells at an even or odd number of links, by walking.
		reached := map[[2]int]bool{{start, 0}: true}
		for list := [][2]int{{start, 0}}; len(list) > 0; list = list[1:] {
			for _, i := range b.cells(2) {
				next := [2]int{i, 1 - list[0][1]}
				if b.live[i] == b.live[start] && sees(i, list[0][0]) && !reached[next] {
					reached[next] = true
					list = append(list, next)
				}
			}
		}
		net := map[int]bool{}
		for x := range reached {
			net[x[0]] = true
		}
		for end := range net {
			if len(net) >= 4 && reached[[2]int{end, 1}] {
				for _, d := range digits(b.live[start]) {
					b.seen(d, start, end)
				}
			}
		}
	}
}

func wWing(b *board) {
	for _, a := range b.cells(2) {
		for _, c := range b.cells(2) {
			if a == c || b.live[a] != b.live[c] {
				continue
			}
			for _, x := range digits(b.live[a]) {
				for u := range 27 {
					p := b.places(unit(u), x)
					if len(p) == 2 && len(both(p, []int{a, c})) == 0 && sees(a, p[0]) && sees(c, p[1]) {
						b.seen((b.live[a] &^ setdoku.NewDigitSet(x)).Lowest(), a, c)
					}
				}
			}
		}
	}
}

func (b *board) pincers(pivots int, do func(pivot, p, q int, z uint8)) {
	for _, pivot := range b.cells(pivots) {
		each(b.cells(2), 2, func(pq []int) {
			p, q := pq[0], pq[1]
			common := b.live[p] & b.live[q]
			if sees(pivot, p) && sees(pivot, q) && common.Count() == 1 && (b.live[p]|b.live[q]).Count() == 3 {
				do(pivot, p, q, common.Lowest())
			}
		})
	}
}

func xyWing(b *board) {
	b.pincers(2, func(pivot, p, q int, z uint8) {
		if b.live[pivot] == b.live[p]^b.live[q] {
			b.seen(z, p, q)
		}
	})
}

func xyzWing(b *board) {
	b.pincers(3, func(pivot, p, q int, z uint8) {
		if b.live[pivot] == b.live[p]|b.live[q] {
			b.seen(z, pivot, p, q)
		}
	})
}

// clique reports whether all of the cells see each other.
func clique(cells []int) bool {
	for k, i := range cells {
		if slices.ContainsFunc(cells[:k], func(j int) bool { return !sees(i, j) }) {
			return false
		}
	}
	return true
}

func wxyzWing(b *board) {
	for u := range 27 {
		each(b.open(unit(u)), 3, func(three []int) {
			all := b.union(three)
			if all.Count() != 4 {
				return
			}
			for i, m := range b.live {
				if slices.Contains(three, i) || m.Count() < 2 || m&^all != 0 {
					continue
				}
				four := append(slices.Clone(three), i)
				var loose []uint8
				for _, d := range digits(all) {
					if !clique(b.places(four, d)) {
						loose = append(loose, d)
					}
				}
				for _, d := range digits(all) {
					if len(loose) == 1 && loose[0] == d {
						b.seen(d, b.places(four, d)...)
					}
				}
			}
		})
	}
}

func alsXZ(b *board) {
	var sets [][]int
	known := map[string]bool{}
	for u := range 27 {
		for k := 1; k <= 8; k++ {
			each(b.open(unit(u)), k, func(cells []int) {
				if b.union(cells).Count() == k+1 && !known[fmt.Sprint(cells)] {
					known[fmt.Sprint(cells)] = true
					sets = append(sets, cells)
				}
			})
		}
	}
	var unions []setdoku.DigitSet
	for _, cells := range sets {
		unions = append(unions, b.union(cells))
	}
	for k, one := range sets {
		for l, other := range sets[:k] {
			common := unions[k] & unions[l]
			if common.Count() < 2 {
				continue
			}
			var restricted []uint8
			for _, d := range digits(common) {
				p, q := b.places(one, d), b.places(other, d)
				if !slices.ContainsFunc(p, func(i int) bool { return len(sight(i, q)) < len(q) }) {
					restricted = append(restricted, d)
				}
			}
			for _, x := range restricted {
				for _, z := range digits(common &^ setdoku.NewDigitSet(x)) {
					b.seen(z, append(b.places(one, z), b.places(other, z)...)...)
				}
			}
			if len(restricted) >= 2 {
				each(upTo(len(restricted)), 2, func(two []int) {
					xy := setOf(restricted[two[0]], restricted[two[1]])
					for _, set := range [][]int{one, other} {
						for _, z := range digits(b.union(set) &^ xy) {
							b.seen(z, b.places(set, z)...)
						}
					}
				})
			}
		}
	}
}
