package verify

import "setdoku/internal/grid"

// nakedSubset is a unit in which exactly k open cells have all their candidates
// within k digits: these digits go from the unit's other cells. The digits are
// any k, also some that do not occur.
// Pattern: unit number, digit set, position set (three decimal places a set).
func nakedSubset(k int, in scope) rule {
	return rule{
		find: func(s *survey, f *findings) {
			for u, cells := range grid.Units {
				open := s.open(u)
				if in == halfUnit && open.Count()/2 < k {
					continue
				}
				small := s.small(u, open, k)
				if small.Count() < k {
					continue
				}
				for _, digits := range setsOf()[k] {
					inside := s.within(u, small, digits)
					if inside.Count() != k {
						continue
					}
					pattern := subsetPattern(u, digits, inside)
					for rest := open &^ inside; rest != 0; rest &= rest - 1 {
						i := cells[rest.Lowest()-1]
						f.addAll(i, s.marks[i]&digits, pattern)
					}
				}
			}
		},
		evidence: func(_ *position, pattern int64) ([]Evidence, error) { return evidenceOfSubset(k, pattern) },
		prove:    proveNaked(1),
	}
}

// within returns which of the cells at the given positions of unit u have no
// candidate outside the digits.
func (p *position) within(u int, positions, digits set) (inside set) {
	for ; positions != 0; positions &= positions - 1 {
		n := positions.Lowest()
		if p.marks[grid.Units[u][n-1]]&^digits == 0 {
			inside |= grid.Mark(n)
		}
	}
	return inside
}

// hiddenSubset is a unit in which exactly k missing digits have all their places
// within k cells: other digits go from these cells. The cells are any k of the
// unit, as the digits of a naked subset are.
// Pattern: as nakedSubset.
func hiddenSubset(k int, in scope) rule {
	return rule{
		find: func(s *survey, f *findings) {
			for u, cells := range grid.Units {
				if in == halfUnit && s.open(u).Count()/2 < k {
					continue
				}
				var small set // digits with at most k places
				for rest := s.missing(u); rest != 0; rest &= rest - 1 {
					if d := rest.Lowest(); s.places(u, d).Count() <= k {
						small |= grid.Mark(d)
					}
				}
				if small.Count() < k {
					continue
				}
				for _, positions := range setsOf()[k] {
					var digits set
					for rest := small; rest != 0; rest &= rest - 1 {
						if d := rest.Lowest(); s.places(u, d)&^positions == 0 {
							digits |= grid.Mark(d)
						}
					}
					if digits.Count() != k {
						continue
					}
					pattern := subsetPattern(u, digits, positions)
					for rest := positions; rest != 0; rest &= rest - 1 {
						i := cells[rest.Lowest()-1]
						f.addAll(i, s.marks[i]&^digits, pattern)
					}
				}
			}
		},
		evidence: func(_ *position, pattern int64) ([]Evidence, error) { return evidenceOfSubset(k, pattern) },
		prove:    proveHidden,
	}
}

func subsetPattern(u int, digits, positions set) int64 {
	return (int64(u+1)*1000+int64(digits))*1000 + int64(positions)
}

func evidenceOfSubset(k int, pattern int64) ([]Evidence, error) {
	f := fields{rest: pattern}
	digits, cells := f.subset(k)
	u := f.last("unit number", 1, 27)
	if f.err != nil {
		return nil, f.err
	}
	e := exhibit{pattern: pattern}
	e.row("unit", 0, 0, u)
	e.subset(u, cells, digits)
	return e.rows, nil
}
