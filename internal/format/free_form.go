package format

import (
	"strings"
	"unicode/utf8"

	"setdoku"
)

// FreeForm returns the cells of a puzzle that somebody has written in a form that no format has: with blanks,
// commas, bars, brackets or borders between the cells, on one or several lines. ok is false if the text contains
// anything except cells and separators. The number of cells need not be 81. A blank is not a cell. If that gives
// 81 cells, a comma after a comma ends an empty cell.
func FreeForm(text string) (cells string, ok bool) {
	var b, dashless strings.Builder
	for i, c := range text {
		placed := i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' // after a +
		switch {
		case c < utf8.RuneSelf && cellClass[c] != notCell && c != ' ':
			b.WriteRune(c)
			if c != '-' {
				dashless.WriteRune(c)
			}
		case strings.ContainsRune(" \t\f\r\n,;|/[](){}\"'=", c):
		case c >= '\u2500' && c <= '\u257f': // box-drawing characters
		case (c == '+' || c == ':') && !placed: // corners
		default:
			return "", false
		}
	}
	for _, cells := range []string{b.String(), dashless.String(), betweenCommas(text)} {
		if len(cells) == setdoku.CellCount {
			return cells, true
		}
	}
	return b.String(), true
}

// betweenCommas returns one cell for each field of a text, in which a field may be empty. It returns "" if a field
// is longer than a cell.
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
