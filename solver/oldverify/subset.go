package verify

import (
	"setdoku"
)

// nakedSubset finds exactly k open cells of a unit whose candidates lie within k digits. These digits are
// eliminated from the unit's other cells. A digit of the set need not occur in the cells. Pattern: unit number,
// digit set, position set (three decimal places a set).
func nakedSubset(k int, in scope) rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			for u, cells := range setdoku.Units {
				open := s.open(u)
				if in == skipComplements && open.Count()/2 < k {
					continue
				}
				p := s.cells(u, open, k)
				p.fit(k, func(inside, digits set) {
					pattern := subsetPattern(u, digits, inside)
					for rest := open &^ inside; rest != 0; rest &= rest - 1 {
						i := cells[rest.Lowest()-1]
						f.addAll(i, s.marks[i]&digits, pattern)
					}
				})
			}
		},
		evidence: func(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			return evidenceOfSubset(k, rows, pattern)
		},
		prove: whole(proveNaked(1)),
	}
}

// hiddenSubset finds exactly k missing digits of a unit whose places lie within k cells. Other digits are
// eliminated from these cells. A cell of the set need not be a place of the digits. Pattern: as in nakedSubset.
func hiddenSubset(k int, in scope) rule {
	return rule{
		find: func(s *positionIndex, f *findings) {
			for u, cells := range setdoku.Units {
				if in == skipComplements && s.open(u).Count()/2 < k {
					continue
				}
				var p parts
				for rest := s.missing(u); rest != 0; rest &= rest - 1 {
					d := rest.Lowest()
					p.add(d, s.places(u, d), k)
				}
				p.fit(k, func(digits, positions set) {
					pattern := subsetPattern(u, digits, positions)
					for rest := positions; rest != 0; rest &= rest - 1 {
						i := cells[rest.Lowest()-1]
						f.addAll(i, s.marks[i]&^digits, pattern)
					}
				})
			}
		},
		evidence: func(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			return evidenceOfSubset(k, rows, pattern)
		},
		prove: whole(proveHidden),
	}
}

func subsetPattern(u int, digits, positions set) int64 {
	return (int64(u+1)*1000+int64(digits))*1000 + int64(positions)
}

func evidenceOfSubset(k int, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
	f := fields{rest: pattern}
	digits, cells := f.subset(k)
	u := f.last("unit number", 1, 27)
	if f.err != nil {
		return rows, f.err
	}
	e := newEvidence(rows, pattern)
	e.row(1, 0, "unit", 0, 0, u)
	e.subset(2, u, cells, digits)
	return e.rows, nil
}
