package verify

import (
	"fmt"

	"setdoku"
)

// bugPlusOne finds a bivalue universal grave plus one. One open cell has three candidates, and all others have
// two. Without digit x of that cell, every missing digit of a unit has two places there. If x were false, the rest
// would have no solution or several. So the other two candidates of the cell are eliminated.
func bugPlusOne() rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			if i, x := s.bug(); i >= 0 {
				f.addAll(i, s.marks[i]&^setdoku.SetOf(x), madeUpPattern(i, x))
			}
		},
		argue:  argueBug,
		sketch: sketch("bug_plus_1"),
	}
}

// bug returns the cell, 0..80, and the digit x of a bivalue universal grave plus one, or -1 if p is none.
func (p *position) bug() (cell int, x uint8) {
	cell = -1
	for i, m := range p.marks {
		switch n := m.Count(); {
		case p.digits[i] != 0 || n == 2:
		case n == 3 && cell < 0:
			cell = i
		default:
			return -1, 0
		}
	}
	if cell < 0 {
		return -1, 0
	}
	for _, d := range members(p.marks[cell]) {
		if p.isGraveWithout(cell, uint8(d)) {
			return cell, uint8(d)
		}
	}
	return -1, 0
}

// isGraveWithout reports whether every missing digit has two places in every unit, when candidate x of the cell is
// ignored.
func (p *position) isGraveWithout(cell int, x uint8) bool {
	for u := range setdoku.Units {
		for _, d := range members(p.missing(u)) {
			n := p.places(u, uint8(d)).Count()
			if uint8(d) == x && contains(u, cell) {
				n--
			}
			if n != 2 {
				return false
			}
		}
	}
	return true
}

// argueBug wants rows that name only the cell and the digit. It finds the pattern again by itself.
func argueBug(s *situation, rows []setdoku.Evidence) (proof, error) {
	cell, x := s.p.bug()
	if cell < 0 {
		return nil, fmt.Errorf("the grid is no bivalue universal grave plus one")
	}
	for _, r := range rows {
		if err := inRange(r); err != nil {
			return nil, fmt.Errorf("row %d: %w", r.Ordinal, err)
		}
		if r.Cell != 0 && r.Cell != setdoku.CellNumber(cell) || r.Digit != 0 && r.Digit != x {
			return nil, fmt.Errorf("row %d shows cell %d and digit %d, it is %d in %s that keeps the grid from being a grave",
				r.Ordinal, r.Cell, r.Digit, x, setdoku.CellName(cell))
		}
	}
	var out proved
	out[cell] = s.p.marks[cell] &^ setdoku.SetOf(x)
	return &out, nil
}
