package solver

import (
	"math/bits"

	"setdoku/internal/grid"
	"setdoku/store"
)

// patternParts takes apart the patterns that are integers alone, as the view evidence does; nil for the others, whose
// parts are rows. The fields are those of the keys in the headers of the technique files.
func patternParts(file string, pattern int64) []store.Evidence {
	p := partList{pattern: pattern}
	low := func(by, mod int64) int { return int(pattern / by % mod) }
	switch file {
	case "full_house", "hidden_single", "naked_single":
		unit := 0
		if file != "naked_single" {
			unit = int(pattern / 1000)
		}
		p.add("single", low(10, 100), low(1, 10), unit)
	case "pointing":
		p.add("base", 0, low(1, 10), int(pattern/1000)+18)
		p.add("cover", 0, low(1, 10), low(10, 100))
	case "claiming":
		p.add("base", 0, low(1, 10), int(pattern/1000))
		p.add("cover", 0, low(1, 10), low(10, 100)+18)
	case "locked_subset":
		box := int(pattern/100_000_000) + 18
		p.add("unit", 0, 0, box)
		p.add("unit", 0, 0, low(1_000_000, 100))
		p.subset(box, low(1, 1000), low(1000, 1000))
	case "naked_subset", "hidden_subset":
		unit := int(pattern / 1_000_000)
		p.add("unit", 0, 0, unit)
		p.subset(unit, low(1, 1000), low(1000, 1000))
	}
	return p.rows
}

// partList is the parts of a pattern.
type partList struct {
	pattern int64
	rows    []store.Evidence
}

// add adds a part with a cell 11..99, a digit 1..9 and a unit 1..27, each 0 for none.
func (p *partList) add(role string, cell, digit, unit int) {
	e := store.Evidence{Pattern: p.pattern, Ordinal: len(p.rows) + 1, Role: role}
	if cell > 0 {
		e.Cell = number(cell)
	}
	if digit > 0 {
		e.Digit = number(digit)
	}
	if unit > 0 {
		setUnit(&e, unit)
	}
	p.rows = append(p.rows, e)
}

// subset adds the cells at some places of a unit, then some digits.
func (p *partList) subset(unit, places, digits int) {
	for ; places != 0; places &= places - 1 {
		p.add("cell", grid.Number(grid.Units[unit-1][bits.TrailingZeros(uint(places))]), 0, 0)
	}
	for ; digits != 0; digits &= digits - 1 {
		p.add("digit", 0, bits.TrailingZeros(uint(digits))+1, 0)
	}
}
