package agreement_test

import (
	"slices"

	"setdoku"
)

// lines calls do with the places of a digit in the rows, by columns, and then with the places in the columns, by rows.
// at returns the cell of a line and a crossing line.
func lines(do func(base int, at func(line, crossing int) int)) {
	do(0, func(line, crossing int) int { return line*9 + crossing })
	do(9, func(line, crossing int) int { return crossing*9 + line })
}

// finned has base lines with fins. If one of the fish on the base lines has the kind, all of them eliminate.
func (b *board) finned(k int, sashimi bool) {
	lines(func(_ int, at func(line, crossing int) int) {
		for d := uint8(1); d <= 9; d++ {
			has := func(line, c int) bool { return b.live[at(line, c)].Has(d) }
			some := slices.DeleteFunc(upTo(9), func(line int) bool {
				return !slices.ContainsFunc(upTo(9), func(c int) bool { return has(line, c) })
			})
			each(some, k, func(base []int) {
				lost, kind := map[int]bool{}, false
				each(upTo(9), k, func(covers []int) {
					victims, short := finnedVictims(base, covers, at, has)
					kind = kind || len(victims) > 0 && short == sashimi
					for _, i := range victims {
						lost[i] = true
					}
				})
				for i := range lost {
					if kind {
						b.lose(i, setdoku.NewDigitSet(d))
					}
				}
			})
		}
	})
}

// finnedVictims returns what a fish with fins eliminates, and whether a line with fins has fewer than two other places.
func finnedVictims(base, covers []int, at func(line, c int) int, has func(line, c int) bool) (list []int, short bool) {
	var fins []int
	for _, line := range base {
		kept, more := 0, 0
		for c := range 9 {
			switch {
			case has(line, c) && slices.Contains(covers, c):
				kept++
			case has(line, c):
				more++
				fins = append(fins, at(line, c))
			}
		}
		short = short || more > 0 && kept < 2
	}
	if len(fins) == 0 || slices.ContainsFunc(fins, func(i int) bool { return box(i) != box(fins[0]) }) {
		return nil, false
	}
	for line := range 9 {
		for _, c := range covers {
			if !slices.Contains(base, line) && box(at(line, c)) == box(fins[0]) && has(line, c) {
				list = append(list, at(line, c))
			}
		}
	}
	return list, short
}

// pairs calls do with every digit that has two places in a unit of each kind, one way round and the other.
func (b *board) pairs(first, second func(u int) bool, do func(d uint8, u, v int, a, c [2]int)) {
	for d := uint8(1); d <= 9; d++ {
		for u := range 27 {
			for v := range 27 {
				p, q := b.places(unit(u), d), b.places(unit(v), d)
				if u == v || !first(u) || !second(v) || len(p) != 2 || len(q) != 2 {
					continue
				}
				for _, a := range [][2]int{{p[0], p[1]}, {p[1], p[0]}} {
					for _, c := range [][2]int{{q[0], q[1]}, {q[1], q[0]}} {
						do(d, u, v, a, c)
					}
				}
			}
		}
	}
}

func isRow(u int) bool    { return u < 9 }
func isColumn(u int) bool { return u >= 9 && u < 18 }
func isBox(u int) bool    { return u >= 18 }
func isUnit(int) bool     { return true }

func skyscraper(b *board) {
	b.pairs(isRow, isRow, func(d uint8, _, _ int, a, c [2]int) {
		if col(a[0]) == col(c[0]) && col(a[1]) != col(c[1]) {
			b.seen(d, a[1], c[1])
		}
	})
	b.pairs(isColumn, isColumn, func(d uint8, _, _ int, a, c [2]int) {
		if row(a[0]) == row(c[0]) && row(a[1]) != row(c[1]) {
			b.seen(d, a[1], c[1])
		}
	})
}

func kite(b *board) {
	b.pairs(isRow, isColumn, func(d uint8, _, _ int, a, c [2]int) {
		if a[0] != c[0] && box(a[0]) == box(c[0]) && box(a[1]) != box(a[0]) && box(c[1]) != box(a[0]) {
			b.seen(d, a[1], c[1])
		}
	})
}

func turbot(b *board) {
	b.pairs(isBox, isUnit, func(d uint8, _, _ int, a, c [2]int) {
		for _, line := range []func(int) int{row, col} {
			if a[0] != c[0] && line(a[0]) == line(c[0]) && line(a[1]) != line(a[0]) && line(c[1]) != line(a[0]) {
				b.seen(d, a[1], c[1])
			}
		}
	})
}

func emptyRectangle(b *board) {
	for d := uint8(1); d <= 9; d++ {
		for block := 18; block < 27; block++ {
			for line := range 18 {
				for other := range 18 {
					if line/9 != other/9 && bent(b.places(unit(block), d), unit(line), unit(other)) {
						b.hinge(d, block, line, other)
					}
				}
			}
		}
	}
}

// hinge has a unit with two places, outside of the block and parallel to other. One of them is in line. A cell of other
// loses the digit if it is in line with the second place.
func (b *board) hinge(d uint8, block, line, other int) {
	for across := other / 9 * 9; across < other/9*9+9; across++ {
		p := b.places(unit(across), d)
		if len(p) != 2 || len(both(unit(across), unit(block))) > 0 {
			continue
		}
		for k, near := range p {
			for _, i := range unit(other) {
				far := p[1-k]
				parallel := line < 9 && row(i) == row(far) || line >= 9 && col(i) == col(far)
				if slices.Contains(unit(line), near) && parallel && box(i) != block-18 {
					b.lose(i, setdoku.NewDigitSet(d))
				}
			}
		}
	}
}

// bent reports whether two lines together have all of some cells, and neither has all of them.
func bent(cells, one, other []int) bool {
	n := len(cells)
	return len(both(cells, one)) < n && len(both(cells, other)) < n && len(both(cells, slices.Concat(one, other))) == n
}
