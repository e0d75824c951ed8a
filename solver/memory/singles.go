package memory

import (
	"setdoku"
	"setdoku/solver/board"
)

// number is a table for setdoku.CellAt, because a look-up is faster.
var number = func() (n [setdoku.CellCount]int) {
	for i := range n {
		n[i] = int(setdoku.CellAt(i))
	}
	return n
}()

// single returns the finder of the singles with an index of catalogue.Singles.
func single(n int) finder {
	return func(puzzle *Board, _ int) {
		puzzle.found.placing = true
		puzzle.Singles(n, func(x board.Single) {
			key := puzzle.key(number[x.Cell], x.Digit+1)
			if x.Unit >= 0 {
				key = puzzle.key(x.Unit+1, number[x.Cell], x.Digit+1)
			}
			puzzle.found.note(x.Cell, x.Digit, key)
		})
	}
}
