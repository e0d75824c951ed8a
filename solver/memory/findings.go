package memory

import (
	"setdoku"
	"setdoku/solver/board"
)

// findings are the deductions of one pass, each with the smallest key of the patterns that prove it.
type findings struct {
	placing bool
	count   int
	at      [setdoku.CellCount * 9]uint16 // cell*9+digit of each, in the order in which they were found
	has     [setdoku.CellCount]uint16     // digits by cell
	key     [setdoku.CellCount * 9]int64  // by cell*9+digit
}

// note adds a deduction about a cell, 0..80, and a digit, 0..8. key is the pattern, see Board.key.
func (f *findings) note(cell, digit int, key int64) {
	at := cell*9 + digit
	if f.has[cell]>>digit&1 != 0 {
		f.key[at] = min(f.key[at], key)
		return
	}
	f.has[cell] |= 1 << digit
	f.key[at] = key
	f.at[f.count] = uint16(at)
	f.count++
}

// proves reports whether a deduction was added with a smaller key.
func (f *findings) proves(cell, digit int, key int64) bool {
	return f.has[cell]>>digit&1 != 0 && f.key[cell*9+digit] < key
}

func (f *findings) clear() {
	for i := range f.count {
		f.has[f.at[i]/9] = 0
	}
	f.count = 0
}

// clash returns the smallest conflict between placements, see board.Clash.
func (f *findings) clash(g *board.Geometry) (setdoku.Contradiction, bool) {
	var by [9]board.Cells
	for _, at := range f.at[:f.count] {
		by[at%9].Add(int(at) / 9)
	}
	return board.Clash(g, &by)
}
