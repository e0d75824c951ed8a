package verify

import (
	"fmt"

	"setdoku"
)

// bugPlusOne is a grid in which every open cell but one has two candidates, one has
// three, and without one digit x of that cell every digit that a unit misses has two
// places there. If x were false, what is left would have no solution or several, so
// the other two candidates of the cell go.
func bugPlusOne() rule {
	return rule{
		find: func(s *survey, f *findings) {
			if i, x := s.bug(); i >= 0 {
				f.addAll(i, s.marks[i]&^setdoku.SetOf(x), ownPattern(i, x))
			}
		},
		argue:  argueBug,
		sketch: sketch("bug_plus_1"),
	}
}

// bug returns the cell, 0..80, and the digit that keep p from being a bivalue
// universal grave; -1 when p is none.
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

// isGraveWithout reports whether every digit has two places in every unit that misses
// it, when candidate x of the cell is left out.
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

// argueBug wants the rows to name the cell and the digit of the grave and nothing else.
// That it is a grave is found out anew.
func argueBug(s *situation, rows []setdoku.Evidence) (proof, error) {
	cell, x := s.p.bug()
	if cell < 0 {
		return nil, fmt.Errorf("the grid is no bivalue universal grave but for one candidate")
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
