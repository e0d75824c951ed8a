package format

import (
	"errors"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// Position is a place in a text. Line and Column count from 1, in lines and characters.
type Position struct {
	Line   int          `json:"line"`
	Column int          `json:"column"`
	Length int          `json:"length"` // characters; 0 for the place where one is missing
	Cell   setdoku.Cell `json:"cell"`   // the cell that the character is, 0 for none
}

// mostPositions limits the places of bad characters in a line.
const mostPositions = 100

// Positions returns the places of at most 100 wrong characters. The user mends the text at the first one. line is line
// e.Line of the text. If the error names no character, Positions returns the whole line, or the end of a line that
// lacks a few cells.
func (e *LineError) Positions(line string) (list []Position) {
	if e.positions != nil {
		return e.positions
	}
	line = strings.TrimRight(line, "\r")
	if bad, ok := errors.AsType[characterError](e.Err); ok {
		list = append(list, Position{Line: e.Line, Column: bad.position, Length: 1})
	}
	if bad, ok := errors.AsType[puzzleError](e.Err); ok {
		list = nil
		// a field may be before the cells
		column := utf8.RuneCountInString(line[:max(0, strings.Index(line, string(bad.text)))])
		for _, r := range string(bad.text) {
			if column++; !isCell(r) && len(list) < mostPositions {
				list = append(list, Position{Line: e.Line, Column: column, Length: 1})
			}
		}
	}
	if bad, ok := errors.AsType[setdoku.Repeats](e.Err); ok {
		if from := cellsIn([]byte(line), bad); from >= 0 {
			column := utf8.RuneCountInString(line[:from]) + 1
			return repeatPositions(bad, func(i int) Position {
				return Position{Line: e.Line, Column: column + i,
					Length: 1}
			})
		}
	}
	if list != nil {
		return list
	}
	if length := utf8.RuneCountInString(line); length < setdoku.CellCount && setdoku.CellCount-length < 40 {
		return []Position{{Line: e.Line, Column: length + 1}} // cells are missing at the end
	} else {
		return []Position{{Line: e.Line, Column: 1, Length: max(1, length)}}
	}
}

// cellsIn returns the byte index in a line at which the cells of a grid begin, or -1.
func cellsIn(line []byte, r setdoku.Repeats) int {
	cells := r.Variant.OrClassic().Cells()
	for from := 0; from+len(cells) <= len(line); from++ {
		k := 0
		for k < len(cells) && cellClass[line[from+k]]&(notCell|digitBits) == r.Digits[cells[k]] {
			k++
		}
		if k == len(cells) {
			return from
		}
	}
	return -1
}

// repeatPositions returns the places of equal digits that see each other: first the digits that repeat an earlier one,
// then the digits that are repeated. at returns the place of the cell of a number, counted from 0 on the board.
func repeatPositions(r setdoku.Repeats, at func(k int) Position) []Position {
	var first, again []Position
	v := r.Variant.OrClassic()
	for k, i := range v.Cells() {
		digit := r.Digits[i]
		if digit == 0 {
			continue
		}
		s := at(k)
		s.Cell = setdoku.CellAt(i)
		before, after := false, false
		for _, p := range v.Peers[i] {
			if r.Digits[p] == digit {
				before, after = before || p < i, after || p > i
			}
		}
		if before {
			again = append(again, s)
		} else if after {
			first = append(first, s)
		}
	}
	return append(again, first...)
}
