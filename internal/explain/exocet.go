package explain

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
	"setdoku/solver/board"
)

// outside returns the cells of lines that cross the band of an exocet, outside of this band, that can hold a digit or
// hold it.
func (t *explainer) outside(digit uint8, lines ...int) (places []int) {
	base := t.First("base_cell").Cell
	for _, u := range lines {
		for _, i := range t.State.Board().Units[u] {
			at, band := i/9, base/9
			if u < 9 {
				at, band = i%9, base%9
			}
			if at/3 != band/3 && (t.Live[i].Has(digit) || t.Filled[i] == digit) {
				places = append(places, i)
			}
		}
	}
	return places
}

// coverUnits returns one or two lines that have all of some cells, nil if there are no such lines.
func (t *explainer) coverUnits(cells []int) unitList {
	rest := func(u int, of []int) []int {
		return slices.DeleteFunc(slices.Clone(of), func(i int) bool { return t.inUnit(u, i) })
	}
	var two unitList
	for u := range board.Lines {
		left := rest(u, cells)
		if len(left) == 0 {
			return unitList{u}
		}
		for v := u + 1; two == nil && len(left) < len(cells) && v < board.Lines; v++ {
			if len(rest(v, left)) == 0 {
				two = unitList{u, v}
			}
		}
	}
	return two
}

// covers returns the lines that cover the digits of an exocet in its crossing lines outside of the band.
func (t *explainer) covers() (string, error) {
	crossing := t.Role("crossing")
	var digits []int
	for _, d := range crossing.Digits() {
		digits = append(digits, int(d))
	}
	if len(digits) == 0 || len(t.Role("base_cell")) == 0 {
		return "", errUnfit
	}
	return byUnits(digits, func(d int) string {
		if places := t.outside(uint8(d), crossing.Units()...); len(places) > 0 {
			return "in " + t.coverUnits(places).String()
		}
		return "nowhere"
	}), nil
}

// offTarget explains, for each target of an exocet and each digit of the base that is a candidate there, why it cannot
// hold the digit, unless it can.
func (t *explainer) offTarget() string {
	crossing := t.Role("crossing")
	var list []string
	for _, target := range t.Role("target").Cells() {
		others := slices.DeleteFunc(slices.Clone(crossing.Units()), func(u int) bool { return t.inUnit(u, target) })
		for _, d := range crossing.Digits() {
			if len(others) != 2 || !t.Live[target].Has(d) {
				continue
			}
			one, other := t.outside(d, others[0]), t.outside(d, others[1])
			but := ""
			switch cover := t.coverUnits(append(slices.Clone(one), other...)); {
			case len(one) == 0:
				but = unitName(others[0]) + " has no place for it"
			case len(other) == 0:
				but = unitName(others[1]) + " has no place for it"
			case len(cover) == 1:
				but = "all their places for it are in " + cover.String()
			default:
				continue
			}
			list = append(list, fmt.Sprintf("If %s were %d, %s would both have the %d there, but %s.",
				setdoku.CellAt(target), d, unitNames(others), d, but))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("A digit of one target is also in the base, so the two of %s that do not contain this target have "+
		"the digit outside of the three boxes. %s", unitNames(crossing.Units()), strings.Join(list, " "))
}
