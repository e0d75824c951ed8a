package verify

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// Part is a part of a pattern that can be left out.
type Part struct {
	Name string // such as r4c5, or 7 in row 3
	// Rest is what the other parts say, as a state: only their cells and units have lost candidates.
	Rest setdoku.State
}

// Needless returns the parts of a pattern that can be left out: without such a part the rest of the pattern still refutes
// every candidate that the deduction eliminates. A part is a cell that must hold one of its candidates, such as a cell of an almost
// locked set, or a digit that must have a place in a unit, such as a base of a fish or a strong link of a chain. Parts
// that are equal count as one. The four corners of a rectangle belong together and are never left out.
//
// Needless reads the pattern as verify does. It returns an error if the pattern does not prove the deduction. It knows the
// techniques whose patterns are proved by such parts: not the singles, bug_plus_1, the templates, forcing and search.
func Needless(s setdoku.State, d setdoku.Deduction) ([]Part, error) {
	parts, rest, err := partsOf(&situation{p: newPosition(s), givens: s.Givens}, d.Technique, d.Evidence)
	if err != nil {
		return nil, err
	}
	proves := func(parts []patternPart) bool {
		truths := slices.Clone(rest)
		for _, p := range parts {
			truths = append(truths, p.truth)
		}
		for _, e := range d.Eliminations {
			possible, err := consistent(given(truths, candidate(setdoku.CellIndex(e.Cell), e.Digit)))
			if err != nil || possible {
				return false
			}
		}
		return true
	}
	if !proves(parts) {
		return nil, fmt.Errorf("the pattern of %s does not prove its eliminations", d.Technique)
	}
	var needless []Part
	for k := range parts {
		if others := slices.Delete(slices.Clone(parts), k, k+1); proves(others) {
			needless = append(needless, Part{parts[k].name, restState(&s, d.Evidence, others)})
		}
	}
	return needless, nil
}

// restState returns the state in which all candidates are live but those that the parts exclude. The corners of a rectangle stay
// as they are.
func restState(s *setdoku.State, rows []setdoku.Evidence, parts []patternPart) (rest setdoku.State) {
	live := s.Candidates()
	for _, r := range rows {
		class, _ := setdoku.ClassOf(r.Role)
		if class != setdoku.ClassCorner && class != setdoku.ClassOpen {
			continue
		}
		i := setdoku.CellIndex(r.Cell)
		rest.Givens[i], rest.Placed[i] = s.Givens[i], s.Placed[i]
		if live[i] != 0 {
			rest.Deleted[i] = setdoku.AllDigits &^ live[i]
		}
	}
	for _, p := range parts {
		if p.unit == 0 {
			rest.Deleted[p.cell] |= setdoku.AllDigits &^ live[p.cell]
			continue
		}
		for _, i := range setdoku.Units[p.unit-1] {
			if !live[i].Has(p.digit) {
				rest.Deleted[i] |= setdoku.SetOf(p.digit)
			}
		}
	}
	return rest
}

// patternPart is a truth of a pattern with its name for people. It is the digit in the unit, 1..27, or, if the unit is 0, the
// cell, 0..80.
type patternPart struct {
	name  string
	truth candidates
	cell  int
	digit uint8
	unit  int
}

// partsOf returns the parts of a pattern, and the truths that cannot be left out.
func partsOf(s *situation, technique string, rows []setdoku.Evidence) (parts []patternPart, rest []candidates, err error) {
	add := func(p patternPart) {
		if !slices.ContainsFunc(parts, func(o patternPart) bool { return o.truth == p.truth }) {
			parts = append(parts, p)
		}
	}
	addCell := func(i int) { add(patternPart{name: setdoku.CellName(i), truth: marksOf(s.p, i), cell: i}) }
	addUnit := func(unit int, d uint8) {
		add(patternPart{name: fmt.Sprintf("%d in %s", d, setdoku.UnitName(unit)), truth: placesOf(s.p, unit-1, d), digit: d, unit: unit})
	}
	if ruleOf(technique).prove != nil {
		unit := slices.IndexFunc(rows, func(r setdoku.Evidence) bool { return r.Role == "unit" })
		hidden := strings.HasPrefix(technique, "hidden_")
		for _, r := range rows {
			switch {
			case r.Role == "base":
				addUnit(r.Unit, r.Digit)
			case hidden && r.Role == "digit":
				addUnit(rows[unit].Unit, r.Digit)
			case !hidden && r.Role == "cell":
				addCell(setdoku.CellIndex(r.Cell))
			}
		}
		return parts, nil, nil
	}
	a, err := argued(s, rows)
	if err != nil {
		return nil, nil, err
	}
	k := 0 // of the truths, which are in the order of the rows
	for _, r := range a.rows {
		switch r.Role {
		case "base":
			addUnit(r.Unit, r.Digit)
			k++
		case "cell", "stem":
			if i := setdoku.CellIndex(r.Cell); slices.Contains(a.rectangle, i) {
				rest = append(rest, a.truths[k])
			} else {
				addCell(i)
			}
			k++
		}
	}
	return parts, append(rest, a.truths[k:]...), nil
}
