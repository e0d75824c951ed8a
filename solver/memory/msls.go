package memory

import (
	"math/bits"

	"setdoku/solver/board"
)

// hitLines are the lines that have a place of a digit at the crossings of some rows and columns.
type hitLines struct {
	rows, columns uint16
}

// byRows reports whether the rows are not more than the columns.
func (x hitLines) byRows() bool { return bits.OnesCount16(x.rows) <= bits.OnesCount16(x.columns) }

// byColumns reports whether the columns are not more than the rows.
func (x hitLines) byColumns() bool { return bits.OnesCount16(x.columns) <= bits.OnesCount16(x.rows) }

// fourOrFive are the sets of four or five of nine lines.
var fourOrFive = func() (list []uint16) {
	for set := range uint16(512) {
		if n := bits.OnesCount16(set); n == 4 || n == 5 {
			list = append(list, set)
		}
	}
	return list
}()

// msls tries rows and columns. The crossings of four rows and four columns must be open, and each further line allows
// one that is filled.
func msls(puzzle *Board, _ int) {
	for _, rows := range fourOrFive {
		// the columns that are open in all of the rows, filled in at most one, and in at most two
		open, once, twice := uint16(511), uint16(511), uint16(511)
		for r := rows; r != 0; r &= r - 1 {
			o := puzzle.OpenPlaces[bits.TrailingZeros16(r)]
			open, once, twice = open&o, once&(open|o), twice&(once|o)
		}
		allowed := [3]uint16{open, once, twice}
		height := bits.OnesCount16(rows)
		if bits.OnesCount16(allowed[height-3]) < 4 {
			continue
		}
		for _, columns := range fourOrFive {
			width := bits.OnesCount16(columns)
			most := height + width - 8
			if columns&^allowed[most] != 0 {
				continue
			}
			filled := 2*width - bits.OnesCount16(columns&open) - bits.OnesCount16(columns&once)
			if filled <= most {
				puzzle.lockLines(rows, columns, height*width-filled)
			}
		}
	}
}

// lockLines records the eliminations of rows and columns with so many open crossings that are a Multi-Sector Locked
// Set.
func (puzzle *Board) lockLines(rows, columns uint16, cells int) {
	var hits [9]hitLines
	lines := 0
	for digit := range hits {
		x := puzzle.hitLines(digit, rows, columns)
		lines += min(bits.OnesCount16(x.rows), bits.OnesCount16(x.columns))
		if hits[digit] = x; lines > cells {
			return
		}
	}
	if lines < cells {
		return // there is no solution
	}
	key := puzzle.key(cells, int(rows), int(columns))
	for digit, x := range hits {
		for r := x.rows; x.byRows() && r != 0; r &= r - 1 {
			puzzle.clear(bits.TrailingZeros16(r), ^columns, 1<<digit, key)
		}
		for c := x.columns; x.byColumns() && c != 0; c &= c - 1 {
			puzzle.clear(9+bits.TrailingZeros16(c), ^rows, 1<<digit, key)
		}
	}
}

// hitLines returns the lines that have a place of a digit, 0..8, at the crossings of rows and columns.
func (puzzle *Board) hitLines(digit int, rows, columns uint16) (x hitLines) {
	for r := rows; r != 0; r &= r - 1 {
		if at := puzzle.Places[bits.TrailingZeros16(r)][digit] & columns; at != 0 {
			x.rows |= r & -r
			x.columns |= at
		}
	}
	return x
}

// explainMSLS lists the open crossings, and the lines that count each digit: the rows, unless the columns are fewer.
func explainMSLS(puzzle *Board, p fields) {
	rows, columns := uint16(p.of("rows")), uint16(p.of("columns"))
	for r := rows; r != 0; r &= r - 1 {
		row := bits.TrailingZeros16(r)
		for c := puzzle.OpenPlaces[row] & columns; c != 0; c &= c - 1 {
			puzzle.part("locked_cell", row*9+bits.TrailingZeros16(c), 0, 0)
		}
	}
	var counts [9]uint32 // the lines that count a digit, the columns after the rows
	for digit := range counts {
		x := puzzle.hitLines(digit, rows, columns)
		if counts[digit] = uint32(x.rows); !x.byRows() {
			counts[digit] = uint32(x.columns) << 9
		}
	}
	for line := range board.Lines {
		for digit, lines := range counts {
			if lines>>line&1 != 0 {
				puzzle.part("sector", -1, digit+1, line+1)
			}
		}
	}
}
