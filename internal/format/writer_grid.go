package format

import (
	"bytes"
	"fmt"

	"setdoku"
)

// appendSDK appends the grid of a .sdk with its description.
func appendSDK(b []byte, p Puzzle) []byte {
	if p.Name != "" {
		b = append(append(append(b, "#D"...), p.Name...), '\n')
	}
	b = append(b, "[Puzzle]\n"...)
	cells := appendCells(nil, p.State.Givens, '.')
	for r := range 9 {
		b = append(append(b, cells[r*9:r*9+9]...), '\n')
	}
	return b
}

// appendSS appends the bordered grid of Simple Sudoku.
func appendSS(b []byte, p Puzzle) []byte {
	b = append(b, "*-----------*\n"...)
	cells := appendCells(nil, p.State.Givens, '.')
	for r := range 9 {
		if r == 3 || r == 6 {
			b = append(b, "|---+---+---|\n"...)
		}
		for c := 0; c < 9; c += 3 {
			b = append(append(b, '|'), cells[r*9+c:r*9+c+3]...)
		}
		b = append(b, "|\n"...)
	}
	return append(b, "*-----------*\n"...)
}

// appendSDX appends the fields of a .sdx. The format cannot distinguish a single candidate from a given, nor a
// state with at most one candidate in every cell from a grid of givens. It returns an error for both.
func appendSDX(b []byte, p Puzzle) ([]byte, error) {
	s := p.State
	clear, none := s.Placed != setdoku.Grid{}, false
	filled := s.Filled()
	for i, m := range fields(s) {
		switch n := m.Count(); {
		case filled[i] == 0 && n == 1:
			return nil, fmt.Errorf("%s has the single candidate %d, which would read as a given", setdoku.CellAt(i),
				m.Lowest())
		case n == 0:
			none = true
			b = append(b, '.')
		case n > 1:
			clear = true
		case s.Placed[i] != 0:
			b = append(b, 'u')
		}
		b = append(appendMarks(b, m), " \n"[i%9/8])
	}
	if none && !clear {
		return nil, fmt.Errorf("no cell has candidates, which would read as a grid of givens")
	}
	return b, nil
}

// appendMarks appends the digits of a set.
func appendMarks(b []byte, m setdoku.DigitSet) []byte {
	for ; m != 0; m &= m - 1 {
		b = append(b, '0'+m.Lowest())
	}
	return b
}

// appendPencil appends a grid of pencil marks with aligned columns and borders.
func appendPencil(b []byte, p Puzzle) []byte {
	marks := fields(p.State)
	var width [9]int
	for i, m := range marks {
		width[i%9] = max(width[i%9], m.Count(), 1)
	}
	b = appendBorder(b, width, ".", ".", ".")
	for i, m := range marks {
		if i == 27 || i == 54 {
			b = appendBorder(b, width, ":", "+", ":")
		}
		if i%3 == 0 {
			b = append(b, "| "...)
		}
		field := appendMarks(nil, m)
		if m == 0 {
			field = []byte{'.'}
		}
		b = append(b, field...)
		b = append(b, bytes.Repeat([]byte{' '}, width[i%9]-len(field)+1)...)
		if i%9 == 8 {
			b = append(b, "|\n"...)
		}
	}
	return appendBorder(b, width, "'", "'", "'")
}

// appendBorder appends a border line for columns of these widths.
func appendBorder(b []byte, width [9]int, left, middle, right string) []byte {
	for c := 0; c < 9; c += 3 {
		corner := middle
		if c == 0 {
			corner = left
		}
		dashes := width[c] + width[c+1] + width[c+2] + 4
		b = append(append(b, corner...), bytes.Repeat([]byte{'-'}, dashes)...)
	}
	return append(append(b, right...), '\n')
}
