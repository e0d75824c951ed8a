package verify

import (
	"fmt"

	"setdoku"
)

// fullHouse finds a unit with exactly one open cell. Pattern: unit number, cell, digit (2, 2 and 1 decimal
// places).
func fullHouse() rule {
	return rule{
		places: true,
		find: func(s *positionIndex, f *findings) {
			for u, cells := range setdoku.Units {
				open := s.open(u)
				if open.Count() != 1 {
					continue
				}
				i := cells[open.Lowest()-1]
				// Inside a hypothesis the cell may have lost the digit.
				if d := s.missing(u).Lowest(); s.marks[i].Has(d) {
					f.add(i, d, singlePattern(u, i, d))
				}
			}
		},
		evidence: evidenceOfUnitSingle,
		prove: proveSingle(func(p *position, u, cell int, d uint8) error {
			for _, i := range setdoku.Units[u] {
				if i != cell && p.digits[i] == 0 {
					return fmt.Errorf("%s of the unit is open as well", setdoku.CellName(i))
				}
				if p.digits[i] == d {
					return fmt.Errorf("%s of the unit holds %d", setdoku.CellName(i), d)
				}
			}
			return nil
		}),
	}
}

// nakedSingle finds an open cell with exactly one candidate. Pattern: cell, digit.
func nakedSingle() rule {
	return rule{
		places: true,
		find: func(s *positionIndex, f *findings) {
			for i, m := range s.marks {
				if m.Count() == 1 {
					f.add(i, m.Lowest(), int64(setdoku.CellNumber(i)*10+int(m.Lowest())))
				}
			}
		},
		evidence: func(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
			f := fields{rest: pattern}
			d := f.digit()
			e := newEvidence(rows, pattern)
			e.row(1, 0, "single", f.last("cell", 11, 99), d, 0)
			if cell := e.rows[e.before].Cell; f.err == nil && !setdoku.ValidCell(cell) {
				f.err = fmt.Errorf("%d is no cell", cell)
			}
			return e.rows, f.err
		},
		prove: proveSingle(func(p *position, _, cell int, d uint8) error {
			if p.marks[cell] != setdoku.SetOf(d) {
				return fmt.Errorf("the cell has %d candidates", p.marks[cell].Count())
			}
			return nil
		}),
	}
}

// hiddenSingle finds a digit with exactly one place in a unit. Pattern: unit number, cell, digit.
func hiddenSingle() rule {
	return rule{
		places: true,
		find: func(s *positionIndex, f *findings) {
			for u, cells := range setdoku.Units {
				for d := uint8(1); d <= 9; d++ {
					if places := s.places(u, d); places.Count() == 1 {
						i := cells[places.Lowest()-1]
						f.add(i, d, singlePattern(u, i, d))
					}
				}
			}
		},
		evidence: evidenceOfUnitSingle,
		prove: proveSingle(func(p *position, u, cell int, d uint8) error {
			for _, i := range setdoku.Units[u] {
				if i != cell && p.marks[i].Has(d) {
					return fmt.Errorf("%s of the unit is a place for %d too", setdoku.CellName(i), d)
				}
			}
			return nil
		}),
	}
}

func singlePattern(u, cell int, d uint8) int64 {
	return int64((u+1)*1000 + setdoku.CellNumber(cell)*10 + int(d))
}

// evidenceOfUnitSingle decodes the patterns of the two singles that name a unit.
func evidenceOfUnitSingle(_ *position, rows []setdoku.Evidence, pattern int64) ([]setdoku.Evidence, error) {
	f := fields{rest: pattern}
	d := f.digit()
	cell := f.cell()
	u := f.last("unit number", 1, 27)
	if f.err != nil {
		return rows, f.err
	}
	e := newEvidence(rows, pattern)
	e.row(1, 0, "single", cell, d, u)
	return e.rows, nil
}
