package picture

import (
	"fmt"
	"strings"

	"setdoku"
)

// Dimensions of a picture. A cell has space for three lines of pencil marks, each with a ring around it.
const (
	cellSize  = 72.0
	leftEdge  = 34.0 // space for the row numbers
	rightEdge = 14.0
	markPitch = 21.0 // distance between pencil marks
	markRing  = 10.0 // radius of the ring around a pencil mark
	markText  = 16.0
	digitText = 40.0
	titleText = 19.0
	noteText  = 14.5
	maxNote   = 3 // lines
)

// board is a drawing of a grid, with the marks of a pattern.
type board struct {
	*drawing
	*Marked
	variant *setdoku.Variant
	digit   uint8 // the only one that is emphasized, 0 for all
	top     float64
	large   map[setdoku.Cell]bool // cells that a placed digit fills
}

// side returns the width and height of the grid.
func (b *board) side() float64 { return float64(b.variant.Size) * cellSize }

// corner returns the top left corner of a cell, 0..80.
func (b *board) corner(i int) point {
	return point{leftEdge + float64(i%9)*cellSize, b.top + float64(i/9)*cellSize}
}

// center returns the center of a cell.
func (b *board) center(i int) point { return b.corner(i).plus(point{cellSize / 2, cellSize / 2}) }

// mark returns the position of a candidate in its cell.
func (b *board) mark(c setdoku.Candidate) point {
	right, down := MarkPlace(b.variant, c.Digit)
	return b.center(c.Cell.Index()).plus(point{right * markPitch, down * markPitch})
}

// frame draws the background, the title, the note and the row and column numbers, and sets the position of the
// grid.
func (b *board) frame(d Diagram) {
	b.width = leftEdge + b.side() + rightEdge
	b.rectangle(point{}, point{b.width, 0}, 0, paper, stroke{}) // its height is set at the end
	y := 12.0
	text := func(s string, size float64, bold bool, ink paint) {
		b.text(point{leftEdge, y + size/2}, size, bold, ink, s)
		y += size * 1.35
	}
	if d.Title != "" {
		for _, line := range wrap(d.Title, titleText, true, b.side(), 2) {
			text(line, titleText, true, ink)
		}
	}
	if d.Note != "" {
		y += 2
		for _, line := range wrap(d.Note, noteText, false, b.side(), maxNote*9/b.variant.Size) {
			text(line, noteText, false, pencil)
		}
	}
	if y > 12 {
		y += 4
	}
	for k := range b.variant.Size {
		middle := (float64(k) + 0.5) * cellSize
		b.label(point{leftEdge + middle, y + 9}, 13, false, pencil, fmt.Sprint(k+1))
		b.label(point{leftEdge - 14, y + 20 + middle}, 13, false, pencil, fmt.Sprint(k+1))
	}
	b.top = y + 20
	b.height = b.top + b.side() + rightEdge
}

// ground tints regions and windows, and draws diagonals.
func (b *board) ground() {
	tints := Tints(b.variant)
	for t := 1; t <= WindowTint; t++ {
		var cells []int
		for i, tint := range tints {
			if tint == t {
				cells = append(cells, i)
			}
		}
		if cells != nil {
			b.area(tintOne+paint(t)-1, stroke{}, b.outline(cells, 0))
		}
	}
	if _, _, diagonals := Lines(b.variant); diagonals != nil {
		b.line(stroke{paint: diagonal, width: 2}, b.ends(diagonals)...)
	}
}

// gridLines draws the lines of the grid.
func (b *board) gridLines() {
	thin, thick, _ := Lines(b.variant)
	b.line(stroke{paint: faint, width: 1}, b.ends(thin)...)
	b.line(stroke{paint: ink, width: 2.6}, b.ends(thick)...)
}

// ends returns the ends of lines of the grid.
func (b *board) ends(lines []Segment) (ends []point) {
	for _, s := range lines {
		for _, p := range []point{{float64(s.X1), float64(s.Y1)}, {float64(s.X2), float64(s.Y2)}} {
			ends = append(ends, point{leftEdge, b.top}.plus(p.times(cellSize)))
		}
	}
	return ends
}

// digits draws givens and placed digits.
func (b *board) digits() {
	for _, given := range []bool{true, false} { // one kind after the other, so that each forms one group
		for i, v := range b.Filled {
			if v == 0 || (b.State.Givens[i] != 0) != given {
				continue
			}
			if given {
				b.label(b.center(i), digitText, true, ink, fmt.Sprint(v))
			} else {
				b.label(b.center(i), digitText, false, placed, fmt.Sprint(v))
			}
		}
	}
}

// wrap breaks a text into at most most lines of a maximum width. It cuts off the rest and adds dots.
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

// textWidth returns the approximate width of a text. It is generous, because an SVG may be shown with a wider
// font.
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
