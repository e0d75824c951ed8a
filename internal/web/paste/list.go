package paste

import (
	"errors"
	"strings"
	"unicode/utf8"

	"setdoku"
	"setdoku/internal/format"
)

// listFault finds the characters of a line that an error of a list is about. Without a character, it is about the line.
func listFault(bad *format.LineError, line string) Fault {
	line = strings.TrimRight(line, "\r")
	f := Fault{Text: bad.Err.Error()}
	positions := format.Positions(bad.Err)
	for _, position := range positions[:min(len(positions), mostSpots)] {
		f.Spots = append(f.Spots, Spot{Line: bad.Line, Column: position, Length: 1})
	}
	if f.Spots != nil {
		return f
	}
	if repeats, ok := errors.AsType[setdoku.Repeats](bad.Err); ok {
		if spots := repeatSpots(repeats, line, bad.Line); spots != nil {
			f.Spots = spots
			return f
		}
	}
	if length := utf8.RuneCountInString(line); length < setdoku.CellCount && setdoku.CellCount-length < 40 {
		f.Spots = []Spot{{Line: bad.Line, Column: length + 1}} // cells are missing at the end
	} else {
		f.Spots = []Spot{{Line: bad.Line, Column: 1, Length: max(1, length)}}
	}
	return f
}

// repeatSpots returns the places of the first two equal digits in a line that begins with its 81 cells, or nil if it does not.
func repeatSpots(repeats setdoku.Repeats, line string, number int) []Spot {
	first, ok := errors.AsType[setdoku.Repeat](repeats.Unwrap())
	cells := []rune(line)
	if !ok || len(cells) < setdoku.CellCount {
		return nil
	}
	digit := rune('0' + first.Digit)
	if cells[first.A] != digit || cells[first.B] != digit {
		return nil
	}
	return []Spot{
		{Line: number, Column: first.B + 1, Length: 1, Cell: setdoku.CellNumber(first.B)},
		{Line: number, Column: first.A + 1, Length: 1, Cell: setdoku.CellNumber(first.A)},
	}
}
