package technique

import (
	"math/bits"
	"slices"

	"setdoku"
)

// forcing assumes each candidate, applies the singles and eliminates the candidate if they lead to a contradiction.
func forcing(board *Board, _ int) {
	s, f := &board.state, &board.found
	f.placing = false
	for cell := range s.candidates {
		for m := s.candidates[cell]; m != 0; m &= m - 1 {
			digit := bits.TrailingZeros16(m)
			child := *s
			child.place(cell, digit)
			if !child.runSingles() {
				f.note(cell, digit, number[cell]*10+int64(digit+1))
			}
		}
	}
}

// explainForcing lists the singles after the assumption, pass by pass, and the contradiction.
func explainForcing(board *Board, p fields) {
	cell, digit := p.cell("cell"), p.of("digit")-1
	board.part("assume", cell, digit+1, 0)
	if board.singles == nil {
		board.singles = new(Board)
	}
	child := board.singles
	child.state = board.state
	child.state.place(cell, digit)
	for {
		if child.state.open == 0 || !child.findSingles() {
			c, _ := child.Contradiction()
			board.parts = append(board.parts, setdoku.Evidence{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit})
			return
		}
		if c, bad := child.Clash(); bad {
			child.Discard()
			board.parts = append(board.parts, setdoku.Evidence{Role: "contradiction", Cell: c.Cell, Digit: c.Digit, Unit: c.Unit})
			return
		}
		slices.Sort(child.found.at[:child.found.count]) // by cell
		for _, at := range child.found.at[:child.found.count] {
			cell, digit := int(at)/9, int(at)%9
			board.part("place", cell, digit+1, 0)
			child.state.place(cell, digit)
		}
		child.Discard()
	}
}

// findSingles finds full houses, else naked singles, else hidden singles. It reports whether it found any.
func (board *Board) findSingles() bool {
	for _, find := range []finder{fullHouse, nakedSingle, hiddenSingle} {
		if find(board, 1); board.found.count > 0 {
			return true
		}
	}
	return false
}
