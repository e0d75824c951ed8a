package paste

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"setdoku"
	"setdoku/internal/format"
)

// place is a character of a text.
type place struct {
	line, column int
	char         rune
}

func (p place) spot() Spot { return Spot{Line: p.line, Column: p.column, Length: 1} }

// grid is a text as one grid: the characters that are cells, those that have no meaning, and the cells of each line.
type grid struct {
	cells, strange []place
	rows           [][]place // cells of each line that has some
	letters        int       // letters among the strange characters
}

// scan reads a text as one grid, without the lines of words around it. It chooses the layout that makes 81 cells, if there is one: a
// dash may be an empty cell or a part of a border, an empty field between separators may be an empty cell, and so may a blank in
// nine lines of digits.
func scan(text string) *grid {
	text = withoutTitles(text)
	g := walk(text, true)
	if g.ok() || g.empty() || len(g.strange) > 0 {
		return g
	}
	if other := walk(text, false); other.ok() {
		return other
	}
	for _, l := range layouts {
		if other := l.read(text); other.ok() {
			return other
		}
	}
	return g
}

// withoutTitles returns a text with empty lines for the lines of words, unless nothing else is in it.
func withoutTitles(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if format.IsTitle([]byte(line)) {
			lines[i] = ""
		}
	}
	if rest := strings.Join(lines, "\n"); strings.TrimSpace(rest) != "" {
		return rest
	}
	return text
}

// walk takes each character by itself. dashes tells whether a dash is a cell.
func walk(text string, dashes bool) *grid {
	g := &grid{}
	for number, line := range strings.Split(text, "\n") {
		var row []place
		column := 0
		for i, c := range line {
			column++
			at := place{number + 1, column, c}
			cell, known := setdoku.Cells(string(c))
			switch {
			case !known, strings.ContainsRune("+:", c) && i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9':
				g.strange = append(g.strange, at) // + and : before a digit mark it
				if unicode.IsLetter(c) {
					g.letters++
				}
			case cell != "" && (dashes || c != '-'):
				row = append(row, at)
			}
		}
		g.add(row)
	}
	return g
}

// layout is a way to cut lines into fields that are cells. A field may be empty.
type layout struct {
	separators string // between the fields; "" if each field has the same width
	width      int    // of a field: a cell, and a blank behind it if it is 2
	nine       bool   // there are nine lines, which may lack fields at their ends
}

// layouts are tried in this order.
var layouts = []layout{{separators: ",;"}, {separators: "\t", nine: true}, {separators: "|"}, {width: 1, nine: true}, {width: 2, nine: true}}

// read takes a text as one grid. It returns an empty grid if the text does not have the layout.
func (l layout) read(text string) *grid {
	g := &grid{}
	digits := strings.Trim(text, "123456789 \r\n") == "" && strings.ContainsAny(text, " \n")
	if l.width > 0 && !digits || l.width == 0 && !strings.ContainsAny(text, l.separators) {
		return g
	}
	below := strings.TrimLeft(text, "\r\n")
	lines, above := strings.Split(strings.TrimRight(below, "\r\n \t"), "\n"), strings.Count(text[:len(text)-len(below)], "\n")
	if l.nine {
		if lines, above = nine(text); len(lines) != 9 {
			return g
		}
	}
	for i, line := range lines {
		row := l.cells(line, above+i+1)
		if row == nil {
			return &grid{}
		}
		g.add(row)
	}
	return g
}

// nine returns the lines of a text, and the number of lines above them. Empty lines above and below do not count when there are more than
// nine, and empty ones are added when there are fewer.
func nine(text string) (lines []string, above int) {
	lines = strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for len(lines) > 9 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines = lines[:len(lines)-1]
	}
	for len(lines) > 9 && strings.TrimSpace(lines[0]) == "" {
		lines, above = lines[1:], above+1
	}
	for len(lines) < 9 {
		lines = append(lines, "")
	}
	return lines, above
}

// cut returns the first field of a line, and the line behind its separator.
func (l layout) cut(line string) (field, rest string) {
	if l.width > 0 {
		n := min(l.width, len(line))
		return line[:n], line[n:]
	}
	if end := strings.IndexAny(line, l.separators); end >= 0 {
		return line[:end], line[end+1:]
	}
	return line, ""
}

