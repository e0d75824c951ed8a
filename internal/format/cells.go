package format

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// blanks are the characters that separate; the blank alone can be a cell.
const blanks = " \t\f"

// A character of a cell is classed by its digit, 0 when empty, and these flags.
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

// setsOff reports whether c can stand between 81 characters and a comment.
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

// plainCells reads 81 digits and dots, eight characters at a time, and reports
// whether they are that; 0 is an empty cell too.
func plainCells(cells *[setdoku.CellCount]byte, d *setdoku.Grid) bool {
	const (
		each = 0x0101010101010101 // times a byte: that byte in all eight places
		dot  = '.' ^ '0'
	)
	var wrong uint64
	for i := 0; i < setdoku.CellCount-1; i += 8 {
		// A digit is 0 to 9 now, a dot 0x1e; of both only the dot has bit 4. mask is 0x1f
		// in the places that have it, so that a dot becomes 0.
		v := binary.LittleEndian.Uint64(cells[i:]) ^ '0'*each
		bit4 := v & (0x10 * each)
		mask := bit4<<1 - bit4>>4
		v ^= mask & (dot * each)
		// Wrong is what is above 9, or is not 0 where a dot should have been.
		wrong |= (v|(v+6*each))&(0xf0*each) | v&mask
		binary.LittleEndian.PutUint64(d[i:], v)
	}
	last := cellClass[cells[setdoku.CellCount-1]]
	d[setdoku.CellCount-1] = last & digitBits
	return wrong == 0 && (last <= 9 || cells[setdoku.CellCount-1] == '.' || cells[setdoku.CellCount-1] == '0')
}

// lineCells reads the 81 cells that begin a line and must be followed by the
// end or a comment; ok is false when the line is not such a line.
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

// anchored reports whether a line is exactly 81 characters from non-blank to
// non-blank, so that no blank of it can belong to a comment or an indent.
func anchored(line []byte) bool {
	return len(bytes.Trim(line, blanks)) == setdoku.CellCount && line[0] != ' '
}

// fieldCells reads the 81 characters of a CSV field, attribute or bank line.
func fieldCells(field []byte) (d setdoku.Grid, err error) {
	if len(field) != setdoku.CellCount {
		field = bytes.Trim(field, blanks)
	}
	for i, c := range field {
		if cellClass[c] == notCell {
			return d, faults(field, i, "81")
		}
	}
	if len(field) != setdoku.CellCount {
		return d, cellsError{len(field), "81"}
	}
	fill((*[setdoku.CellCount]byte)(field), &d)
	return d, nil
}

// badCharacter says that the character at byte i of a line is no cell.
func badCharacter(line []byte, i int) error {
	if line[i] == '\r' {
		return errCR
	}
	r, _ := utf8.DecodeRune(line[i:])
	want := "a digit or one of . 0 * _ - X blank"
	if i == setdoku.CellCount {
		want = "the end or a blank, #, comma or semicolon before a comment"
	}
	return characterError{r, utf8.RuneCount(line[:i]) + 1, want}
}

// faults says all that is wrong with a line that has a character at byte i which is no cell: that one and the others, and
// a number of cells other than want, or digits that stand twice in a unit, as far as the line is meant as a puzzle.
func faults(line []byte, i int, want string) error {
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
		return first // some word, and no puzzle
	}
	return puzzleError{first: first, text: bytes.Clone(text), want: want}
}

// mostCharacters is how many characters that are no cells an error names one by one.
const mostCharacters = 9

// puzzleError is what is wrong with a line of cells that has a character which is none.
type puzzleError struct {
	first error
	text  []byte // the cells, with such characters among them
	want  string // how many cells
}

func (e puzzleError) Error() string {
	list := []string{}
	var d setdoku.Grid
	n, bad := 0, 0
	for _, r := range string(e.text) {
		class := uint8(notCell)
		if r < utf8.RuneSelf {
			class = cellClass[r]
		}
		n++
		switch {
		case class != notCell && n <= setdoku.CellCount:
			d[n-1] = class & digitBits
		case class == notCell:
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
		return fmt.Sprintf("%s; %d cells, want %s", text, n, e.want)
	}
	if err := d.Check(); err != nil {
		text += "; " + err.Error()
	}
	return text
}

// Unwrap returns the error about the first character.
func (e puzzleError) Unwrap() error { return e.first }

// characterError is a character where none like it can stand. Its words are put
// together when somebody reads them: of a large file most are only counted.
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

// explain says why a line is no puzzle: how many cells it has before its end or
// comment, or which character is in the way.
func explain(line []byte) error {
	line = bytes.TrimRight(line, blanks)
	n, mixed := cellRun(line)
	if n < len(line) && !mixed {
		before := len(bytes.TrimRight(line[:n], blanks))
		switch {
		case setsOff(line[n]) && before > 0:
		case before < n && before > maxRow: // words after cells of which some are blanks
			n = before
		default:
			return faults(line, n, "81")
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

// cellRun returns how many bytes at the start of a line can be cells. Where
// blanks are mixed with other empty cells, the first blank ends the run.
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
