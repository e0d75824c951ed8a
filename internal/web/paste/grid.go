package paste

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"setdoku"
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

// scan reads a text as one grid. It chooses the layout that makes 81 cells, if there is one: a dash may be an empty cell or a part of
// a border, an empty field between commas may be an empty cell, and so may a blank in nine lines of digits.
func scan(text string) *grid {
	g := walk(text, true)
	if g.ok() || g.empty() || len(g.strange) > 0 {
		return g
	}
	for _, other := range []*grid{walk(text, false), fields(text), columns(text)} {
		if other.ok() {
			return other
		}
	}
	return g
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

// fields takes the fields between commas or semicolons as cells. A field may be empty.
func fields(text string) *grid {
	g := &grid{}
	if !strings.ContainsAny(text, ",;") {
		return g
	}
	for number, line := range strings.Split(strings.TrimRight(text, "\r\n \t"), "\n") {
		var row []place
		column := 1
		for field := range strings.SplitSeq(strings.ReplaceAll(line, ";", ","), ",") {
			at := place{number + 1, column, '.'}
			switch cell := []rune(strings.TrimSpace(field)); len(cell) {
			case 0:
			case 1:
				at.char, at.column = cell[0], column+utf8.RuneCountInString(field[:strings.IndexRune(field, cell[0])])
			default:
				return &grid{}
			}
			row = append(row, at)
			column += utf8.RuneCountInString(field) + 1
		}
		if len(row) == 10 && strings.HasSuffix(strings.TrimRight(line, "\r "), ",") {
			row = row[:9] // each cell has its comma
		}
		g.add(row)
	}
	return g
}

// columns takes the characters of nine lines as cells, in which a blank is an empty cell. Blanks at the end of a line may be missing.
func columns(text string) *grid {
	g := &grid{}
	lines := strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for len(lines) > 9 && strings.TrimSpace(lines[0]) == "" {
		lines = lines[1:]
	}
	if len(lines) > 9 || strings.Trim(text, "123456789 \r\n") != "" || !strings.Contains(text, " ") && len(lines) < 9 {
		return g
	}
	first := strings.Count(text[:strings.Index(text, strings.Join(lines, "\n"))], "\n")
	for r := range 9 {
		line := ""
		if r < len(lines) {
			line = strings.TrimRight(lines[r], " \r")
		}
		if len(line) > 9 {
			return &grid{}
		}
		var row []place
		for c := range 9 {
			at := place{first + r + 1, c + 1, '.'}
			if c < len(line) && line[c] != ' ' {
				at.char = rune(line[c])
			}
			row = append(row, at)
		}
		g.add(row)
	}
	return g
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

// faults returns all that is wrong: strange characters, otherwise a wrong number of cells, otherwise equal digits that see
// each other.
func (g *grid) faults() (list []Fault) {
	for _, p := range g.strange {
		list = append(list, Fault{fmt.Sprintf("%q is neither a digit nor an empty cell (. 0 * _ - X)", string(p.char)), []Spot{p.spot()}})
	}
	switch {
	case list != nil:
		return list
	case len(g.cells) != setdoku.CellCount:
		return g.wrongNumber()
	}
	return g.repeats()
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
