package render

import (
	"strings"

	"setdoku"
)

// Style holds the escape sequences for the fields of a grid on a terminal. An empty sequence leaves a field plain.
type Style struct {
	given, placed, marks string
}

// Plain is the style for files and pipes. Colored is the style for terminals: given digits are bold, placed digits cyan and pencil
// marks faint.
var (
	Plain   = Style{}
	Colored = Style{given: "\x1b[1m", placed: "\x1b[36m", marks: "\x1b[2m"}
)

// Digits returns the digits of a state as a grid with lines around the boxes.
func Digits(s setdoku.State, style Style) string {
	var fields [setdoku.CellCount]string
	for i, d := range s.Filled() {
		fields[i] = "."
		if d != 0 {
			fields[i] = string('0' + rune(d))
		}
	}
	return draw(s, fields, style, [3]string{"+++", "+++", "+++"})
}

// PencilMarks returns a state as a grid with the candidates in its open cells. The corners of the grid are those of the exchange
// format for pencil marks, so the grid can be read again.
func PencilMarks(s setdoku.State, style Style) string {
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
	return draw(s, fields, style, [3]string{"...", ":+:", "'''"})
}

// draw returns a grid with its fields aligned in columns. corners has the left, middle and right corner of the upper, inner and
// lower lines.
func draw(s setdoku.State, fields [setdoku.CellCount]string, style Style, corners [3]string) string {
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

// paint returns the text of cell i between the escape sequences of the style.
func (g Style) paint(s setdoku.State, i int, text string) string {
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
