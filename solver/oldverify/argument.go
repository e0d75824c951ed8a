package verify

import (
	"fmt"
	"slices"

	"setdoku"
)

// argument is a pattern that is proved from its evidence rows. Its truths alone refute a candidate. The other
// fields hold the parts of the pattern, which must be consistent with the truths.
type argument struct {
	p      *position
	rows   []setdoku.Evidence
	truths []candidates
	// rectangle holds the cells and digits that could form a deadly pattern.
	rectangle []int
	digits    set
}

// roles are the known roles with the columns that a row of each must have. A row with role weak has either a unit
// and a digit, or a cell without a digit.
var roles = map[string]struct{ cell, digit, unit bool }{
	"base":       {unit: true, digit: true},
	"cover":      {unit: true, digit: true},
	"cell":       {cell: true},
	"stem":       {cell: true},
	"rectangle":  {cell: true},
	"link":       {cell: true, digit: true},
	"fin":        {cell: true, digit: true},
	"body":       {cell: true, digit: true},
	"endo_fin":   {cell: true, digit: true},
	"bridge_end": {cell: true, digit: true},
	"color":      {cell: true, digit: true},
	"color_2":    {cell: true, digit: true},
	"digit":      {digit: true},
	"restricted": {digit: true},
	"set":        {},
	"weak":       {},

	setdoku.ContinuousLoop:    {},
	setdoku.DiscontinuousLoop: {},
	setdoku.OpenChain:         {},
}

// chainKinds are the roles that name the kind of a chain.
var chainKinds = []string{setdoku.ContinuousLoop, setdoku.DiscontinuousLoop, setdoku.OpenChain}

// argued reads a pattern that is proved from its rows. The error names the row that does not fit.
func argued(s *situation, rows []setdoku.Evidence) (*argument, error) {
	rows, err := terms(rows)
	if err != nil {
		return nil, err
	}
	a := &argument{p: s.p, rows: rows}
	for _, r := range rows {
		if _, known := roles[r.Role]; !known {
			return nil, fmt.Errorf("row %d has the role %q, which verify does not know", r.Ordinal, r.Role)
		}
		if err := a.read(r); err != nil {
			return nil, fmt.Errorf("row %d, role %s: %w", r.Ordinal, r.Role, err)
		}
	}
	for _, check := range []func(*situation) error{a.checkRectangle, a.checkLinks, a.checkCovers, a.checkColors, a.checkSets, a.checkCommons} {
		if err := check(s); err != nil {
			return nil, err
		}
	}
	if len(a.truths) == 0 {
		return nil, fmt.Errorf("no row states a truth, want a base or a cell")
	}
	return a, nil
}

// argueUserTechnique reads a pattern of a technique that the catalogue does not have. Its rows may have other
// roles. A row with the columns of a base or a cell counts as a base or a cell.
func argueUserTechnique(s *situation, rows []setdoku.Evidence) (proof, error) {
	rows, err := terms(rows)
	if err != nil {
		return nil, err
	}
	a := &argument{p: s.p, rows: rows}
	for _, r := range rows {
		if err := inRange(r); err != nil {
			return nil, fmt.Errorf("row %d, role %s: %w", r.Ordinal, r.Role, err)
		}
		if known, ok := roles[r.Role]; !ok || known.cell == (r.Cell == 0) {
			continue
		}
		if err := a.read(r); err != nil {
			return nil, fmt.Errorf("row %d, role %s: %w", r.Ordinal, r.Role, err)
		}
	}
	if err := a.checkRectangle(s); err != nil {
		return nil, err
	}
	return a, nil
}

// inRange checks that the cell, digit and unit of a row exist.
func inRange(r setdoku.Evidence) error {
	switch {
	case r.Cell != 0 && !setdoku.ValidCell(r.Cell):
		return fmt.Errorf("there is no cell %d", r.Cell)
	case r.Digit > 9:
		return fmt.Errorf("there is no digit %d", r.Digit)
	case r.Unit != 0:
		_, err := unitOf(r)
		return err
	}
	return nil
}

// wellFormed checks that a row has exactly the columns that its role needs.
func wellFormed(r setdoku.Evidence) error {
	if err := inRange(r); err != nil {
		return err
	}
	want := roles[r.Role]
	if r.Role == "weak" {
		want.cell, want.unit, want.digit = r.Cell != 0, r.Cell == 0, r.Cell == 0
	}
	for _, part := range []struct {
		name      string
		has, want bool
	}{{"cell", r.Cell != 0, want.cell}, {"digit", r.Digit != 0, want.digit}, {"unit", r.Unit != 0, want.unit}} {
		switch {
		case part.has && !part.want:
			return fmt.Errorf("has a %s, which the role does not take", part.name)
		case part.want && !part.has:
			return fmt.Errorf("has no %s", part.name)
		}
	}
	return nil
}

// read adds a row with a known role.
func (a *argument) read(r setdoku.Evidence) error {
	if err := wellFormed(r); err != nil {
		return err
	}
	i := -1
	if r.Cell != 0 {
		i = setdoku.CellIndex(r.Cell)
	}
	switch r.Role {
	case "base":
		u, err := unitOf(r)
		if err != nil {
			return err
		}
		return a.addTruth(placesOf(a.p, u, r.Digit))
	case "cell", "stem":
		return a.addTruth(marksOf(a.p, i))
	case "link", "fin", "endo_fin", "body", "bridge_end", "color", "color_2":
		if !a.p.marks[i].Has(r.Digit) {
			return fmt.Errorf("%d is no candidate of %s", r.Digit, setdoku.CellName(i))
		}
	case "rectangle":
		a.rectangle = append(a.rectangle, i)
	case "digit":
		a.digits |= setdoku.SetOf(r.Digit)
	}
	return nil
}

// addTruth adds a truth. A truth without live candidates is already satisfied: its digit is placed or its cell is
// filled.
func (a *argument) addTruth(s candidates) error {
	if s.size() == 0 {
		return fmt.Errorf("no candidate is left to choose from")
	}
	a.truths = append(a.truths, s)
	return nil
}

// placesOf returns the candidates of digit d in unit u, 0..26.
func placesOf(p *position, u int, d uint8) (s candidates) {
	for _, i := range setdoku.Units[u] {
		if p.marks[i].Has(d) {
			s.add(candidate(i, d))
		}
	}
	return s
}

// marksOf returns the candidates of cell i.
func marksOf(p *position, i int) (s candidates) {
	for _, d := range members(p.marks[i]) {
		s.add(candidate(i, uint8(d)))
	}
	return s
}

// decides reports whether the truths contradict the opposite of d: an eliminated candidate that is true, or a
// placed one that is false.
func (a *argument) decides(d Conclusion) bool {
	c := candidate(setdoku.CellIndex(d.Cell), d.Digit)
	opposite := slices.Clone(a.truths)
	if d.Placement {
		for i := range opposite {
			opposite[i].remove(c)
		}
	} else {
		if !a.inCover(d) {
			return false
		}
		opposite = given(opposite, c)
	}
	possible, err := consistent(opposite)
	return err == nil && !possible
}
