package layout

import (
	"bytes"
	"fmt"
)

// marksSize is the length of a line of 81 cells with nine characters each.
const marksSize = 9 * CellCount

// read729 reads a line of 729 digits and dots, and perhaps a comment. Character j of a cell is digit j+1 if that is a
// candidate, otherwise '.' or '0'.
func read729(_ *Reader, line []byte, rec *Record) (bool, error) {
	line = bytes.Trim(line, blanks)
	if len(line) < marksSize || len(line) > marksSize && !setsOff(line[marksSize]) ||
		len(bytes.TrimLeft(line[:marksSize], ".0123456789")) > 0 {
		return false, nil
	}
	rec.Size, rec.Marking = 9, OnlyMarks
	for k, c := range line[:marksSize] {
		digit := uint8(k%9) + 1
		switch c {
		case '0' + digit:
			rec.Marks[k/9] |= 1 << (digit - 1)
		case '.', '0':
		default:
			return true, fmt.Errorf("character %q at position %d, want %d or '.'", rune(c), k+1, digit)
		}
	}
	rec.Name = comment(line[marksSize:])
	return true, nil
}
