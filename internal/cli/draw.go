package cli

import (
	"os"
	"strings"

	"setdoku/internal/grid"
)

// gridStyle is what goes before a field of a grid on a terminal; an empty one is left plain.
type gridStyle struct {
	given, placed, marks string
}

// The styles of a file or pipe and of a terminal: given digits bold, placed ones cyan,
// pencil marks faint.
var (
	plain    = gridStyle{}
	coloured = gridStyle{given: "\x1b[1m", placed: "\x1b[36m", marks: "\x1b[2m"}
)

// colours reports whether output goes to a terminal that may be coloured (no-color.org).
func (a *app) colours() bool {
	return isTerminal(a.Out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// drawDigits returns the grid of a state with lines around the boxes.
func drawDigits(s grid.State, style gridStyle) string {
	var fields [grid.Size]string
	for i, d := range s.Filled() {
		fields[i] = "."
		if d != 0 {
			fields[i] = string('0' + rune(d))
		}
	}
	return draw(s, fields, style, [3]string{"+++", "+++", "+++"})
}

// drawMarks returns the grid of a state with the candidates in its open cells. The corners
// tell a reader of the exchange format that these are pencil marks.
func drawMarks(s grid.State, style gridStyle) string {
	var fields [grid.Size]string
	filled := s.Filled()
	for i, m := range s.Candidates() {
		switch {
		case filled[i] != 0:
			fields[i] = string('0' + rune(filled[i]))
		case m == 0:
			fields[i] = "."
		default:
			fields[i] = digitsOf(m)
		}
	}
	return draw(s, fields, style, [3]string{"...", ":+:", "'''"})
}

// draw aligns the fields in columns. corners are those of the upper, inner and lower lines,
// each with its left, middle and right.
func draw(s grid.State, fields [grid.Size]string, style gridStyle, corners [3]string) string {
	var width [9]int
	for i, f := range fields {
		width[i%9] = max(width[i%9], len(f))
	}
	line := func(c string) string {
		var b strings.Builder
		for box := range 3 {
			b.WriteByte(c[min(box, 1)])
			b.WriteString(strings.Repeat("-", width[box*3]+width[box*3+1]+width[box*3+2]+4))
		}
		return b.String() + c[2:] + "\n"
	}
	var b strings.Builder
	b.WriteString(line(corners[0]))
	for i, f := range fields {
		if i == 27 || i == 54 {
			b.WriteString(line(corners[1]))
		}
		if i%3 == 0 {
			b.WriteString("| ")
		}
		b.WriteString(style.paint(s, i, f))
		b.WriteString(strings.Repeat(" ", width[i%9]-len(f)+1))
		if i%9 == 8 {
			b.WriteString("|\n")
		}
	}
	return b.String() + line(corners[2])
}

// paint puts the style of cell i around its text.
func (g gridStyle) paint(s grid.State, i int, text string) string {
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
