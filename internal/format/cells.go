package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"setdoku"
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

// isCell reports whether r is a cell character.
func isCell(r rune) bool { return r < utf8.RuneSelf && cellClass[r] != notCell }

// setsOff reports whether c can separate 81 characters from a comment.
func setsOff(c byte) bool {
	return c == ' ' || c == '\t' || c == '\f' || c == '#' || c == ',' || c == ';'
}

// fill reads 81 characters and returns the union of their classes.
func fill(cells *[setdoku.CellCount]byte, d *setdoku.Grid) (flags uint8) {
	for i, c := range cells {
		v := cellClass[c]
		flags |= v
		d[i] = v & digitBits
	}
	return flags
}

// plainCells reads 81 digits and dots, eight characters at a time, and reports whether all characters are digits
// or dots. 0 is an empty cell as well.
func plainCells(cells *[setdoku.CellCount]byte, d *setdoku.Grid) bool {
	const (
		each = 0x0101010101010101 // each * byte repeats the byte eight times
		dot  = '.' ^ '0'
	)
	var wrong uint64
	for i := 0; i < setdoku.CellCount-1; i += 8 {
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
	last := cellClass[cells[setdoku.CellCount-1]]
	d[setdoku.CellCount-1] = last & digitBits
	return wrong == 0 && (last <= 9 || cells[setdoku.CellCount-1] == '.' || cells[setdoku.CellCount-1] == '0')
}

// lineCells reads the 81 cells at the start of a line. The end of the line or a comment must follow. Otherwise ok
// is false.
func lineCells(line []byte, d *setdoku.Grid) (flags uint8, ok bool) {
	if len(line) < setdoku.CellCount {
		return 0, false
	}
	flags = fill((*[setdoku.CellCount]byte)(line), d)
	switch {
	case flags&notCell != 0, len(line) > setdoku.CellCount && !setsOff(line[setdoku.CellCount]):
		return flags, false
	case flags == isBlank: // an empty line
		return flags, false
	case flags&isBlank == 0, flags&isEmpty == 0:
		return flags, true
	}
	return flags, anchored(line)
}

// anchored reports whether a line has exactly 81 characters and does not begin or end with a blank. Then no blank
// can belong to a comment or an indent.
func anchored(line []byte) bool {
	return len(bytes.Trim(line, blanks)) == setdoku.CellCount && line[0] != ' '
}

// fieldCells reads the 81 characters of a CSV field, an attribute or a bank line.
func fieldCells(field []byte) (d setdoku.Grid, err error) {
	if len(field) != setdoku.CellCount {
		field = bytes.Trim(field, blanks)
	}
	for i, c := range field {
		if cellClass[c] == notCell {
			return d, badCells(field, i)
		}
	}
	if len(field) != setdoku.CellCount {
		return d, cellsError{len(field), "81"}
	}
	fill((*[setdoku.CellCount]byte)(field), &d)
	return d, nil
}

// badCharacter returns the error for the character at byte i of a line, which is not a cell.
func badCharacter(line []byte, i int) error {
	if line[i] == '\r' {
		return errCR
	}
	r, _ := utf8.DecodeRune(line[i:])
	want := rowCharacters + " blank"
	if i == setdoku.CellCount {
		want = "the end or a blank, #, comma or semicolon before a comment"
	}
	return characterError{r, utf8.RuneCount(line[:i]) + 1, want}
}

// badCells returns the error of a line with a bad character at byte i. If the line is meant as a puzzle, the error also
// names its other bad characters, a wrong number of cells, and repeated digits.
func badCells(line []byte, i int) error {
	first := badCharacter(line, i)
	if i == setdoku.CellCount || first == errCR {
		return first
	}
	text := line
	if end := bytes.IndexAny(text[i:], " \t\f#,;"); end >= 0 {
		text = text[:i+end]
	}
	cells := 0
	for _, c := range text {
		if cellClass[c] != notCell {
			cells++
		}
	}
	if cells < len(text)-cells || cells <= maxRow {
		return first // a word, not a puzzle
	}
	return puzzleError{first, bytes.Clone(text)}
}

// mostCharacters limits the bad characters that an error lists.
const mostCharacters = 9

// puzzleError is the error for a line of cells with bad characters.
type puzzleError struct {
	first error
	text  []byte // cells and bad characters
}

func (e puzzleError) Error() string {
	list := []string{}
	var d setdoku.Grid
	n, bad := 0, 0
	for _, r := range string(e.text) {
		n++
		switch cell := isCell(r); {
		case cell && n <= setdoku.CellCount:
			d[n-1] = cellClass[r] & digitBits
		case !cell:
			bad++
			if bad > 1 && bad <= mostCharacters {
				list = append(list, fmt.Sprintf("%q at position %d", r, n))
			}
		}
	}
	text := e.first.Error()
	if bad > mostCharacters {
		list = append(list, fmt.Sprintf("%d more", bad-mostCharacters))
	}
	if len(list) > 0 {
		text += "; also " + strings.Join(list, ", ")
	}
	if n != setdoku.CellCount {
		return text + "; " + cellsError{n, "81"}.Error()
	}
	if err := d.Check(); err != nil {
		text += "; " + err.Error()
	}
	return text
}

// Unwrap returns the error for the first bad character.
func (e puzzleError) Unwrap() error { return e.first }

// characterError is an unexpected character. Its text is built on demand, because most errors of a large file are
// only counted.
type characterError struct {
	r        rune
	position int // in characters, from 1
	want     string
}

func (e characterError) Error() string {
	return fmt.Sprintf("character %q at position %d, want %s", e.r, e.position, e.want)
}

// cellsError is a wrong number of cells.
type cellsError struct {
	n    int
	want string
}

func (e cellsError) Error() string { return fmt.Sprintf("%d cells, want %s", e.n, e.want) }

// explain returns why a line is not a puzzle: the number of cells before its end or comment, or the bad character.
func explain(line []byte) error {
	if err := halfVariant(line); err != nil {
		return err
	}
	line = bytes.TrimRight(line, blanks)
	n, mixed := cellRun(line)
	if n < len(line) && !mixed {
		before := len(bytes.TrimRight(line[:n], blanks))
		switch {
		case setsOff(line[n]) && before > 0:
		case before < n && before > maxRow: // words after cells, some of which are blanks
			n = before
		default:
			return badCells(line, n)
		}
	}
	switch {
	case n <= maxRow:
		return cellsError{n, "81, or 9 in each of 9 rows"}
	case n > 5*setdoku.CellCount:
		return cellsError{n, "81, or 729 characters"}
	}
	return cellsError{n, "81"}
}

// cellRun returns how many bytes at the start of a line can be cells. If blanks are mixed with other empty cells,
// the first blank ends the run.
func cellRun(line []byte) (n int, mixed bool) {
	var flags uint8
	for n < len(line) && cellClass[line[n]] != notCell {
		flags |= cellClass[line[n]]
		n++
	}
	if flags&isEmpty == 0 || flags&isBlank == 0 {
		return n, false
	}
	indent := len(line) - len(bytes.TrimLeft(line, blanks))
	end := bytes.IndexAny(line[indent:], blanks)
	if end < 0 || indent+end > n {
		return n, false
	}
	return indent + end, true
}
