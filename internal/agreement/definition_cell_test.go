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

// intersect eliminates a digit from the rest of a unit that has all places of the digit in another unit.
func (b *board) intersect(base, cover int) {
	for d := uint8(1); d <= 9; d++ {
		places := b.places(unit(base), d)
		if len(places) > 1 && len(both(places, unit(cover))) == len(places) {
			b.rest(unit(cover), places, setdoku.SetOf(d))
		}
	}
}

func pointing(b *board) {
	for block := 18; block < 27; block++ {
		for line := range 18 {
			b.intersect(block, line)
		}
	}
}

func claiming(b *board) {
	for block := 18; block < 27; block++ {
		for line := range 18 {
			b.intersect(line, block)
		}
	}
}

// locked has k cells in a box and a line with k digits.
func (b *board) locked(k int) {
	for block := 18; block < 27; block++ {
		for line := range 18 {
			each(both(b.open(unit(block)), unit(line)), k, func(cells []int) {
				if b.union(cells).Count() == k {
					b.rest(slices.Concat(unit(block), unit(line)), cells, b.union(cells))
				}
			})
		}
	}
}

// A subset of more than half of the open cells is left out, because the other cells are a smaller subset.
func (b *board) naked(k int) {
	for u := range 27 {
		if len(b.open(unit(u))) < 2*k {
			continue
		}
		each(b.open(unit(u)), k, func(cells []int) {
			if b.union(cells).Count() == k {
				b.rest(unit(u), cells, b.union(cells))
			}
		})
	}
}

func (b *board) hidden(k int) {
	for u := range 27 {
		if len(b.open(unit(u))) < 2*k {
			continue
		}
		var open []int
		for _, d := range digits(b.union(unit(u))) {
			open = append(open, int(d))
		}
		each(open, k, func(list []int) {
			var set setdoku.DigitSet
			for _, d := range list {
				set |= setdoku.SetOf(uint8(d))
			}
			cells := slices.DeleteFunc(slices.Clone(unit(u)), func(i int) bool { return b.live[i]&set == 0 })
			if len(cells) == k {
				for _, i := range cells {
					b.lose(i, setdoku.AllDigits&^set)
				}
			}
		})
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
						b.seen((b.live[a] &^ setdoku.SetOf(x)).Lowest(), a, c)
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
				for _, z := range digits(common &^ setdoku.SetOf(x)) {
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
