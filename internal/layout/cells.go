package layout

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"
)

// blanks are the separating characters. Only the blank can also be a cell.
const blanks = " \t\f"

// The class of a cell character is its digit, or 0 if it is empty, plus these flags.
const (
	digitBits = 0x0f
	isEmpty   = 0x10 // . 0 * _ - X x
	isBlank   = 0x20
	notCell   = 0x80
)

var cellClass = cellClasses()

func cellClasses() (t [256]uint8) {
	for c := range t {
		t[c] = notCell
	}
	for d := range uint8(9) {
		t['1'+d] = d + 1
	}
	for _, c := range []byte(".0*_-Xx") {
		t[c] = isEmpty
	}
	t[' '] = isBlank
	return t
}

// isCell reports whether r is a cell of a board: a digit of it or an empty cell, not a blank.
func isCell(r rune, size int) bool {
	return r < utf8.RuneSelf && cellClass[r]&(notCell|isBlank) == 0 && int(cellClass[r]&digitBits) <= size
}

// setsOff reports whether c can separate the cells of a line from a comment.
func setsOff(c byte) bool {
	return c == ' ' || c == '\t' || c == '\f' || c == '#' || c == ',' || c == ';' || c == '=' || c == '|'
}

// plainCells reads 81 digits and dots, eight characters at a time, and reports whether all characters are digits
// or dots. 0 is an empty cell as well.
func plainCells(cells *[CellCount]byte, d *[CellCount]uint8) bool {
	const (
		each = 0x0101010101010101 // each * byte repeats the byte eight times
		dot  = '.' ^ '0'
	)
	var wrong uint64
	for i := 0; i < CellCount-1; i += 8 {
		// A digit is now 0 to 9, and a dot is 0x1e. Only the dot has bit 4. mask is 0x1f at the dots, and turns
		// them into 0.
		v := binary.LittleEndian.Uint64(cells[i:]) ^ '0'*each
		bit4 := v & (0x10 * each)
		mask := bit4<<1 - bit4>>4
		v ^= mask & (dot * each)
		// wrong collects bytes above 9, and bytes that are not 0 after a dot was expected.
		wrong |= (v|(v+6*each))&(0xf0*each) | v&mask
		binary.LittleEndian.PutUint64(d[i:], v)
	}
	last := cellClass[cells[CellCount-1]]
	d[CellCount-1] = last & digitBits
	return wrong == 0 && (last <= 9 || cells[CellCount-1] == '.' || cells[CellCount-1] == '0')
}

// readCells reads one character for each cell of a board into d.
func readCells(text []byte, size int, d *[CellCount]uint8) error {
	if len(text) == CellCount && size == 9 && plainCells((*[CellCount]byte)(text), d) {
		return nil
	}
	ok := len(text) == size*size
	for k, c := range text {
		class := cellClass[c]
		if !ok || class == notCell || int(class&digitBits) > size {
			return wrongCells(text, size)
		}
		d[index(k, size)] = class & digitBits
	}
	if !ok {
		return wrongCells(text, size)
	}
	return nil
}

// areCells reports whether a text is one character for each cell of a board: digits and empty cells of any kind.
func areCells(text []byte, size int) bool {
	var d [CellCount]uint8
	return len(text) == size*size && readCells(text, size, &d) == nil
}

// areDigits reports whether a text is a digit for each cell of a board.
func areDigits(text []byte, size int) bool {
	if len(text) != size*size {
		return false
	}
	for _, c := range text {
		if c < '1' || c > '0'+byte(size) {
			return false
		}
	}
	return true
}

// wrongCells returns why a text is not one character for each cell of a board, nil if it is.
func wrongCells(text []byte, size int) error {
	at, column, bad := 0, 0, charactersError{want: cellCharacters(size)}
	for at < len(text) {
		r, n := utf8.DecodeRune(text[at:])
		column++
		if r != ' ' && !isCell(r, size) {
			bad.add(r, column)
		}
		at += n
	}
	bad.cells, bad.size = column, size
	switch {
	case len(bad.columns) > 0:
		return bad
	case column != size*size:
		return cellsError{column, fmt.Sprint(size * size)}
	}
	return nil
}

// cellCharacters are the characters of a cell of a board.
func cellCharacters(size int) string {
	if size == 9 {
		return "a digit or one of . 0 * _ - X"
	}
	return fmt.Sprintf("a digit 1 to %d or one of . 0 * _ - X", size)
}

// mostCharacters limits the wrong characters that an error has.
const mostCharacters = 100

// charactersError is the wrong characters of a line, and its number of cells.
type charactersError struct {
	runes       []rune
	columns     []int // in characters, from 1
	more        int   // wrong characters that are not listed
	want        string
	cells, size int // cells of the line, and of a row of the board; 0 if the number does not matter
}

func (e *charactersError) add(r rune, column int) {
	if len(e.runes) == mostCharacters {
		e.more++
		return
	}
	e.runes, e.columns = append(e.runes, r), append(e.columns, column)
}

func (e charactersError) Error() string {
	const most = 9
	list := []string{}
	for i, r := range e.runes[1:min(len(e.runes), most)] {
		list = append(list, fmt.Sprintf("%q at position %d", r, e.columns[i+1]))
	}
	if more := len(e.runes) + e.more - most; more > 0 {
		list = append(list, fmt.Sprintf("%d more", more))
	}
	text := fmt.Sprintf("character %q at position %d, want %s", e.runes[0], e.columns[0], e.want)
	if len(list) > 0 {
		text += "; also " + strings.Join(list, ", ")
	}
	if e.size > 0 && e.cells != e.size*e.size {
		text += "; " + cellsError{e.cells, fmt.Sprint(e.size * e.size)}.Error()
	}
	return text
}

// cellsError is a wrong number of cells.
type cellsError struct {
	n    int
	want string
}

func (e cellsError) Error() string {
	if e.n == 1 {
		return "1 cell, want " + e.want
	}
	return fmt.Sprintf("%d cells, want %s", e.n, e.want)
}

// cutField returns the first field of a line and the rest.
func cutField(line []byte) (field, rest []byte) {
	line = bytes.TrimLeft(line, blanks)
	if i := bytes.IndexAny(line, blanks); i >= 0 {
		return line[:i], line[i:]
	}
	return line, nil
}

// isSpace reports whether r separates the fields of a line.
func isSpace(r rune) bool { return r == ' ' || r == '\t' || r == '\f' }
