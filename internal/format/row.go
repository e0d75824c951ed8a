package format

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// maxRow is the largest number of characters, without blanks and borders, of a line that may be meant as a row of
// nine cells rather than as a puzzle.
const maxRow = 20

// rowCharacters are the characters of a cell in a row.
const rowCharacters = "a digit or one of . 0 * _ - X"

// cellCharacters are the characters of a cell of a board.
func cellCharacters(v *setdoku.Variant) string {
	if v.Size == 9 {
		return rowCharacters
	}
	return fmt.Sprintf("a digit 1 to %d or one of . 0 * _ - X", v.Size)
}

// cellKind is the kind of a field of a row, one bit each. Only the other rows decide whether a single digit is a given
// or a pencil mark.
type cellKind uint8

const (
	kindDigit  cellKind = 1 << iota // one digit
	kindNone                        // no character
	kindDash                        // -
	kindEmpty                       // one of . 0 * _ X x
	kindPlaced                      // u and one digit
	kindMarks                       // two or more digits
	kindBad                         // unreadable, as is the whole row
)

// rowCell is one field of a row: its candidates, or its single digit.
type rowCell struct {
	kind  cellKind
	char  byte // character of an empty cell, ' ' if it has none
	marks setdoku.DigitSet
}

// gridRow is one of the nine lines of a grid.
type gridRow struct {
	line   int
	cells  [9]rowCell
	kinds  cellKind // of all cells
	packed bool     // nine characters without separators
}

// dashes reports whether a row is "---------" with any spacing. It is nine empty cells if rows mark them with '-',
// otherwise a border.
func (row *gridRow) dashes() bool { return row.kinds == kindDash }

// blank reports whether no cell of a row has a character. Before a grid, such a row may be an empty line of a table.
func (row *gridRow) blank() bool { return row.kinds == kindNone }

// dotted reports whether a row shows that '-' does not mark an empty cell: it has another mark for empty cells, or
// pencil marks.
func (row *gridRow) dotted() bool { return row.kinds&^(kindDigit|kindDash) != 0 }

// set makes a row of nine fields. It returns false if they are not nine cells.
func (row *gridRow) set(fields [][]byte) (ok bool) {
	row.kinds = 0
	for i, f := range fields {
		if row.cells[i], ok = parseField(f); !ok {
			return false
		}
		row.kinds |= row.cells[i].kind
	}
	return ok
}

// parseRow reads a row: nine fields or nine characters, without borders and blanks, or cells that separators show. ok
// is false if the line is not a row. rowError returns why.
func parseRow(line []byte) (row gridRow, ok bool) {
	var fields [9][]byte
	n, chars := splitRow(line, &fields)
	if n == 9 {
		ok = row.set(fields[:])
		return row, ok
	}
	for _, cells := range separated(line) {
		if row.set(cells) {
			return row, true
		}
	}
	if chars == 9 {
		var cells [9][]byte
		for _, f := range fields[:n] {
			for k := range f {
				cells[9-chars], chars = f[k:k+1], chars-1
			}
		}
		row.packed = true
		ok = row.set(cells[:])
	}
	return row, ok
}

// rowError returns the error of a line that is meant as a row.
func rowError(line []byte) error {
	var fields [9][]byte
	n, chars := splitRow(line, &fields)
	switch tabs := tabFields(line); {
	case len(tabs) == 9:
		n, fields = 9, [9][]byte(tabs)
	case tabs != nil && n != 9:
		return cellsError{len(tabs), "9"}
	}
	if n == 9 {
		var bad []string
		for i, f := range fields {
			if _, ok := parseField(f); !ok {
				bad = append(bad, fmt.Sprintf("field %d is %q", i+1, f))
			}
		}
		return fmt.Errorf("%s, want digits 1..9, each once, or one of . 0 * _ - X", strings.Join(bad, ", "))
	}
	t, length := tallyOf(line), rowLength(n, chars)
	switch {
	case t.slips > 0 && t.cells > chars-t.cells && length.n != 9:
		return fmt.Errorf("%w; %w", t.first, length)
	case t.slips > 0:
		return t.first
	case chars == 9:
		return fmt.Errorf("%q is not a row, want nine fields or nine characters", line)
	}
	return length
}

// splitRow splits a line at blanks and borders. It returns the number of fields, the first nine of which it keeps,
// and the total number of characters.
func splitRow(line []byte, fields *[9][]byte) (n, chars int) {
	start := -1
	for i := 0; i <= len(line); i++ {
		if i < len(line) && line[i] != '|' && !isSpace(rune(line[i])) {
			if start < 0 {
				start = i
			}
			chars++
			continue
		}
		if start >= 0 {
			if n < len(fields) {
				fields[n] = line[start:i]
			}
			n++
			start = -1
		}
	}
	return n, chars
}

// rowLength returns the error for a row that does not have nine cells.
func rowLength(fields, chars int) cellsError {
	if fields > 4 {
		chars = fields
	}
	return cellsError{chars, "9"}
}

// tally counts the characters of a line that may be meant as a row.
type tally struct {
	cells, slips, bars int
	first              error // of the first slip, a character that is not allowed in a row
}

func tallyOf(line []byte) (t tally) {
	for i, c := range line {
		switch {
		case c == '|':
			t.bars++
		case isSpace(rune(c)) || c == 'u':
		case cellClass[c] != notCell:
			t.cells++
		default:
			if t.slips++; t.slips > 1 {
				continue
			}
			r, _ := utf8.DecodeRune(line[i:])
			if t.first = (characterError{r, utf8.RuneCount(line[:i]) + 1, rowCharacters}); c == '\r' {
				t.first = errCR
			}
		}
	}
	return t
}

// parseField reads one cell of a row. ok is false if the field is not a cell.
func parseField(f []byte) (c rowCell, ok bool) {
	switch len(f) {
	case 0:
		return rowCell{kind: kindNone, char: ' '}, true
	case 1:
		switch class := cellClass[f[0]]; {
		case f[0] == '-':
			return rowCell{kind: kindDash, char: '-'}, true
		case class == isEmpty:
			return rowCell{kind: kindEmpty, char: f[0]}, true
		case class <= 9:
			return rowCell{kind: kindDigit, marks: setdoku.SetOf(class)}, true
		}
		return c, false
	}
	c.kind = kindMarks
	if len(f) == 2 && f[0] == 'u' {
		c.kind = kindPlaced
		f = f[1:]
	}
	for _, ch := range f {
		if ch < '1' || ch > '9' || c.marks.Has(ch-'0') {
			return c, false
		}
		c.marks |= setdoku.SetOf(ch - '0')
	}
	return c, true
}

// likeRow reports whether a line was probably meant as a row: it has the right size and at most two mistakes.
func likeRow(line []byte) bool {
	if tabFields(line) != nil {
		return true
	}
	t := tallyOf(line)
	if t.cells <= 4 || t.slips > 2 {
		return false
	}
	if t.bars > 0 || t.cells <= maxRow {
		return true
	}
	fields := len(bytes.FieldsFunc(line, isSpace))
	return fields > 4 && fields <= maxRow
}

// isBorder reports whether a line draws a border: it has "---" and no cell.
func isBorder(line []byte) bool {
	return bytes.Contains(line, []byte("---")) && len(bytes.Trim(line, "-=+|*.:' \t\f")) == 0
}
