package format

import (
	"setdoku"
)

// Position is a place in a text. Line and Column count from 1, in lines and characters.
type Position struct {
	Line   int          `json:"line"`
	Column int          `json:"column"`
	Length int          `json:"length"` // characters; 0 for the place where one is missing
	Cell   setdoku.Cell `json:"cell"`   // the cell that the character is, 0 for none
}

// Positions returns the places of the wrong characters, one or more. The user mends the text at the first one.
func (e *LineError) Positions() []Position {
	if len(e.positions) == 0 {
		return []Position{{Line: e.Line, Column: 1}}
	}
	return e.positions
}

// repeatPositions returns the places of equal digits that see each other: first the digits that repeat an earlier one,
// then the digits that are repeated.
func repeatPositions(r setdoku.Repeats, rec *record) []Position {
	var first, again []Position
	v := r.Variant.OrClassic()
	for k, i := range v.Cells() {
		digit := r.Digits[i]
		at, known := rec.place(k)
		if digit == 0 || !known {
			continue
		}
		s := Position{Line: at.Line, Column: at.Column, Length: at.Length, Cell: setdoku.CellAt(i)}
		before, after := false, false
		for _, p := range v.Peers[i] {
			if r.Digits[p] == digit {
				before, after = before || p < i, after || p > i
			}
		}
		if before {
			again = append(again, s)
		} else if after {
			first = append(first, s)
		}
	}
	return append(again, first...)
}
