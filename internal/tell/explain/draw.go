package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"setdoku"
)

// Picture is a state with the pattern and the effect of one deduction. A picture never shows several patterns,
// because their marks would give the same candidate different meanings.
type Picture struct {
	State setdoku.State
	// Deduction is the deduction to show, or nil. Without evidence only its effect is marked.
	Deduction *setdoku.Deduction
	// Unknown is true if the pencil marks of State are unknown. Then only the cells of the deduction have pencil
	// marks, and no pattern is marked.
	Unknown bool
}

// Text draws the picture as lines: the grid with row and column numbers and candidates, and a legend of the marks
// below it. With colors the marks are terminal colors, otherwise letters after the digits. If the screen is too narrow, the
// stacks of the grid stand below each other.
func (p Picture) Text(screen Screen) string {
	m := p.marked()
	live := p.State.Candidates()
	if p.Unknown {
		live = m.digits()
	}
	return drawGrid(p.State, &live, m, screen)
}

// Mark is a digit of a cell that Picture.Text marks.
type Mark struct {
	setdoku.Candidate
	Letter byte   // which stands behind the digit
	Means  string // what the digit is, as the legend says
}

// Marks returns the digits that Text marks, by cell and digit.
func (p Picture) Marks() []Mark {
	m := p.marked()
	list := make([]Mark, 0, len(m))
	for _, k := range slices.Sorted(maps.Keys(m)) {
		list = append(list, Mark{setdoku.Candidate{Cell: setdoku.CellNumber(k / 9), Digit: uint8(k%9 + 1)}, m[k].Letter, m[k].Means})
	}
	return list
}

// marked returns the marks of the picture.
func (p Picture) marked() marked {
	switch {
	case p.Deduction == nil:
		return make(marked)
	case p.Unknown:
		m := make(marked)
		m.effect(*p.Deduction)
		return m
	}
	return marksOf(p.State, *p.Deduction)
}

// digits returns the marked digits of each cell.
func (m marked) digits() (list [setdoku.CellCount]setdoku.DigitSet) {
	for k := range m {
		list[k/9] |= setdoku.SetOf(uint8(k%9 + 1))
	}
	return list
}

// field is the text of a cell and its width on the screen.
type field struct {
	text  string
	width int
}

// drawnGrid is a grid as text: the texts of the cells, and the widths of the columns.
type drawnGrid struct {
	fields [setdoku.CellCount]field
	width  [9]int
}

// drawGrid draws a state. live are the digits to show in open cells.
func drawGrid(s setdoku.State, live *[setdoku.CellCount]setdoku.DigitSet, m marked, screen Screen) string {
	var g drawnGrid
	filled := s.Filled()
	for i := range g.fields {
		digits := live[i]
		if filled[i] != 0 {
			digits = setdoku.SetOf(filled[i])
		}
		g.fields[i] = m.field(i, digits, screen.Color, style(s, i))
		g.width[i%9] = max(g.width[i%9], g.fields[i].width, len("c1"))
	}
	var b strings.Builder
	for from := 0; from < 9; {
		to := from + 3
		for to < 9 && (screen.Width == 0 || g.columns(from, to+3) <= screen.Width) {
			to += 3
		}
		if from > 0 {
			b.WriteByte('\n')
		}
		g.draw(&b, from, to)
		from = to
	}
	m.writeLegend(&b, screen)
	return b.String()
}

// columns returns the width of the columns from one to before another, with the names of the rows.
func (g *drawnGrid) columns(from, to int) int {
	n := len("r1")
	for c := from; c < to; c++ {
		n += len(gap(c, from)) + g.width[c]
	}
	return n
}

// draw draws the columns from one to before another. They are whole stacks.
func (g *drawnGrid) draw(b *strings.Builder, from, to int) {
	line := func(name string, texts func(c int) field) {
		b.WriteString(name)
		for c := from; c < to; c++ {
			f := texts(c)
			b.WriteString(gap(c, from) + f.text)
			if c < to-1 {
				b.WriteString(strings.Repeat(" ", g.width[c]-f.width))
			}
		}
		b.WriteByte('\n')
	}
	line("  ", func(c int) field { return field{fmt.Sprintf("c%d", c+1), 2} })
	for r := range 9 {
		if r == 3 || r == 6 {
			border := strings.Repeat("-", g.columns(from, to)-len("r1 "))
			for c := from + 3; c < to; c += 3 {
				at := g.columns(from, c) - len("r1")
				border = border[:at] + "+" + border[at+1:]
			}
			b.WriteString("   " + border + "\n")
		}
		line(fmt.Sprintf("r%d", r+1), func(c int) field { return g.fields[r*9+c] })
	}
}

// writeLegend writes what the marks mean, in lines that fit the screen.
func (m marked) writeLegend(b *strings.Builder, screen Screen) {
	const indent = "   "
	column := 0
	for k, mark := range m.legend() {
		text, width := mark.String(), len(mark.String())
		if screen.Color {
			text, width = paint(mark.Means, mark.Color), len(mark.Means)
		}
		switch {
		case k == 0:
			b.WriteString(indent)
			column = len(indent)
		case screen.Width > 0 && column+len(", ")+width+len(",") > screen.Width:
			b.WriteString(",\n" + indent)
			column = len(indent)
		default:
			b.WriteString(", ")
			column += len(", ")
		}
		b.WriteString(text)
		column += width
	}
	if column > 0 {
		b.WriteByte('\n')
	}
}

// gap returns the text before column c of a part of the grid that begins with column from.
func gap(c, from int) string {
	if c > from && c%3 == 0 {
		return " | "
	}
	return " "
}

// style returns the terminal style of a cell: givens bold, placed digits cyan, pencil marks faint, as in the
// command show.
func style(s setdoku.State, i int) string {
	switch {
	case s.Givens[i] != 0:
		return "1"
	case s.Placed[i] != 0:
		return "36"
	}
	return "2"
}

func paint(text, style string) string { return "\x1b[" + style + "m" + text + "\x1b[0m" }

// field returns the text of the digits of a cell. Marked digits are colored or followed by their letter.
func (m marked) field(cell int, digits setdoku.DigitSet, color bool, plain string) (f field) {
	if digits == 0 {
		return field{".", 1}
	}
	for ; digits != 0; digits &= digits - 1 {
		d := digits.Lowest()
		text := string('0' + rune(d))
		mark, isMarked := m[at(cell, d)]
		f.width++
		switch {
		case isMarked && color:
			f.text += paint(text, mark.Color)
		case isMarked:
			f.text += text + string(rune(mark.Letter))
			f.width++
		case color:
			f.text += paint(text, plain)
		default:
			f.text += text
		}
	}
	return f
}
