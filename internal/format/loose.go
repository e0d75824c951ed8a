package format

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"setdoku"
)

// mostLoose limits the bytes of a text in a loose layout, because each of its characters takes much memory.
const mostLoose = 16 << 10

// errLoose is the state of a Reader between Loose and the first Next.
var errLoose = errors.New("nothing is read yet")

// Loose makes the Reader accept more layouts, as people paste them, for a text of up to 16 kB that is one grid: 81
// cells with separators on any number of lines, blanks for empty cells, and rows that lost blanks or tabs at their
// ends. If all lines of the text are good, the Reader reads them as without Loose. If the text is meant as one grid and
// is not a layout, each error has the positions of its characters. Call Loose before the first Next.
func (r *Reader) Loose() { r.err = errLoose }

// nextLoose returns the puzzle or the next error of a text that is one grid, and after them the error that ended the
// file.
func (r *Reader) nextLoose(p *Puzzle) error {
	*p = Puzzle{}
	switch {
	case r.err == errLoose:
		r.readLoose()
		return r.Next(p)
	case r.grid != nil:
		*p, r.grid = *r.grid, nil
		return nil
	case len(r.faults) > 0:
		first := r.faults[0]
		r.faults = r.faults[1:]
		return first
	}
	return r.err
}

// readLoose decides whether the text is meant as one grid. If it is, it makes the puzzle or the errors. Otherwise Next
// reads the text.
func (r *Reader) readLoose() {
	r.err = nil
	text, err := r.src.src.Peek(mostLoose + 1)
	// the text is longer, or reading fails; the buffer of a short text is full
	if err != io.EOF && err != bufio.ErrBufferFull {
		return
	}
	puzzles, bad := 0, 0
	strict := NewReader(bytes.NewReader(text), r.file)
	strict.variant = r.variant
	for {
		_, err := strict.Read()
		if err == io.EOF || errors.Is(err, ErrNoPuzzles) {
			break
		}
		if _, isLine := errors.AsType[*LineError](err); isLine {
			bad++
		} else if err == nil {
			puzzles++
		} else {
			return
		}
	}
	g := scan(string(bytes.TrimPrefix(text, []byte("\ufeff"))), r.variant.OrClassic())
	if puzzles > 0 && bad == 0 || !g.ok() && (puzzles > 0 || !g.isOne()) {
		return
	}
	r.err = io.EOF
	if r.faults = g.faults(r.file); r.faults == nil {
		s := setdoku.State{Variant: r.board(), Givens: g.digits()}
		r.grid = &Puzzle{State: s, File: r.file, Line: g.cells[0].line, Text: Short(s)}
	}
}

// place is a character of a text. line and column count from 1.
type place struct {
	line, column int
	char         rune
}

func (p place) position() Position { return Position{Line: p.line, Column: p.column, Length: 1} }

// looseGrid is a text as one grid: the characters that are cells, those that have no meaning, and the cells of each
// line.
type looseGrid struct {
	board          *setdoku.Variant
	cells, strange []place
	rows           [][]place // cells of each line that has some
	letters        int       // letters among the strange characters
}

// scan reads a text as one grid, without the lines of words around it. It chooses the first layout that makes all cells
// of the board. A dash may be an empty cell or a part of a border. An empty field between separators, or a blank in
// nine lines of digits, may be an empty cell.
func scan(text string, board *setdoku.Variant) *looseGrid {
	text = withoutTitles(text)
	g := walk(text, board, true)
	if g.ok() || len(g.cells)+len(g.strange) == 0 || len(g.strange) > 0 {
		return g
	}
	if other := walk(text, board, false); other.ok() {
		return other
	}
	for _, l := range layouts {
		if other := l.read(text, board); other.ok() {
			return other
		}
	}
	return g
}

// withoutTitles returns a text with empty lines for the lines of words, unless nothing else is in it.
func withoutTitles(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if isTitle([]byte(line)) {
			lines[i] = ""
		}
	}
	if rest := strings.Join(lines, "\n"); strings.TrimSpace(rest) != "" {
		return rest
	}
	return text
}

