package verify

import (
	"fmt"

	"setdoku"
)

// crossing is a box and a line that share cells: their indexes in setdoku.Units, and the positions of the shared
// cells in each.
type crossing struct {
	box, line     int
	inBox, inLine set
}

// crossings are all boxes and lines that share cells, by box, then by line.
var crossings = makeCrossings()

func makeCrossings() (list []crossing) {
	for box := 18; box < 27; box++ {
		for line := range 18 {
			c := crossing{box, line, sharedPositions(box, line), sharedPositions(line, box)}
			if c.inBox != 0 {
				list = append(list, c)
			}
		}
	}
	return list
}

// sharedPositions returns the positions of unit u whose cells lie in the other unit too.
func sharedPositions(u, other int) (shared set) {
	for n, i := range setdoku.Units[u] {
		if contains(other, i) {
			shared |= 1 << n
		}
	}
	return shared
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

// lockedSubset finds exactly k open cells in the intersection of a box and a line whose candidates lie within k
// digits. These digits are eliminated from the other cells of both units. Pattern: box 1..9, unit number of the
// line, digit set, position set in the box.
func lockedSubset(k int) rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			for _, c := range crossings {
				p := s.cells(c.box, c.inBox, k)
				p.fit(k, func(inside, digits set) {
					pattern := ((int64(c.box-17)*100+int64(c.line+1))*1000+int64(digits))*1000 + int64(inside)
					var keep [setdoku.CellCount]bool
					for _, n := range members(inside) {
						keep[setdoku.Units[c.box][n-1]] = true
					}
					for _, u := range []int{c.box, c.line} {
						for _, i := range setdoku.Units[u] {
							if !keep[i] {
								f.addAll(i, s.marks[i]&digits, pattern)
							}
						}
					}
				})
			}
		},
		evidence: func(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			f := fields{rest: pattern}
			digits, cells := f.subset(k)
			line := f.take("line", 100, 1, 18)
			box := f.last("box", 1, 9)
			if f.err != nil {
				return rows, f.err
			}
			e := newEvidence(rows, pattern)
			e.row(1, 0, "unit", 0, 0, boxNo(box))
			e.row(2, 0, "unit", 0, 0, line)
			e.subset(3, boxNo(box), cells, digits)
			return e.rows, nil
		},
		prove: whole(proveNaked(2)),
	}
}

// pointing finds a digit with two or more places in a box, all in one line. It is eliminated from the rest of the
// line. Pattern: box 1..9, unit number of the line, digit.
func pointing() rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			for _, c := range crossings {
				confine(s, f, c.box, c.line, c.inBox, int64((c.box-17)*100+c.line+1))
			}
		},
		evidence: func(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			f := fields{rest: pattern}
			d := f.digit()
			line := f.take("line", 100, 1, 18)
			box := f.last("box", 1, 9)
			return evidenceOfConfined(rows, pattern, d, boxNo(box), line, f.err)
		},
		prove: whole(proveConfined),
	}
}

// claiming finds a digit with two or more places in a line, all in one box. It is eliminated from the rest of the
// box. Pattern: unit number of the line, box 1..9, digit.
func claiming() rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			for _, c := range crossings {
				confine(s, f, c.line, c.box, c.inLine, int64((c.line+1)*10+c.box-17))
			}
		},
		evidence: func(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			f := fields{rest: pattern}
			d := f.digit()
			box := f.take("box", 10, 1, 9)
			line := f.last("line", 1, 18)
			return evidenceOfConfined(rows, pattern, d, line, boxNo(box), f.err)
		},
		prove: whole(proveConfined),
	}
}

// confine adds the eliminations for every digit with two or more places in the unit base that all lie in the unit
// cover. shared are the positions of base whose cells lie in both units. units is the pattern without the digit.
func confine(s *positionIndex, f *findings, base, cover int, shared set, units int64) {
	for d := uint8(1); d <= 9; d++ {
		places := s.places(base, d)
		if places&^shared != 0 || places.Count() < 2 {
			continue
		}
		for _, i := range setdoku.Units[cover] {
			if s.marks[i].Has(d) && !contains(base, i) {
				f.add(i, d, units*10+int64(d))
			}
		}
	}
}

func evidenceOfConfined(rows []setdoku.Evidence, pattern int64, d uint8, base, cover int, err error) ([]setdoku.Evidence, error) {
	if err != nil {
		return rows, err
	}
	e := newEvidence(rows, pattern)
	e.row(1, 0, "base", 0, d, base)
	e.row(2, 0, "cover", 0, d, cover)
	return e.rows, nil
}

// proveConfined calls proveCover and checks that the digit has at least two places in the base. With one place it
// is a hidden single.
func proveConfined(p *position, rows []setdoku.Evidence) (proved, error) {
	c, err := readCover(rows)
	if err != nil {
		return proved{}, err
	}
	if n := p.places(c.base[0], c.digit).Count(); len(c.base) != 1 || n < 2 {
		return proved{}, fmt.Errorf("the base has %d places for %d, want 2 or more", n, c.digit)
	}
	return c.prove(p)
}
