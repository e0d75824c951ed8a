package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// proveSingle returns a prove function for a single. The row must name an empty cell and one of its candidates,
// and more must accept them.
func proveSingle(more func(p *position, u, cell int, d uint8) error) func(*position, []setdoku.Evidence) (proof, error) {
	return func(p *position, rows []setdoku.Evidence) (_ proof, err error) {
		if len(rows) != 1 || rows[0].Role != "single" || !setdoku.ValidCell(rows[0].Cell) || rows[0].Digit > 9 || rows[0].Digit == 0 {
			return nil, fmt.Errorf("want one row, role single, with a cell and a digit")
		}
		i, d := setdoku.CellIndex(rows[0].Cell), rows[0].Digit
		if !p.marks[i].Has(d) {
			return nil, fmt.Errorf("%d is no candidate of the cell", d)
		}
		u := -1
		if rows[0].Unit != 0 {
			if u, err = unitOf(rows[0]); err != nil {
				return nil, err
			}
			if !contains(u, i) {
				return nil, fmt.Errorf("the cell does not lie in the unit")
			}
		}
		if err := more(p, u, i, d); err != nil {
			return nil, err
		}
		return provedOne{i, d}, nil
	}
}

// whole converts a function that returns a proved value into a prove function.
func whole(prove func(*position, []setdoku.Evidence) (proved, error)) func(*position, []setdoku.Evidence) (proof, error) {
	return func(p *position, rows []setdoku.Evidence) (proof, error) {
		out, err := prove(p, rows)
		if err != nil {
			return nil, err
		}
		return &out, nil
	}
}

// claim is a subset read from its evidence rows. Cells and units are indexes.
type claim struct {
	units  []int
	listed [setdoku.CellCount]bool
	cells  int
	digits set
}

// readClaim reads a subset that shows this number of units.
func readClaim(rows []setdoku.Evidence, units int) (c claim, err error) {
	for _, r := range rows {
		switch {
		case r.Role == "unit":
			u, err := unitOf(r)
			if err != nil {
				return c, err
			}
			c.units = append(c.units, u)
		case r.Role == "cell" && setdoku.ValidCell(r.Cell):
			if i := setdoku.CellIndex(r.Cell); !c.listed[i] {
				c.listed[i] = true
				c.cells++
			}
		case r.Role == "digit" && r.Digit >= 1 && r.Digit <= 9:
			c.digits |= setdoku.SetOf(r.Digit)
		default:
			return c, fmt.Errorf("row %d, role %q, is no unit, cell or digit", r.Ordinal, r.Role)
		}
	}
	if len(c.units) != units || c.cells == 0 || c.cells != c.digits.Count() {
		return c, fmt.Errorf("%d units, %d cells, %d digits, want units %d and as many cells as digits", len(c.units), c.cells, c.digits.Count(), units)
	}
	for i, listed := range c.listed {
		if listed && !c.shared(i) {
			return c, fmt.Errorf("%s does not lie in every unit shown", setdoku.CellName(i))
		}
	}
	return c, nil
}

// shared reports whether cell i lies in every unit shown.
func (c *claim) shared(i int) bool {
	for _, u := range c.units {
		if !contains(u, i) {
			return false
		}
	}
	return true
}

// proveNaked returns a prove function for naked subsets, which show one unit, or locked subsets, which show two.
// Consider the open cells that all shown units share. Exactly the listed ones must have all their candidates among
// the digits, and there must be as many as digits. The digits are then eliminated from the other cells of every
// unit.
func proveNaked(units int) func(*position, []setdoku.Evidence) (proved, error) {
	return func(p *position, rows []setdoku.Evidence) (out proved, err error) {
		c, err := readClaim(rows, units)
		if err != nil {
			return out, err
		}
		for i, m := range p.marks {
			confined := p.digits[i] == 0 && m&^c.digits == 0 && c.shared(i)
			if confined != c.listed[i] {
				return out, fmt.Errorf("%s is listed %t, confined to the digits %t", setdoku.CellName(i), c.listed[i], confined)
			}
		}
		for _, u := range c.units {
			for _, i := range setdoku.Units[u] {
				if !c.listed[i] {
					out[i] = p.marks[i] & c.digits
				}
			}
		}
		return out, nil
	}
}

