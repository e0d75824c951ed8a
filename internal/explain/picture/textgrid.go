package picture

import (
	"strings"

	"setdoku"
)

// Grid draws lines of a grid of text: cells in columns, with borders around the board, its boxes and its regions.
type Grid struct {
	Width [9]int // of the fields of each column
	size  int
	// of the borders at each corner of cells, by row and column from the upper left corner of the board
	arms    [10][10]int
	columns [10]bool // which have a border to the left of one of their cells
	glyphs  []rune   // for each set of arms
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

// NewGrid returns the grid of a board. The borders have the characters ascii, on a board with regions box-drawing
// characters.
func NewGrid(v *setdoku.Variant, ascii string) *Grid {
	g := &Grid{size: v.Size, glyphs: []rune(ascii)}
	if len(unitsByKind(v, "region")) > 0 {
		g.glyphs = []rune(bars)
		for c := range v.Size {
			g.columns[c] = true // so that all columns are aligned alike
		}
	}
	_, thick, _ := Lines(v)
	for _, s := range thick {
		for x := s.X1; x < s.X2; x++ {
			g.arms[s.Y1][x] |= right
			g.arms[s.Y1][x+1] |= left
		}
		for y := s.Y1; y < s.Y2; y++ {
			g.arms[y][s.X1] |= down
			g.arms[y+1][s.X1] |= up
			g.columns[s.X1] = true
		}
	}
	return g
}

// Border returns the border above a row, 0..size, in the columns from one to before another; "" if there is none.
func (g *Grid) Border(row, from, to int) string {
	line, any := "", false
	for c := from; c < to; c++ {
		across, width := " ", g.Width[c]+1
		if g.arms[row][c]&right != 0 {
			across, any = string(g.glyphs[left|right]), true
		}
		if c == from || g.columns[c] {
			line += string(g.glyphs[g.arms[row][c]])
			width++
		}
		line += strings.Repeat(across, width)
	}
	if !any {
		return ""
	}
	return line + string(g.glyphs[g.arms[row][to]])
}

// Row returns the cells of a row in the columns from one to before another. field returns the text of a cell and its
// width on the screen.
func (g *Grid) Row(row, from, to int, field func(column int) (text string, width int)) string {
	side := func(c int) string {
		if g.arms[row][c]&down == 0 {
			return " "
		}
		return string(g.glyphs[up|down])
	}
	line := ""
	for c := from; c < to; c++ {
		if c == from || g.columns[c] {
			line += side(c) + " "
		}
		text, width := field(c)
		line += text + strings.Repeat(" ", g.Width[c]+1-width)
	}
	return line + side(to)
}
