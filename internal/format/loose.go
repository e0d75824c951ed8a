package format

import (
	"strings"
	"unicode/utf8"

	"setdoku"
)

// Loose returns the cells of a text in which somebody has written a puzzle in one
// of the ways that no format has: with blanks, commas, bars, brackets or borders
// between the cells, on one line or several. ok is false when the text holds
// anything but cells and what stands between them; the number of cells need not
// be 81. A blank is no cell, and of two commas in a row the second has an empty
// cell before it when that makes 81.
func Loose(text string) (cells string, ok bool) {
	var b, dashless strings.Builder
	for i, c := range text {
		placed := i+1 < len(text) && text[i+1] >= '0' && text[i+1] <= '9' // behind a +
		switch {
		case c < utf8.RuneSelf && cellClass[c] != notCell && c != ' ':
			b.WriteRune(c)
			if c != '-' {
				dashless.WriteRune(c)
			}
		case strings.ContainsRune(" \t\f\r\n,;|/[](){}\"'=", c):
		case c >= '\u2500' && c <= '\u257f': // drawn borders
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

// betweenCommas returns one cell for each field of a text, where a field may be
// empty, or "" when a field is more than a cell.
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
