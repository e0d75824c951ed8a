package agreement_test

import (
	"slices"

	"setdoku"
)

// nets returns the nets of a digit: cells linked by units with two places, in two colors.
func (b *board) nets(d uint8) (list [][2][]int) {
	color := map[int]int{}
	for start := range 81 {
		if _, is := color[start]; is || !b.live[start].Has(d) {
			continue
		}
		net := [2][]int{{start}, nil}
		color[start] = 0
		for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
			for u := range 27 {
				p := b.places(unit(u), d)
				if len(p) != 2 || !slices.Contains(p, queue[0]) {
					continue
				}
				other := p[0] + p[1] - queue[0]
				if _, is := color[other]; !is {
					color[other] = 1 - color[queue[0]]
					net[color[other]] = append(net[color[other]], other)
					queue = append(queue, other)
				}
			}
		}
		if len(net[1]) > 0 {
			list = append(list, net)
		}
	}
	return list
}

// meet reports whether a cell of one list sees a cell of another.
func meet(a, b []int) bool {
	return slices.ContainsFunc(a, func(i int) bool { return len(sight(i, b)) > 0 })
}

func simpleColors(b *board) {
	for d := uint8(1); d <= 9; d++ {
		for _, net := range b.nets(d) {
			for i := range 81 {
				colored := slices.Contains(slices.Concat(net[0], net[1]), i)
				if !colored && meet([]int{i}, net[0]) && meet([]int{i}, net[1]) {
					b.lose(i, setdoku.NewDigitSet(d))
				}
			}
			for _, color := range net {
				if meet(color, color) {
					for _, i := range color {
						b.lose(i, setdoku.NewDigitSet(d))
					}
				}
			}
		}
	}
}

func multiColors(b *board) {
	for d := uint8(1); d <= 9; d++ {
		nets := b.nets(d)
		for k, one := range nets {
			for l, other := range nets {
				for x := range 4 {
					if k == l || !meet(one[x&1], other[x/2]) {
						continue
					}
					for i := range 81 {
						if meet([]int{i}, one[1-x&1]) && meet([]int{i}, other[1-x/2]) {
							b.lose(i, setdoku.NewDigitSet(d))
						}
					}
					if meet(one[x&1], other[1-x/2]) {
						for _, i := range one[x&1] {
							b.lose(i, setdoku.NewDigitSet(d))
						}
					}
				}
			}
		}
	}
}

// chains follows chains of candidates: if a candidate is false, the other one of a pair of places (units) or of a cell
// (cells) is true, and then what it sees is false. If the end of a chain is true whenever its start is false, a
// candidate that both exclude is false.
func (b *board) chains(units, cells bool) {
	for start := range 81 {
		for _, d := range digits(b.live[start]) {
			type node struct {
				cell int
				d    uint8
			}
			on := map[node]bool{}
			isFalse := map[node]bool{{start, d}: true}
			for queue := []node{{start, d}}; len(queue) > 0; queue = queue[1:] {
				off := queue[0]
				var next []node
				for u := range 27 {
					if p := b.places(unit(u), off.d); units && len(p) == 2 && slices.Contains(p, off.cell) {
						next = append(next, node{p[0] + p[1] - off.cell, off.d})
					}
				}
				if m := b.live[off.cell]; cells && m.Count() == 2 {
					next = append(next, node{off.cell, (m &^ setdoku.NewDigitSet(off.d)).Lowest()})
				}
				for _, n := range next {
					if _, known := on[n]; !known { // a chain has two pairs or more
						on[n] = off != node{start, d}
					}
					for i := range 81 {
						if x := (node{i, n.d}); sees(i, n.cell) && b.live[i].Has(n.d) && !isFalse[x] {
							isFalse[x] = true
							queue = append(queue, x)
						}
					}
				}
			}
			for end, long := range on {
				if long && end.d == d {
					b.seen(d, start, end.cell)
				}
			}
		}
	}
}