// cells returns the cells of a line, or nil if a field is more than a cell. Separators may stand at both ends of the line.
func (l layout) cells(line string, number int) (row []place) {
	column := 1
	if l.width > 0 {
		line = strings.TrimRight(line, " \r")
	} else {
		line += l.separators[:1]
	}
	for line != "" {
		field, rest := l.cut(line)
		at := place{number, column, '.'}
		switch cell := []rune(strings.TrimSpace(field)); {
		case len(cell) > 1, l.width == 2 && strings.HasPrefix(field, " ") && len(cell) > 0:
			return nil
		case len(cell) == 1:
			at.char, at.column = cell[0], column+utf8.RuneCountInString(field[:strings.IndexRune(field, cell[0])])
		}
		row = append(row, at)
		column += utf8.RuneCountInString(line) - utf8.RuneCountInString(rest)
		line = rest
	}
	if n := len(row); l.width == 0 && (n == 10 || n == 11) && row[n-1].char == '.' {
		row = row[:n-1]
	}
	if l.width == 0 && len(row) == 10 && row[0].char == '.' {
		row = row[1:]
	}
	for l.nine && len(row) < 9 {
		row = append(row, place{number, column, '.'})
	}
	return row
}

// add appends a row, unless it has no cells.
func (g *grid) add(row []place) {
	if len(row) > 0 {
		g.cells, g.rows = append(g.cells, row...), append(g.rows, row)
	}
}

// empty reports whether the text has neither cells nor anything else.
func (g *grid) empty() bool { return len(g.cells)+len(g.strange) == 0 }

// ok reports whether the text is 81 cells.
func (g *grid) ok() bool { return len(g.strange) == 0 && len(g.cells) == setdoku.CellCount }

// isOne reports whether the text is meant as one grid rather than as a list: it has about as many cells as one, or no line has
// more than a row.
func (g *grid) isOne() bool {
	short := len(g.rows) > 1
	for _, row := range g.rows {
		short = short && len(row) <= 12
	}
	return g.letters*2 <= len(g.cells) && (len(g.cells) < 2*setdoku.CellCount-20 && (len(g.rows) < 3 || short))
}

// digits returns the grid. It has 81 cells.
func (g *grid) digits() (d setdoku.Grid) {
	for i, p := range g.cells {
		if p.char >= '1' && p.char <= '9' {
			d[i] = uint8(p.char - '0')
		}
	}
	return d
}

// faults returns what is wrong, and the number of faults: strange characters, otherwise a wrong number of cells, otherwise equal
// digits that see each other.
func (g *grid) faults() (list []Fault, bad int) {
	for _, p := range g.strange[:min(len(g.strange), mostFaults)] {
		list = append(list, Fault{fmt.Sprintf("%q is neither a digit nor an empty cell (. 0 * _ - X)", string(p.char)), []Spot{p.spot()}})
	}
	switch {
	case list != nil:
		return list, len(g.strange)
	case len(g.cells) != setdoku.CellCount:
		list = g.wrongNumber()
	default:
		list = g.repeats()
	}
	return list, len(list)
}

// wrongNumber says which rows are too short or too long, or where the text ends too early or too late.
func (g *grid) wrongNumber() (list []Fault) {
	if len(g.rows) == 9 {
		for i, row := range g.rows {
			if len(row) != 9 {
				list = append(list, Fault{fmt.Sprintf("row %d has %s, want 9", i+1, cellsText(len(row))), []Spot{surplus(row, 9)}})
			}
		}
		return list
	}
	return []Fault{{fmt.Sprintf("the text has %s, want 81", cellsText(len(g.cells))), []Spot{surplus(g.cells, setdoku.CellCount)}}}
}

func cellsText(n int) string {
	if n == 1 {
		return "1 cell"
	}
	return fmt.Sprintf("%d cells", n)
}

// surplus is the place of the cells after the first n on their line, or the place after the last if there are fewer.
func surplus(cells []place, n int) Spot {
	if len(cells) <= n {
		last := cells[len(cells)-1]
		return Spot{Line: last.line, Column: last.column + 1}
	}
	s, end := cells[n].spot(), cells[n]
	for _, p := range cells[n:] {
		if p.line == s.Line {
			end = p
		}
	}
	s.Length = end.column - s.Column + 1
	return s
}

// repeats finds each digit that an earlier cell of its row, column or box has already.
func (g *grid) repeats() (list []Fault) {
	d := g.digits()
	for i, digit := range d {
		if digit == 0 {
			continue
		}
		f := Fault{Spots: []Spot{g.spot(i)}}
		var names []string
		for k := range i {
			if d[k] == digit && setdoku.SeeEachOther(k, i) {
				f.Spots, names = append(f.Spots, g.spot(k)), append(names, setdoku.CellName(k))
			}
		}
		if names != nil {
			f.Text = fmt.Sprintf("the digit %d at %s is at %s already, in the same row, column or box", digit, setdoku.CellName(i), strings.Join(names, " and "))
			list = append(list, f)
		}
	}
	return list
}

func (g *grid) spot(i int) Spot {
	s := g.cells[i].spot()
	s.Cell = setdoku.CellNumber(i)
	return s
}
