package picture

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// Text draws a diagram as lines: the grid with row and column numbers and candidates, and a legend of the marks below
// it. With colors the marks are terminal colors, otherwise letters after the digits. If the screen is too narrow, the
// stacks of the grid are below each other; a board with regions can break at every border. If the pencil marks are
// unknown, only the cells of the effect have some, and no pattern is marked.
func Text(d Diagram, screen Screen) string {
	m := textMarks(d)
	v := d.State.Board()
	t := textGrid{Marked: m, screen: screen, Grid: NewGrid(v, Plus)}
	for _, i := range v.Cells() {
		digits := m.Live[i]
		switch {
		case m.Filled[i] != 0:
			digits = setdoku.NewDigitSet(m.Filled[i])
		case d.Unknown:
			digits = 0
			for _, v := range setdoku.AllDigits.Digits() {
				if m.Marks[setdoku.CandidateAt(i, v)].Letter != 0 {
					digits |= setdoku.NewDigitSet(v)
				}
			}
		}
		t.fields[i] = t.field(i, digits)
		t.Width[i%9] = max(t.Width[i%9], t.fields[i].width, len("c1"))
	}
	for from := 0; from < t.size; {
		to := t.next(from)
		for to < t.size && t.fits(from, t.next(to)) {
			to = t.next(to)
		}
		if from > 0 {
			t.out.WriteByte('\n')
		}
		t.draw(from, to)
		from = to
	}
	t.legend()
	return t.out.String()
}

// Mark is a digit of a cell that Text marks.
type Mark struct {
	setdoku.Candidate
	Letter byte   // behind the digit
	Means  string // the meaning in the legend
}

// Marks returns the digits that Text marks, by cell and digit.
func Marks(d Diagram) (list []Mark) {
	m := textMarks(d)
	for _, c := range Sorted(m.Marks) {
		list = append(list, Mark{c, m.Marks[c].Letter, m.Marks[c].Means})
	}
	return list
}

// textMarks returns the marks of Text.
func textMarks(d Diagram) *Marked {
	if d.Unknown {
		d.Evidence = nil
	}
	return NewPattern(d.State, d.Deduction).Marked()
}

// textGrid is a grid as text.
type textGrid struct {
	*Marked
	*Grid
	screen Screen
	fields [setdoku.CellCount]field
	out    strings.Builder
}

// field is the text of a cell and its width on the screen.
type field struct {
	text  string
	width int
}

// next returns the first column of the next stack.
func (t *textGrid) next(column int) int {
	for column++; !t.columns[column]; column++ {
	}
	return column
}

// fits reports whether the columns from one to before another fit the screen, with the names of the rows.
func (t *textGrid) fits(from, to int) bool {
	return t.screen.Width == 0 || utf8.RuneCountInString(t.line("r1", t.Border(0, from, to))) <= t.screen.Width
}

// line returns a line of the grid without its frame, behind a name of two characters.
func (t *textGrid) line(name, framed string) string {
	inner := []rune(framed)
	return strings.TrimRight(name+" "+string(inner[2:len(inner)-2]), " ")
}

// draw draws the columns from one to before another. They are whole stacks.
func (t *textGrid) draw(from, to int) {
	head := t.Row(0, from, to, func(c int) (string, int) { return fmt.Sprintf("c%d", c+1), 2 })
	t.out.WriteString(t.line("  ", head) + "\n")
	for r := range t.size {
		if border := t.Border(r, from, to); r > 0 && border != "" {
			t.out.WriteString(t.line("  ", border) + "\n")
		}
		row := t.Row(r, from, to, func(c int) (string, int) { f := t.fields[r*9+c]; return f.text, f.width })
		t.out.WriteString(t.line(fmt.Sprintf("r%d", r+1), row) + "\n")
	}
}

// legend writes what the marks mean, in lines that fit the screen: first those of the effect, then by letter.
func (t *textGrid) legend() {
	var list []PatternMark
	for _, k := range t.Marks {
		if !slices.Contains(list, k) {
			list = append(list, k)
		}
	}
	slices.SortFunc(list, func(a, b PatternMark) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(len(a.Means), len(b.Means)))
	})
	const indent = "   "
	column := 0
	for k, mark := range list {
		text, width := mark.String(), len(mark.String())
		if t.screen.Color {
			text, width = colored(mark.Means, mark.Color), len(mark.Means)
		}
		switch {
		case k == 0:
			t.out.WriteString(indent)
			column = len(indent)
		case t.screen.Width > 0 && column+len(", ")+width+len(",") > t.screen.Width:
			t.out.WriteString(",\n" + indent)
			column = len(indent)
		default:
			t.out.WriteString(", ")
			column += len(", ")
		}
		t.out.WriteString(text)
		column += width
	}
	if column > 0 {
		t.out.WriteByte('\n')
	}
}

// rank is the place of a mark in the legend.
func rank(k PatternMark) int {
	switch k {
	case Placed:
		return -2
	case Goes:
		return -1
	}
	return int(k.Letter)
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

func colored(text, style string) string { return "\x1b[" + style + "m" + text + "\x1b[0m" }

// field returns the text of the digits of a cell. Marked digits are colored or followed by their letter.
func (t *textGrid) field(cell int, digits setdoku.DigitSet) (f field) {
	if digits == 0 {
		return field{".", 1}
	}
	for _, d := range digits.Digits() {
		text := string('0' + rune(d))
		mark, isMarked := t.Marks[setdoku.CandidateAt(cell, d)]
		f.width++
		switch {
		case isMarked && t.screen.Color:
			f.text += colored(text, mark.Color)
		case isMarked:
			f.text += text + string(rune(mark.Letter))
			f.width++
		case t.screen.Color:
			f.text += colored(text, style(t.State, cell))
		default:
			f.text += text
		}
	}
	return f
}