// proveHidden proves hidden subsets. Of the missing digits of the unit, exactly the listed ones must have all
// their places in the listed cells. These cells then hold nothing else.
func proveHidden(p *position, rows []setdoku.Evidence) (out proved, err error) {
	c, err := readClaim(rows, 1)
	if err != nil {
		return out, err
	}
	unit := setdoku.Units[c.units[0]]
	for d := uint8(1); d <= 9; d++ {
		confined := true
		for _, i := range unit {
			if p.digits[i] == d || p.marks[i].Has(d) && !c.listed[i] {
				confined = false
			}
		}
		if confined != c.digits.Has(d) {
			return out, fmt.Errorf("digit %d is listed %t, confined to the cells %t", d, c.digits.Has(d), confined)
		}
	}
	for _, i := range unit {
		if c.listed[i] {
			out[i] = p.marks[i] &^ c.digits
		}
	}
	return out, nil
}

// cover holds the base and cover units of one digit, as indexes into setdoku.Units.
type cover struct {
	digit       uint8
	base, cover []int
}

func readCover(rows []setdoku.Evidence) (c cover, err error) {
	for _, r := range rows {
		u, err := unitOf(r)
		if err != nil {
			return c, err
		}
		if c.digit == 0 {
			c.digit = r.Digit
		}
		if r.Digit < 1 || r.Digit > 9 || r.Digit != c.digit {
			return c, fmt.Errorf("row %d has digit %d, want one digit in all rows", r.Ordinal, r.Digit)
		}
		if slices.Contains(c.base, u) || slices.Contains(c.cover, u) {
			return c, fmt.Errorf("row %d names a unit twice", r.Ordinal)
		}
		switch r.Role {
		case "base":
			c.base = append(c.base, u)
		case "cover":
			c.cover = append(c.cover, u)
		default:
			return c, fmt.Errorf("row %d, role %q, is no base or cover", r.Ordinal, r.Role)
		}
	}
	if len(c.base) == 0 || len(c.cover) == 0 {
		return c, fmt.Errorf("%d base and %d cover units, want both", len(c.base), len(c.cover))
	}
	return c, nil
}

// covers reports whether the cells at these positions of unit u all lie in cover units.
func (c *cover) covers(u int, positions set) bool {
	for _, n := range members(positions) {
		if !c.covered(setdoku.Units[u][n-1]) {
			return false
		}
	}
	return true
}

func (c *cover) covered(i int) bool {
	for _, u := range c.cover {
		if contains(u, i) {
			return true
		}
	}
	return false
}

// prove proves pointing, claiming and fish. Each base unit misses the digit and has all its places in the cover
// units, of which there are as many. So the cover units hold the digit nowhere else.
func (c *cover) prove(p *position) (out proved, err error) {
	var inBase [setdoku.CellCount]bool
	for _, u := range c.base {
		if !p.missing(u).Has(c.digit) {
			return out, fmt.Errorf("%s holds %d already", setdoku.UnitName(u+1), c.digit)
		}
		if !c.covers(u, p.places(u, c.digit)) {
			return out, fmt.Errorf("%s has a place for %d outside the cover", setdoku.UnitName(u+1), c.digit)
		}
		for _, i := range setdoku.Units[u] {
			inBase[i] = true
		}
	}
	if len(c.base) != len(c.cover) {
		return out, fmt.Errorf("%d base and %d cover units, want as many of each", len(c.base), len(c.cover))
	}
	for i, m := range p.marks {
		if m.Has(c.digit) && c.covered(i) && !inBase[i] {
			out[i] = setdoku.SetOf(c.digit)
		}
	}
	return out, nil
}

// unitOf returns the index into setdoku.Units of the unit of a row.
func unitOf(r setdoku.Evidence) (int, error) {
	if r.Unit < 1 || r.Unit > len(setdoku.Units) {
		return 0, fmt.Errorf("row %d names no unit: number %d", r.Ordinal, r.Unit)
	}
	return r.Unit - 1, nil
}
