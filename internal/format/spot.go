package format

import (
	"errors"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// Spot is a place in a text. Line and Column count from 1, in lines and characters.
type Spot struct {
	Line   int          `json:"line"`
	Column int          `json:"column"`
	Length int          `json:"length"` // characters; 0 for the place where one is missing
	Cell   setdoku.Cell `json:"cell"`   // the cell that the character is, 0 for none
}

// mostSpots limits the places of bad characters in a line.
const mostSpots = 100

// Spots returns the places of at most 100 wrong characters. The user mends the text at the first one. line is line e.Line of the text.
// If the error names no character, Spots returns the whole line, or the end of a line that lacks a few cells.
func (e *LineError) Spots(line string) (list []Spot) {
	if e.spots != nil {
		return e.spots
	}
	line = strings.TrimRight(line, "\r")
	if bad, ok := errors.AsType[characterError](e.Err); ok {
		list = append(list, Spot{Line: e.Line, Column: bad.position, Length: 1})
	}
	if bad, ok := errors.AsType[puzzleError](e.Err); ok {
		list = nil
		column := utf8.RuneCountInString(line[:max(0, strings.Index(line, string(bad.text)))]) // a field may stand before the cells
		for _, r := range string(bad.text) {
			if column++; !isCell(r) && len(list) < mostSpots {
				list = append(list, Spot{Line: e.Line, Column: column, Length: 1})
			}
		}
	}
	if bad, ok := errors.AsType[setdoku.Repeats](e.Err); ok {
		if from := cellsIn([]byte(line), bad.Digits); from >= 0 {
			column := utf8.RuneCountInString(line[:from]) + 1
			return repeatSpots(bad.Digits, func(i int) Spot { return Spot{Line: e.Line, Column: column + i, Length: 1} })
		}
	}
	if list != nil {
		return list
	}
	if length := utf8.RuneCountInString(line); length < setdoku.CellCount && setdoku.CellCount-length < 40 {
		return []Spot{{Line: e.Line, Column: length + 1}} // cells are missing at the end
	} else {
		return []Spot{{Line: e.Line, Column: 1, Length: max(1, length)}}
	}
}

// cellsIn returns the byte index in a line at which the 81 cells of a grid begin, or -1.
func cellsIn(line []byte, d setdoku.Grid) int {
	for from := 0; from+setdoku.CellCount <= len(line); from++ {
		var found setdoku.Grid
		if flags := fill((*[setdoku.CellCount]byte)(line[from:]), &found); flags&notCell == 0 && found == d {
			return from
		}
	}
	return -1
}

// repeatSpots returns the places of equal digits that see each other: first the digits that repeat an earlier one, then the digits that
// are repeated. at returns the place of a cell.
func repeatSpots(d setdoku.Grid, at func(i int) Spot) []Spot {
	var first, again []Spot
	for i, digit := range d {
		if digit == 0 {
			continue
		}
		s := at(i)
		s.Cell = setdoku.CellAt(i)
		before, after := false, false
		for _, k := range setdoku.Peers[i] {
			if d[k] == digit {
				before, after = before || k < i, after || k > i
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
