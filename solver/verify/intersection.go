package verify

import (
	"fmt"

	"setdoku/internal/grid"
)

// eachIntersection calls visit for every box and line that share cells, with the
// indexes of both in grid.Units and the shared positions of the box.
func eachIntersection(visit func(box, line int, shared set)) {
	for box := 18; box < 27; box++ {
		for line := range 18 {
			var shared set
			for n, i := range grid.Units[box] {
				if contains(line, i) {
					shared |= 1 << n
				}
			}
			if shared != 0 {
				visit(box, line, shared)
			}
		}
	}
}

// contains reports whether cell i lies in unit u, both indexes.
func contains(u, i int) bool {
	switch u / 9 {
	case 0:
		return i/9 == u
	case 1:
		return i%9 == u-9
	default:
		return i/27*3+i%9/3 == u-18
	}
}

// lockedSubset is a box and a line whose shared cells hold exactly k open cells
// with all their candidates within k digits: these digits go from the other cells
// of both.
// Pattern: box 1..9, unit number of the line, digit set, position set in the box.
func lockedSubset(k int) rule {
	return rule{
		find: func(p *position, f *findings) {
			eachIntersection(func(box, line int, shared set) {
				for _, digits := range setsOf[k] {
					inside := p.within(box, shared&p.open(box), digits)
					if inside.Count() != k {
						continue
					}
					pattern := ((int64(box-17)*100+int64(line+1))*1000+int64(digits))*1000 + int64(inside)
					var keep [grid.Size]bool
					for _, n := range members(inside) {
						keep[grid.Units[box][n-1]] = true
					}
					for _, u := range []int{box, line} {
						for _, i := range grid.Units[u] {
							if !keep[i] {
								f.addAll(i, p.marks[i]&digits, pattern)
							}
						}
					}
				}
			})
		},
		evidence: func(_ *position, pattern int64) ([]Evidence, error) {
			f := fields{rest: pattern}
			digits, cells := f.subset(k)
			line := f.take("line", 100, 1, 18)
			box := f.last("box", 1, 9)
			if f.err != nil {
				return nil, f.err
			}
			e := exhibit{pattern: pattern}
			e.row("unit", 0, 0, boxNo(box))
			e.row("unit", 0, 0, line)
			e.subset(boxNo(box), cells, digits)
			return e.rows, nil
		},
		prove: proveNaked(2),
	}
}

// pointing is a digit with two or more places in a box, all of them in one line:
// it goes from the rest of the line.
// Pattern: box 1..9, unit number of the line, digit.
func pointing() rule {
	return rule{
		find: func(p *position, f *findings) {
			eachIntersection(func(box, line int, _ set) {
				confine(p, f, box, line, int64((box-17)*100+line+1))
			})
		},
		evidence: func(_ *position, pattern int64) ([]Evidence, error) {
			f := fields{rest: pattern}
			d := f.digit()
			line := f.take("line", 100, 1, 18)
			box := f.last("box", 1, 9)
			return evidenceOfConfined(pattern, d, boxNo(box), line, f.err)
		},
		prove: proveConfined,
	}
}

// claiming is a digit with two or more places in a line, all of them in one box:
// it goes from the rest of the box.
// Pattern: unit number of the line, box 1..9 (two decimal places), digit.
func claiming() rule {
	return rule{
		find: func(p *position, f *findings) {
			eachIntersection(func(box, line int, _ set) {
				confine(p, f, line, box, int64((line+1)*100+box-17))
			})
		},
		evidence: func(_ *position, pattern int64) ([]Evidence, error) {
			f := fields{rest: pattern}
			d := f.digit()
			box := f.take("box", 100, 1, 9)
			line := f.last("line", 1, 18)
			return evidenceOfConfined(pattern, d, line, boxNo(box), f.err)
		},
		prove: proveConfined,
	}
}

// confine adds what follows for every digit whose places in the unit base, two or
// more, all lie in the unit cover. units is the pattern without the digit.
func confine(p *position, f *findings, base, cover int, units int64) {
	for d := uint8(1); d <= 9; d++ {
		places := p.places(base, d)
		if places.Count() < 2 {
			continue
		}
		confined := true
		for _, n := range members(places) {
			confined = confined && contains(cover, grid.Units[base][n-1])
		}
		if !confined {
			continue
		}
		for _, i := range grid.Units[cover] {
			if p.marks[i].Has(d) && !contains(base, i) {
				f.add(i, d, units*10+int64(d))
			}
		}
	}
}

func evidenceOfConfined(pattern int64, d uint8, base, cover int, err error) ([]Evidence, error) {
	if err != nil {
		return nil, err
	}
	e := exhibit{pattern: pattern}
	e.row("base", 0, d, base)
	e.row("cover", 0, d, cover)
	return e.rows, nil
}

// proveConfined is proveCover with the two places that pointing and claiming ask
// for: with one place only the digit is a hidden single.
func proveConfined(p *position, rows []Evidence) (proved, error) {
	c, err := readCover(rows)
	if err != nil {
		return proved{}, err
	}
	if n := p.places(c.base[0], c.digit).Count(); len(c.base) != 1 || n < 2 {
		return proved{}, fmt.Errorf("the base has %d places for %d, want 2 or more", n, c.digit)
	}
	return c.prove(p)
}
