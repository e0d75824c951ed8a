package cli

import (
	"strings"

	"setdoku"
	"setdoku/internal/explain/picture"
)

// gridStyle holds the escape sequences for the fields of a grid on a terminal. An empty sequence leaves a field plain.
type gridStyle struct {
	given, placed, marks string
}

// plainGrid is the style for files and pipes. coloredGrid is the style for terminals: given digits are bold, placed
// digits cyan and pencil marks faint.
var (
	plainGrid   = gridStyle{}
	coloredGrid = gridStyle{given: "\x1b[1m", placed: "\x1b[36m", marks: "\x1b[2m"}
)

// digitGrid returns the digits of a state as a grid with lines around the boxes.
func digitGrid(s setdoku.State, style gridStyle) string {
	var fields [setdoku.CellCount]string
	for i, d := range s.Filled() {
		fields[i] = "."
		if d != 0 {
			fields[i] = string('0' + rune(d))
		}
	}
	return drawGrid(s, fields, style, picture.Plus)
}

// pencilMarkGrid returns a state as a grid with the candidates in its open cells. The corners of the grid are those of
// the exchange format for pencil marks, so the grid can be read again.
func pencilMarkGrid(s setdoku.State, style gridStyle) string {
	var fields [setdoku.CellCount]string
	filled := s.Filled()
	for i, m := range s.Candidates() {
		switch {
		case filled[i] != 0:
			fields[i] = string('0' + rune(filled[i]))
		case m == 0:
			fields[i] = "."
		default:
			fields[i] = m.String()
		}
	}
	return drawGrid(s, fields, style, picture.Dots)
}

// drawGrid returns a grid with its fields aligned in columns. corners are the characters of its borders unless it has
// regions.
func drawGrid(s setdoku.State, fields [setdoku.CellCount]string, style gridStyle, corners string) string {
	size, grid := s.Board().Size, picture.NewGrid(s.Board(), corners)
	for i, f := range fields {
		grid.Width[i%9] = max(grid.Width[i%9], len(f))
	}
	var b strings.Builder
	for row := range size + 1 {
		if border := grid.Border(row, 0, size); border != "" {
			b.WriteString(border + "\n")
		}
		if row < size {
			b.WriteString(grid.Row(row, 0, size, func(c int) (string, int) {
				i := row*9 + c
				return style.paint(s, i, fields[i]), len(fields[i])
			}) + "\n")
		}
	}
	return b.String()
}

// paint returns the text of cell i between the escape sequences of the style.
func (g gridStyle) paint(s setdoku.State, i int, text string) string {
	on := g.marks
	switch {
	case s.Givens[i] != 0:
		on = g.given
	case s.Placed[i] != 0:
		on = g.placed
	}
	if on == "" {
		return text
	}
	return on + text + "\x1b[0m"
}
