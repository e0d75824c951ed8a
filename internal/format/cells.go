package format

import (
	"encoding/binary"
	"fmt"
	"slices"
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

// isCell reports whether r is a digit of a board, or one of the usual characters of an empty cell.
func isCell(r rune, size int) bool {
	return r < utf8.RuneSelf && cellClass[r]&(notCell|isBlank) == 0 && int(cellClass[r]&digitBits) <= size
}

// fewestGivens is the number of givens that the smallest puzzle of a size has, by the size.
var fewestGivens = [10]int{4: 4, 5: 7, 6: 8, 7: 10, 8: 14, 9: 17}

// manyDigits is the number of digits from which a text that is no puzzle is an error.
const manyDigits = 17

// plainCells reads 81 digits and dots, eight characters at a time, and reports whether all characters are digits
// or dots. 0 is an empty cell as well.
func plainCells(cells *[setdoku.CellCount]byte, d *[setdoku.CellCount]uint8) bool {
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

// index returns the index of the cell of a board by its order.
func index(k, size int) int {
	if size == 9 {
		return k
	}
	return k/size*9 + k%size
}

// boardName returns the name of the usual board of a size.
func boardName(size int) string {
	if size == 9 {
		return setdoku.Classic().Name
	}
	return fmt.Sprintf("%dx%[1]d", size)
}

// cell is a part of a line that may be a cell.
type cell struct {
	text         string
	line, column int  // of its first character, from 1
	sure         bool // one digit is a given, whatever the other cells have
}

func (c cell) position() Position {
	return Position{Line: c.line, Column: c.column, Length: utf8.RuneCountInString(c.text)}
}

// A cellKind is the kind of a cell, one bit each. Only the other cells decide whether a single digit is a given or a
// pencil mark.
type cellKind uint8

const (
	digitCell  cellKind = 1 << iota // one digit
	noCell                          // no character
	emptyCell                       // a character for an empty cell
	placedCell                      // u or + and one digit
	marksCell                       // two or more digits, perhaps with marks around them
	givenCell                       // one digit that is a given
)

// marks are characters that people write around the digits of a pencil mark.
const marks = "*-#@()[]{}+!?<>~^\"'`"

// parse returns the kind and the digits of a cell. empty is the text of an empty cell besides the usual ones, or "".
func (c cell) parse(size int, empty string) (kind cellKind, digits setdoku.DigitSet, ok bool) {
	text := c.text
	switch {
	case text == "":
		return noCell, 0, true
	case text == empty:
		return emptyCell, 0, true
	case len(text) == 1 && isCell(rune(text[0]), size):
		d := cellClass[text[0]] & digitBits
		switch {
		case d == 0:
			return emptyCell, 0, true
		case c.sure:
			return givenCell, setdoku.NewDigitSet(d), true
		}
		return digitCell, setdoku.NewDigitSet(d), true
	case len(text) == 1:
		return 0, 0, false
	}
	kind = marksCell
	if len(text) == 2 && (text[0] == 'u' || text[0] == '+') {
		kind, text = placedCell, text[1:]
	}
	for _, r := range text {
		switch isDigit := r >= '1' && r <= rune('0'+size); {
		case isDigit && !digits.Has(uint8(r-'0')):
			digits |= setdoku.NewDigitSet(uint8(r - '0'))
		case !strings.ContainsRune(marks, r):
			return 0, 0, false
		}
	}
	return kind, digits, digits > 0 || kind == marksCell && text == strings.Repeat(text[:1], len(text))
}

// emptyText finds the text of the empty cells of a grid. ok is false if the cells are no grid: one of them is neither a
// digit nor pencil marks nor empty, or a cell is missing, because some empty cells have a character and others have
// none.
func emptyText(cells []cell, size int) (empty string, ok bool) {
	var all cellKind
	digits := 0
	for _, c := range cells {
		kind, _, ok := c.parse(size, empty)
		switch {
		case ok && kind == digitCell:
			digits++
		case !ok && empty == "" && !strings.ContainsAny(c.text, "0123456789"):
			empty, kind = c.text, emptyCell
		case !ok:
			return "", false
		}
		all |= kind
	}
	if empty == "" {
		return "", all&(noCell|emptyCell) != noCell|emptyCell
	}
	for _, c := range cells { // one of the usual characters as well?
		if kind, _, _ := c.parse(size, ""); kind&(emptyCell|noCell) != 0 {
			return "", false
		}
	}
	return empty, digits >= fewestGivens[size] && (all&marksCell == 0 || len(empty) == 1)
}

// record is a puzzle as a text has it. The cell of row r and column c, counted from 0, has the index 9*r + c, also on
// a smaller board.
type record struct {
	at             Position // of its text, or of its first cell
	isRun          bool     // each character from there on is a cell
	name           string
	variant        string // name of the board, "" if the text does not name it
	size           int    // of the board: 4 to 9
	givens, placed setdoku.Grid
	marking        marking
	marks          [setdoku.CellCount]setdoku.DigitSet
	deleted        []setdoku.Candidate
	library        *LibraryLine
	answer         bool       // the text calls it a solution
	places         []Position // of the cells, by their order on the board
}

// marking says how the pencil marks of a record are meant.
type marking uint8

const (
	noMarks    marking = iota // givens, and perhaps placed digits
	onlyMarks                 // pencil marks: a cell with one mark may be a given
	givenMarks                // givens, placed digits, and pencil marks for the other cells
)

// place returns the place of a cell by its order on the board, and whether it is known.
func (rec *record) place(k int) (Position, bool) {
	switch {
	case k < len(rec.places):
		return rec.places[k], true
	case rec.isRun:
		return Position{Line: rec.at.Line, Column: rec.at.Column + k, Length: 1}, true
	}
	return Position{}, false
}

// full reports whether each cell of the board has a given.
func (rec *record) full() bool {
	if rec.marking == onlyMarks {
		return false
	}
	return full(&rec.givens, rec.size)
}

// full reports whether each cell of a board has a digit.
func full(d *setdoku.Grid, size int) bool {
	for k := range size * size {
		if d[index(k, size)] == 0 {
			return false
		}
	}
	return true
}

// mark gives a state of givens the pencil marks, or the deleted candidates, of the record.
func (rec *record) mark(s *setdoku.State) {
	if rec.marking == onlyMarks {
		// a cell with one mark is a given, unless a peer has the same mark: then nobody has placed it yet
		for i, m := range rec.marks {
			single := m.Count() == 1
			for _, p := range s.Board().Peers[i] {
				single = single && rec.marks[p]&m == 0
			}
			if single {
				s.Givens[i] = m.Lowest()
			}
		}
	}
	if rec.marking != noMarks {
		s.KeepOnly(&rec.marks)
	}
	if len(rec.deleted) == 0 {
		return
	}
	live := s.Candidates()
	for _, c := range rec.deleted {
		i := c.Cell.Index()
		s.Deleted[i] |= live[i] & setdoku.NewDigitSet(c.Digit)
	}
}

// set stores the cells of a grid. empty is the text of an empty cell, and bordered says that the grid has the border of
// pencil marks.
func (rec *record) set(cells []cell, size int, empty string, bordered bool) *LineError {
	var all cellKind
	var kinds [setdoku.CellCount]cellKind
	rec.size, rec.at, rec.places = size, cells[0].position(), slices.Grow(rec.places[:0], len(cells))
	full := true
	for k, c := range cells {
		i := index(k, size)
		kinds[k], rec.marks[i], _ = c.parse(size, empty)
		all |= kinds[k]
		full = full && rec.marks[i] != 0
		rec.places = append(rec.places, c.position())
	}
	switch {
	case all&(givenCell|marksCell) == givenCell && full:
	case all&(placedCell|givenCell) != 0:
		rec.marking = givenMarks
	case all&marksCell != 0 || bordered:
		rec.marking = onlyMarks
	}
	for k, c := range cells {
		i := index(k, size)
		switch {
		case kinds[k] == placedCell:
			rec.placed[i] = rec.marks[i].Lowest()
		case kinds[k]&(digitCell|givenCell) != 0 && rec.marking != onlyMarks:
			rec.givens[i] = rec.marks[i].Lowest()
		}
		if rec.marking != noMarks && (c.text == "" || c.text == "0") {
			return failure(c.position(), "expected candidates 1 to %d or '.' for none in %v, got %q", size,
				setdoku.CellAt(i), c.text)
		}
	}
	return nil
}

// failure returns the error of a text that is no puzzle.
func failure(at Position, text string, args ...any) *LineError {
	return &LineError{Line: at.Line, Err: fmt.Errorf(text, args...), positions: []Position{at}}
}

// expectedCells returns the error of a wrong number of cells.
func expectedCells(expected, got int) error {
	return fmt.Errorf("expected %d cells, got %d", expected, got)
}

// mostPositions limits the wrong cells of an error.
const mostPositions = 100

// wrongCells returns the error of cells that are not the expected number of cells of a board. what stands before it.
func wrongCells(what string, cells []cell, expected, size int) *LineError {
	var places []Position
	wrong := 0
	written := slices.ContainsFunc(cells, func(c cell) bool { k, _, _ := c.parse(size, " "); return k == emptyCell })
	for _, c := range cells {
		if _, _, ok := c.parse(size, " "); ok && (c.text != "" || !written || c.column < 2) ||
			len(cells) != expected && utf8.RuneCountInString(c.text) != 1 {
			continue
		}
		if wrong++; wrong == 1 {
			what += fmt.Sprintf("expected a digit 1 to %d or one of . 0 * _ - X at column %d, got %q", size, c.column, c.text)
		}
		if wrong <= mostPositions {
			places = append(places, c.position())
		}
	}
	if wrong > 1 {
		what += fmt.Sprintf("; also %d more", wrong-1)
	}
	switch {
	case len(cells) != expected && wrong > 0:
		what += fmt.Sprintf("; %v", expectedCells(expected, len(cells)))
	case len(cells) != expected:
		at := cells[len(cells)-1].position() // behind the last cell, or the surplus ones
		if end := at.Column + at.Length; len(cells) < expected {
			at.Column, at.Length = end, 0
		} else if at = cells[expected].position(); at.Line == cells[len(cells)-1].line {
			at.Length = end - at.Column
		}
		places, what = []Position{at}, what+expectedCells(expected, len(cells)).Error()
	case wrong == 0:
		places, what = []Position{cells[0].position()}, what+"expected digits and one other character"
	}
	e := failure(places[0], "%s", what)
	e.positions = places
	return e
}

// characters returns the characters of a text as cells.
func characters(text string, line, column int) []cell {
	list := make([]cell, 0, len(text))
	for i, r := range text {
		n := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n = utf8.DecodeRuneInString(text[i:])
		}
		list = append(list, cell{text: text[i : i+n], line: line, column: column})
		column++
	}
	return list
}
