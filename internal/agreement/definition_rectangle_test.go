package agreement_test

import (
	"slices"

	"setdoku"
)

func bug(b *board) {
	three := b.cells(3)
	if len(three) != 1 || len(b.cells(2))+1 != len(b.open(upTo(81))) {
		return
	}
	var extra []uint8
	for u := range 27 {
		for d := uint8(1); d <= 9; d++ {
			switch p := b.places(unit(u), d); len(p) {
			case 0, 2:
			case 3:
				if !slices.Contains(p, three[0]) {
					return
				}
				extra = append(extra, d)
			default:
				return
			}
		}
	}
	if len(extra) == 3 && len(slices.Compact(extra)) == 1 {
		b.lose(three[0], setdoku.AllDigits&^setdoku.NewDigitSet(extra[0]))
	}
}

// rectangles calls do with the corners of every rectangle in two boxes, all open, in every order in which a and b are
// in a line, c is opposite b, and e opposite a.
func (b *board) rectangles(do func(a, b, c, e int)) {
	for a := range 81 {
		for e := range 81 {
			p, q := row(a)*9+col(e), row(e)*9+col(a)
			if row(a) == row(e) || col(a) == col(e) || len(b.open([]int{a, p, q, e})) < 4 {
				continue
			}
			if boxes := setOf(uint8(box(a)+1), uint8(box(e)+1), uint8(box(p)+1), uint8(box(q)+1)); boxes.Count() == 2 {
				do(a, p, q, e)
				do(a, q, p, e)
			}
		}
	}
}

func rectangle1(b *board) {
	b.rectangles(func(a, p, q, e int) {
		if m := b.live[a]; m.Count() == 2 && b.live[p] == m && b.live[q] == m {
			b.lose(e, m)
		}
	})
}

func rectangle2(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		extra := (b.live[q] | b.live[e]) &^ m
		if m.Count() == 2 && b.live[p] == m && extra.Count() == 1 && b.live[q]&b.live[e]&extra != 0 &&
			b.live[q]&m != 0 && b.live[e]&m != 0 {
			b.seen(extra.Lowest(), q, e)
		}
	})
}

func rectangle4(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		if m.Count() != 2 || b.live[p] != m {
			return
		}
		for _, x := range digits(m) {
			if b.only(x, q, e) {
				b.lose(q, m&^setdoku.NewDigitSet(x))
				b.lose(e, m&^setdoku.NewDigitSet(x))
			}
		}
	})
}

func rectangle5(b *board) {
	b.rectangles(func(a, p, q, e int) {
		for _, with := range [][]int{{a, e}, {a, p, e}} {
			corners := []int{a, p, q, e}
			m := b.live[q]
			extra := b.live[a] &^ m
			if m.Count() != 2 || extra.Count() != 1 {
				continue
			}
			fits := true
			for _, i := range corners {
				if slices.Contains(with, i) {
					fits = fits && b.live[i]&extra != 0 && b.live[i]&^(m|extra) == 0 && b.live[i]&m != 0
				} else {
					fits = fits && b.live[i] == m
				}
			}
			if fits {
				b.seen(extra.Lowest(), with...)
			}
		}
	})
}

// only reports whether a digit has its places in a unit of two cells in these two only.
func (b *board) only(d uint8, i, j int) bool {
	return slices.ContainsFunc(upTo(27), func(u int) bool {
		p := b.places(unit(u), d)
		return len(p) == 2 && slices.Contains(p, i) && slices.Contains(p, j)
	})
}

func rectangle6(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		if m.Count() != 2 || b.live[e] != m {
			return
		}
		for _, x := range digits(m) {
			if b.only(x, a, p) && b.only(x, q, e) {
				b.lose(p, setdoku.NewDigitSet(x))
				b.lose(q, setdoku.NewDigitSet(x))
			}
		}
	})
}

func hiddenRectangle(b *board) {
	b.rectangles(func(a, p, q, e int) {
		m := b.live[a]
		if m.Count() != 2 {
			return
		}
		for _, x := range digits(m) {
			if b.only(x, e, p) && b.only(x, e, q) || b.live[p] == m && b.only(x, a, q) {
				b.lose(e, m&^setdoku.NewDigitSet(x))
			}
		}
	})
}
