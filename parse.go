package setdoku

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// emptyCells are the characters that people write for an empty cell.
const emptyCells = ".0*_-Xx"

// betweenCells are the characters that people write between cells, in addition to the drawn borders and the corners +
// and :.
const betweenCells = " \t\f\r\n,;|/[](){}\"'="

// ParseGrid reads a grid as people write it: 81 cells, row by row. A cell is a digit 1..9, or one of . 0 * _ - X x for
// an empty cell. Between the cells there may be white space, commas, bars, brackets, quotation marks and borders, on
// one line or on several. Of two commas in a row, the second one may follow an empty cell.
//
// The error names the first character that has no meaning in a grid, or the number of cells. ParseGrid does not compare
// the digits with each other: Grid.Check does.
func ParseGrid(text string) (Grid, error) {
	if d, err := ParseLine(text); err == nil {
		return d, nil
	}
	cells, ok := Cells(text)
	if !ok {
		return Grid{}, strangeCharacter(text)
	}
	if len(cells) != CellCount {
		return Grid{}, fmt.Errorf("%d cells, want %d", len(cells), CellCount)
	}
	return ParseLine(strings.Map(func(c rune) rune {
		if strings.ContainsRune(emptyCells, c) {
			return '.'
		}
		return c
	}, cells))
}

// Cells returns the characters of a text that are cells of a grid, as ParseGrid reads them. ok is false when the text
// holds a character that is not a cell and is not allowed between cells. The number of cells need not be 81.
//
// A dash is a cell or a part of a border, whichever makes 81 cells. A blank is not a cell.
func Cells(text string) (cells string, ok bool) {
	var all, dashless strings.Builder
	for i, c := range text {
		switch {
		case isCell(c):
			all.WriteRune(c)
			if c != '-' {
				dashless.WriteRune(c)
			}
		case !isBetween(text, i, c):
			return "", false
		}
	}
	for _, cells := range []string{all.String(), dashless.String(), betweenCommas(text)} {
		if len(cells) == CellCount {
			return cells, true
		}
	}
	return all.String(), true
}

// isCell reports whether a character is a cell.
func isCell(c rune) bool { return c >= '1' && c <= '9' || strings.ContainsRune(emptyCells, c) }

// isBetween reports whether character c, at byte i of a text, may be between cells. A + or : before a digit may not:
// it marks a placed digit or begins another part of a library line.
func isBetween(text string, i int, c rune) bool {
	digitFollows := i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9'
	return strings.ContainsRune(betweenCells, c) ||
		c >= '\u2500' && c <= '\u257f' || // drawn borders
		(c == '+' || c == ':') && !digitFollows // corners
}

// strangeCharacter is the error for the first character of a text that is not a cell and may not be between cells.
func strangeCharacter(text string) error {
	line, start := 1, 0
	for i, c := range text {
		if !isCell(c) && !isBetween(text, i, c) {
			return fmt.Errorf("character %q at line %d, position %d, want a digit or one of %s for an empty cell",
				c, line, utf8.RuneCountInString(text[start:i])+1, strings.Join(strings.Split(emptyCells, ""), " "))
		}
		if c == '\n' {
			line, start = line+1, i+1
		}
	}
	return nil
}

// betweenCommas returns one cell for each field of a text. A field may be empty. It returns "" when a field is more
// than a cell.
func betweenCommas(text string) string {
	var b strings.Builder
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.ReplaceAll(strings.TrimRight(line, "\r\n"), ";", ",")
		for field := range strings.SplitSeq(line, ",") {
			switch field = strings.TrimSpace(field); len(field) {
			case 0:
				b.WriteByte('.')
			case 1:
				b.WriteString(field)
			default:
				return ""
			}
		}
	}
	return b.String()
}
