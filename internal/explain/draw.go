package explain

import (
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
// below it. With color the marks are terminal colors, otherwise letters after the digits.
func (p Picture) Text(color bool) string {
	m := p.marked()
	live := p.State.Candidates()
	if p.Unknown {
		live = m.digits()
	}
	return drawGrid(p.State, &live, m, color)
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

// drawGrid draws a state. live are the digits to show in open cells.
func drawGrid(s setdoku.State, live *[setdoku.CellCount]setdoku.DigitSet, m marked, color bool) string {
	var fields [setdoku.CellCount]field
	var width [9]int
	filled := s.Filled()
	for i := range fields {
		digits := live[i]
		if filled[i] != 0 {
			digits = setdoku.SetOf(filled[i])
		}
		fields[i] = m.field(i, digits, color, style(s, i))
		width[i%9] = max(width[i%9], fields[i].width)
	}
	var b strings.Builder
	b.WriteString("  ")
	for c := range 9 {
		b.WriteString(gap(c))
		head := "c" + string('1'+rune(c))
		b.WriteString(head)
		if c < 8 {
			b.WriteString(strings.Repeat(" ", max(width[c]-2, 0)))
		}
		width[c] = max(width[c], 2)
	}
	b.WriteByte('\n')
	for r := range 9 {
		if r == 3 || r == 6 {
			b.WriteString("   ")
			for box, spaces := range [3]int{3, 4, 3} {
				if box > 0 {
					b.WriteByte('+')
				}
				b.WriteString(strings.Repeat("-", width[box*3]+width[box*3+1]+width[box*3+2]+spaces))
			}
			b.WriteByte('\n')
		}
		line := "r" + string('1'+rune(r))
		for c := range 9 {
			f := fields[r*9+c]
			line += gap(c) + f.text
			if c < 8 {
				line += strings.Repeat(" ", width[c]-f.width)
			}
		}
		b.WriteString(line + "\n")
	}
	if list := m.legend(); len(list) > 0 {
		var parts []string
		for _, k := range list {
			if color {
				parts = append(parts, paint(k.Means, k.Color))
			} else {
				parts = append(parts, k.String())
			}
		}
		b.WriteString("   " + strings.Join(parts, ", ") + "\n")
	}
	return b.String()
}

// gap returns the text before column c.
func gap(c int) string {
	if c == 3 || c == 6 {
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
