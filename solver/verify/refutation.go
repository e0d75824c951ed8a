package verify

import (
	"fmt"

	"setdoku"
)

// refutation is the candidate that a forcing pattern assumes and refutes.
type refutation struct {
	cell  int
	digit uint8
}

func (r refutation) decides(d Conclusion) bool {
	return !d.Placement && d.Cell == r.cell && d.Digit == r.digit
}

// argueRefutation replays a refutation row by row: the assumption, the singles that follow, and the cell or unit
// with the contradiction.
func argueRefutation(s *situation, rows []setdoku.Evidence) (proof, error) {
	p := *s.p
	for k, r := range rows {
		err := inRange(r)
		switch {
		case err != nil:
		case (k == 0) != (r.Role == "assume") || (k == len(rows)-1) != (r.Role == "contradiction"):
			err = fmt.Errorf("want one assumption first and one contradiction last")
		case r.Role == "assume":
			err = p.assume(r)
		case r.Role == "place":
			err = p.follow(r)
		case r.Role == "contradiction":
			err = p.endsIn(r)
		default:
			err = fmt.Errorf("verify does not know the role")
		}
		if err != nil {
			return nil, fmt.Errorf("row %d, role %s: %w", r.Ordinal, r.Role, err)
		}
	}
	return refutation{rows[0].Cell, rows[0].Digit}, nil
}

// assume applies the first row.
func (p *position) assume(r setdoku.Evidence) error {
	if r.Cell == 0 || r.Digit == 0 || !p.marks[setdoku.CellIndex(r.Cell)].Has(r.Digit) {
		return fmt.Errorf("cell %d digit %d is no candidate", r.Cell, r.Digit)
	}
	p.place(setdoku.CellIndex(r.Cell), r.Digit)
	return nil
}

// follow applies a row that places a single.
func (p *position) follow(r setdoku.Evidence) error {
	if r.Cell == 0 || r.Digit == 0 {
		return fmt.Errorf("want a cell and a digit")
	}
	i := setdoku.CellIndex(r.Cell)
	if !p.marks[i].Has(r.Digit) {
		return fmt.Errorf("%d is no candidate of %s at this point", r.Digit, setdoku.CellName(i))
	}
	if !p.forced(i, r.Digit) {
		return fmt.Errorf("%s with %d is no single at this point", setdoku.CellName(i), r.Digit)
	}
	p.place(i, r.Digit)
	return nil
}

// forced reports whether digit d is a single in cell i.
func (p *position) forced(i int, d uint8) bool {
	if !p.marks[i].Has(d) {
		return false
	}
	forced := p.marks[i].Count() == 1
	for u := range setdoku.Units {
		forced = forced || contains(u, i) && p.places(u, d).Count() == 1
	}
	return forced
}

// endsIn checks the last row. It names an open cell without candidates or with two digits that must stand there,
// or a unit without a place for a digit or with two cells that must hold it.
func (p *position) endsIn(r setdoku.Evidence) error {
	switch {
	case r.Cell != 0 && r.Unit == 0 && r.Digit == 0:
		return p.endsInCell(setdoku.CellIndex(r.Cell))
	case r.Cell == 0 && r.Unit != 0 && r.Digit != 0:
		return p.endsInUnit(unitIndex(r), r.Digit)
	}
	return fmt.Errorf("want a cell, or a unit with a digit")
}

func (p *position) endsInCell(i int) error {
	forced := 0
	for _, d := range members(p.marks[i]) {
		if p.forced(i, uint8(d)) {
			forced++
		}
	}
	if p.digits[i] != 0 || p.marks[i] != 0 && forced < 2 {
		return fmt.Errorf("%s has a candidate, and not two that must stand there", setdoku.CellName(i))
	}
	return nil
}

func (p *position) endsInUnit(u int, d uint8) error {
	forced := 0
	for _, i := range setdoku.Units[u] {
		if p.forced(i, d) {
			forced++
		}
	}
	if !p.missing(u).Has(d) || p.places(u, d) != 0 && forced < 2 {
		return fmt.Errorf("the unit has a place for %d, and not two that must hold it", d)
	}
	return nil
}