// walk reads a text in which each cell is a character. dashes says whether a dash is a cell.
func walk(text string, board *setdoku.Variant, dashes bool) *looseGrid {
	g := &looseGrid{board: board}
	for number, line := range strings.Split(text, "\n") {
		var row []place
		column := 0
		for i, c := range line {
			column++
			at := place{number + 1, column, c}
			cell, known := setdoku.Cells(string(c))
			switch {
			case !known, c > rune('0'+board.Size) && c <= '9',
				strings.ContainsRune("+:", c) && i+1 < len(line) && line[i+1] >= '0' && line[i+1] <= '9':
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
	separator string // between the fields; "" if each field has the same width. A semicolon counts as a comma
	width     int    // of a field: a cell, and a blank behind it if it is 2
	nine      bool   // there are nine lines, which may lack fields at their ends
}

// layouts are tried in this order.
var layouts = []layout{{separator: ","}, {separator: "\t", nine: true}, {separator: "|"}, {width: 1, nine: true},
	{width: 2, nine: true}}

// read reads a text as one grid. If the text does not have the layout, it returns an empty grid.
func (l layout) read(text string, board *setdoku.Variant) *looseGrid {
	text = strings.ReplaceAll(text, ";", ",")
	digits := strings.Trim(text, "123456789 \r\n") == "" && strings.ContainsAny(text, " \n")
	if l.width > 0 && !digits || !strings.Contains(text, l.separator) {
		return &looseGrid{board: board}
	}
	g := &looseGrid{board: board}
	lines, above := l.lines(text)
	for i, line := range lines {
		row := l.row(line, above+i+1)
		if row == nil {
			return &looseGrid{board: board}
		}
		g.add(row)
	}
	return g
}

// lines returns the lines of a text, and the number of lines above them. Blank lines above and below do not count,
// unless there are at most nine lines and there must be nine. Then blank ones are added.
func (l layout) lines(text string) (lines []string, above int) {
	least := 1
	if l.nine {
		least = 9
	}
	blank := func(i int) bool { return len(lines) > least && strings.TrimSpace(lines[i]) == "" }
	lines = strings.Split(strings.TrimRight(text, "\r\n"), "\n")
	for blank(len(lines) - 1) {
		lines = lines[:len(lines)-1]
	}
	for ; blank(0); above++ {
		lines = lines[1:]
	}
	for len(lines) < least {
		lines = append(lines, "")
	}
	return lines, above
}

// row returns the cells of a line, or nil if a field is more than a cell. Separators may be at both ends of the
// line.
func (l layout) row(line string, number int) (row []place) {
	column := 1
	for _, field := range l.fields(line) {
		cell := strings.TrimSpace(field)
		at := place{number, column, '.'}
		if cell != "" {
			at.column += utf8.RuneCountInString(field[:strings.Index(field, cell)])
			at.char, _ = utf8.DecodeRuneInString(cell)
		}
		if utf8.RuneCountInString(cell) > 1 || l.width == 2 && at.column > column {
			return nil
		}
		row = append(row, at)
		column += utf8.RuneCountInString(field) + len(l.separator)
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

// fields cuts a line into its fields.
func (l layout) fields(line string) (fields []string) {
	if l.width == 0 {
		return strings.Split(line, l.separator)
	}
	for field := range slices.Chunk([]byte(strings.TrimRight(line, " \r")), l.width) {
		fields = append(fields, string(field))
	}
	return fields
}

// add appends a row, unless it has no cells.
func (g *looseGrid) add(row []place) {
	if len(row) > 0 {
		g.cells, g.rows = append(g.cells, row...), append(g.rows, row)
	}
}

// size is the number of cells of the board.
func (g *looseGrid) size() int { return g.board.Size * g.board.Size }

// ok reports whether the text is the cells of the board.
func (g *looseGrid) ok() bool { return len(g.strange) == 0 && len(g.cells) == g.size() }

// isOne reports whether the text is meant as one grid rather than as a list: it has about as many cells as one, or no
// line has more than a row.
func (g *looseGrid) isOne() bool {
	short := len(g.rows) > 1
	for _, row := range g.rows {
		short = short && len(row) <= g.board.Size+3
	}
	return len(g.cells)+len(g.strange) > 0 && g.letters*2 <= len(g.cells) &&
		(len(g.cells) < 2*g.size()-g.size()/4 && (len(g.rows) < 3 || short))
}

// digits returns the grid. It has all cells of the board.
func (g *looseGrid) digits() (d setdoku.Grid) {
	for k, i := range g.board.Cells() {
		if p := g.cells[k]; p.char >= '1' && p.char <= '9' {
			d[i] = uint8(p.char - '0')
		}
	}
	return d
}

// faults returns the errors of a grid: its strange characters, otherwise its wrong number of cells, otherwise its equal
// digits that see each other.
func (g *looseGrid) faults(file string) (list []*LineError) {
	add := func(err error, positions ...Position) {
		list = append(list, &LineError{file, positions[0].Line, err, positions})
	}
	switch {
	case len(g.strange) > 0:
		for _, p := range g.strange {
			add(characterError{p.char, p.column, cellCharacters(g.board)}, p.position())
		}
	case len(g.cells) == g.size():
		if bad, repeats := errors.AsType[setdoku.Repeats](g.board.Check(g.digits())); repeats {
			add(bad, repeatPositions(bad, func(k int) Position { return g.cells[k].position() })...)
		}
	case len(g.rows) == g.board.Size:
		for i, row := range g.rows {
			if len(row) != g.board.Size {
				add(fmt.Errorf("row %d: %w", i+1, cellsError{len(row), strconv.Itoa(g.board.Size)}),
					lengthPosition(row, g.board.Size))
			}
		}
	default:
		add(cellsError{len(g.cells), strconv.Itoa(g.size())}, lengthPosition(g.cells, g.size()))
	}
	return list
}

// lengthPosition is the place of the cells after the first n on their line, or the place after the last if there are
// fewer.
func lengthPosition(cells []place, n int) Position {
	if len(cells) <= n {
		last := cells[len(cells)-1]
		return Position{Line: last.line, Column: last.column + 1}
	}
	s, end := cells[n].position(), cells[n]
	for _, p := range cells[n:] {
		if p.line == s.Line {
			end = p
		}
	}
	s.Length = end.column - s.Column + 1
	return s
}
