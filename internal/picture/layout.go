package picture

import (
	"fmt"
	"strings"

	"setdoku"
)

// Measures of a picture. A cell has room for three lines of pencil marks, each with a ring around it.
const (
	cellSize  = 72.0
	boardSize = 9 * cellSize
	leftEdge  = 34.0 // for the numbers of the rows
	rightEdge = 14.0
	markPitch = 21.0 // from one pencil mark to the next
	markRing  = 10.0 // radius of what stands around a pencil mark
	markText  = 16.0
	digitText = 40.0
	titleText = 19.0
	noteText  = 14.5
	maxNote   = 3 // lines
)

// board is where the grid lies in a drawing.
type board struct {
	*drawing
	top float64
}

// corner is the top left of a cell by its index 0..80.
func (b *board) corner(i int) point {
	return point{leftEdge + float64(i%9)*cellSize, b.top + float64(i/9)*cellSize}
}

// centre is the middle of a cell.
func (b *board) centre(i int) point { return b.corner(i).plus(point{cellSize / 2, cellSize / 2}) }

// mark is the place of a candidate in its cell: 1 2 3, below them 4 5 6 and 7 8 9.
func (b *board) mark(i int, digit uint8) point {
	return b.centre(i).plus(point{float64(int(digit-1)%3-1) * markPitch, float64(int(digit-1)/3-1) * markPitch})
}

// unitArea is the corner and the size of a unit, by its index in setdoku.Units.
func (b *board) unitArea(u int) (corner, size point) {
	cells := setdoku.Units[u]
	first, last := b.corner(cells[0]), b.corner(cells[8]).plus(point{cellSize, cellSize})
	return first, last.minus(first)
}

// frame draws the paper, title, note and the numbers of rows and columns, and sets where the grid begins.
func (b *board) frame(d Diagram) {
	b.width = leftEdge + boardSize + rightEdge
	b.rectangle(point{}, point{b.width, 0}, 0, paper, stroke{}) // its height is known in the end
	y := 12.0
	text := func(s string, size float64, bold bool, ink paint) {
		b.text(point{leftEdge, y + size/2}, size, bold, ink, s)
		y += size * 1.35
	}
	if d.Title != "" {
		for _, line := range wrap(d.Title, titleText, true, boardSize, 2) {
			text(line, titleText, true, ink)
		}
	}
	if d.Note != "" {
		y += 2
		for _, line := range wrap(d.Note, noteText, false, boardSize, maxNote) {
			text(line, noteText, false, pencil)
		}
	}
	if y > 12 {
		y += 4
	}
	for k := range 9 {
		middle := (float64(k) + 0.5) * cellSize
		b.label(point{leftEdge + middle, y + 9}, 13, false, pencil, fmt.Sprint(k+1))
		b.label(point{leftEdge - 14, y + 20 + middle}, 13, false, pencil, fmt.Sprint(k+1))
	}
	b.top = y + 20
	b.height = b.top + boardSize + rightEdge
}

// lines draws the lines of the grid.
func (b *board) gridLines() {
	var thin, thick []point
	for k := range 10 {
		at := float64(k) * cellSize
		ends := []point{{leftEdge + at, b.top}, {leftEdge + at, b.top + boardSize}, {leftEdge, b.top + at}, {leftEdge + boardSize, b.top + at}}
		if k%3 == 0 {
			thick = append(thick, ends...)
		} else {
			thin = append(thin, ends...)
		}
	}
	b.line(stroke{paint: faint, width: 1}, thin...)
	b.line(stroke{paint: ink, width: 2.6}, thick...)
}

// digits draws givens and placed digits.
func (b *board) digits(s setdoku.State) {
	filled := s.Filled()
	for _, given := range []bool{true, false} { // together, so that each is one group
		for i, v := range filled {
			if v == 0 || (s.Givens[i] != 0) != given {
				continue
			}
			if given {
				b.label(b.centre(i), digitText, true, ink, fmt.Sprint(v))
			} else {
				b.label(b.centre(i), digitText, false, placed, fmt.Sprint(v))
			}
		}
	}
}

// wrap breaks a text into at most most lines no wider than width; what is left over is cut off, with dots.
func wrap(text string, size float64, bold bool, width float64, most int) []string {
	var out []string
	line := ""
	words := strings.Fields(text)
	for k, word := range words {
		longer := strings.TrimSpace(line + " " + word)
		if line == "" || textWidth(longer, size, bold) <= width {
			line = longer
			continue
		}
		if len(out)+1 == most {
			return append(out, line+" …")
		}
		out, line = append(out, line), words[k]
	}
	return append(out, line)
}

// textWidth is how wide a text is, with some room as an SVG may be shown with wider letters.
func textWidth(text string, size float64, bold bool) float64 {
	width := 0.0
	for _, c := range text {
		switch {
		case strings.ContainsRune("ijl|.,:;'!() ft", c):
			width += 0.34
		case strings.ContainsRune("mwMW…", c):
			width += 0.95
		case c >= 'A' && c <= 'Z' || c == '<' || c == '>' || c == '=':
			width += 0.74
		default:
			width += 0.6
		}
	}
	if bold {
		width *= 1.1
	}
	return width * size
}
