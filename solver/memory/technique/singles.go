package technique

import (
	"setdoku"
	"setdoku/solver/board"
)

// number is a table for setdoku.CellAt, because a look-up is faster.
var number = func() (n [setdoku.CellCount]int64) {
	for i := range n {
		n[i] = int64(setdoku.CellAt(i))
	}
	return n
}()

// single returns the finder of the singles with an index of rule.Singles.
func single(n int) finder {
	return func(puzzle *Board, _ int) {
		puzzle.found.placing = true
		puzzle.Singles(n, func(x board.Single) {
			// @key unit, cell, digit
			puzzle.found.note(x.Cell, x.Digit, int64(x.Unit+1)*1000+number[x.Cell]*10+int64(x.Digit+1))
		})
	}
}
