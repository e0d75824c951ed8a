package web

import "setdoku"

// boardCell is a cell of the board on the page of a puzzle.
type boardCell struct {
	Cell    int
	Digit   uint8
	Given   bool
	Marks   []uint8 // candidates, ascending
	Changed bool    // the step changed the cell
}

// boardOf returns the state as nine rows of nine cells.
func boardOf(v *shown) [9][9]boardCell {
	var b [9][9]boardCell
	filled, marks := v.After.State.Filled(), v.After.State.Candidates()
	for i := range setdoku.CellCount {
		c := boardCell{Cell: setdoku.CellNumber(i), Digit: filled[i], Given: v.After.State.Givens[i] != 0}
		for d := uint8(1); d <= 9; d++ {
			if filled[i] == 0 && v.After.Known && marks[i].Has(d) {
				c.Marks = append(c.Marks, d)
			}
		}
		b[i/9][i%9] = c
	}
	for _, d := range v.Done.Deductions {
		i := setdoku.CellIndex(d.Cell)
		b[i/9][i%9].Changed = true
	}
	if v.Cell != 0 {
		i := setdoku.CellIndex(v.Cell)
		b[i/9][i%9].Changed = true
	}
	return b
}
