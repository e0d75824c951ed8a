package picture

import (
	"strings"

	"setdoku"
)

// Borders are the borders of a board in a text.
type Borders struct {
	arms   [10][10]int // of the border at each corner of cells, by row and column from the upper left corner of the board
	glyphs []rune      // for each set of arms
}

// The arms of a border.
const (
	up = 1 << iota
	right
	down
	left
)

// Characters for borders, by their arms.
const (
	Plus = "   + |++ +-+++++" // for grids of digits
	Dots = "   ' |.: '-'.:.+" // for grids of pencil marks, as the exchange format has them
	bars = "   └ │┌├ ┘─┴┐┤┬┼" // for regions
)

// NewBorders returns the borders of a board. A board with boxes has the characters ascii, a board with regions box-drawing characters.
func NewBorders(v *setdoku.Variant, ascii string) *Borders {
	b := &Borders{glyphs: []rune(ascii)}
	if len(unitsOf(v, "region")) > 0 {
		b.glyphs = []rune(bars)
	}
	_, thick, _ := Lines(v)
	for _, s := range thick {
		for x := s.X1; x < s.X2; x++ {
			b.arms[s.Y1][x] |= right
			b.arms[s.Y1][x+1] |= left
		}
		for y := s.Y1; y < s.Y2; y++ {
			b.arms[y][s.X1] |= down
			b.arms[y+1][s.X1] |= up
		}
	}
	return b
}

// InRow reports whether a border runs above any cell of a row, 0..Size.
func (b *Borders) InRow(row int) bool {
	for _, arms := range b.arms[row] {
		if arms&right != 0 {
			return true
		}
	}
	return false
}

// InColumn reports whether a border runs to the left of any cell of a column, 0..Size.
func (b *Borders) InColumn(column int) bool {
	for row := range b.arms {
		if b.arms[row][column]&down != 0 {
			return true
		}
	}
	return false
}

// Corner returns the character at the upper left corner of a cell.
func (b *Borders) Corner(row, column int) string { return string(b.glyphs[b.arms[row][column]]) }

// Left returns the character to the left of a cell.
func (b *Borders) Left(row, column int) string {
	if b.arms[row][column]&down == 0 {
		return " "
	}
	return string(b.glyphs[up|down])
}

// Above returns so many characters above a cell.
func (b *Borders) Above(row, column, width int) string {
	if b.arms[row][column]&right == 0 {
		return strings.Repeat(" ", width)
	}
	return strings.Repeat(string(b.glyphs[left|right]), width)
}
