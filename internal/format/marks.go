package format

import (
	"bytes"
	"fmt"
	"slices"

	"setdoku"
)

// marksSize is the length of a line of 81 cells with nine characters each.
const marksSize = 9 * setdoku.CellCount

// fromMarks makes a state of the candidates of 81 cells on a board. A cell with one candidate is a given, unless a peer
// has the same candidate: then the player has not placed it yet.
func fromMarks(v *setdoku.Variant, marks *[setdoku.CellCount]setdoku.DigitSet) setdoku.State {
	s := setdoku.State{Variant: v}
	for i, m := range marks {
		if m.Count() == 1 && !slices.ContainsFunc(s.Board().Peers[i], func(p int) bool { return marks[p]&m != 0 }) {
			s.Givens[i] = m.Lowest()
		}
	}
	s.KeepOnly(marks)
	return s
}

// read729 reads a line of 729 characters. Character j of a cell is digit j+1 if that is a candidate, otherwise '.'
// or '0'.
func read729(line []byte, v *setdoku.Variant) (setdoku.State, error) {
	var marks [setdoku.CellCount]setdoku.DigitSet
	for k, c := range line[:marksSize] {
		digit := uint8(k%9) + 1
		switch c {
		case '0' + digit:
			marks[k/9] |= setdoku.SetOf(digit)
		case '.', '0':
		default:
			return setdoku.State{}, fmt.Errorf("character %q at position %d, want %d or '.'", rune(c), k+1, digit)
		}
	}
	return fromMarks(v, &marks), nil
}

// is729 reports whether a line begins with 729 digits and dots, followed by its end or a comment.
func is729(line []byte) bool {
	if len(line) < marksSize || len(line) > marksSize && !setsOff(line[marksSize]) {
		return false
	}
	return len(bytes.TrimLeft(line[:marksSize], ".0123456789")) == 0
}

// bankLine splits a line `id cells rating` of a puzzle bank. Such a line has a hexadecimal number followed by a
// long run of cells, whose length may be wrong.
func bankLine(line []byte) (id, cells []byte, ok bool) {
	id, rest := cutField(line)
	cells, _ = cutField(rest)
	if len(cells) <= setdoku.CellCount/2 || len(bytes.TrimLeft(id, "0123456789abcdefABCDEF")) != 0 {
		return nil, nil, false
	}
	for _, c := range cells {
		if cellClass[c] == notCell {
			return nil, nil, false
		}
	}
	return id, cells, true
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
