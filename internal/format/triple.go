package format

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// cutTriple reads 27 rows with three lines for each cell: 1, 2 and 3 in the first, 4, 5 and 6 in the second, 7, 8 and
// 9 in the third, each in its place, and another character or a blank for a digit that is not a candidate. A digit
// that is not in its place is a given.
func cutTriple(rows []row) (cells []cell) {
	var lines [][]cell
	for i := range rows {
		threes := rows[i].threes()
		if threes == nil || i > 0 &&
			!slices.EqualFunc(threes, lines[0], func(a, b cell) bool { return a.column == b.column }) {
			return nil
		}
		lines = append(lines, threes)
	}
	for r := range lines {
		for k, c := range lines[r] {
			if r%3 == 0 {
				cells = append(cells, cell{line: c.line, column: c.column})
			}
			one := &cells[r/3*9+k]
			for at, d := range []rune(c.text) {
				switch in := r%3*3 + at + 1; {
				case d < '1' || d > '9':
				case int(d-'0') == in && !one.sure:
					one.text += string(d)
				default:
					one.text, one.sure = string(d), true
				}
			}
		}
	}
	for k := range cells {
		if cells[k].text == "" {
			cells[k].text = "."
		} else if len(cells[k].text) == 1 && !cells[k].sure && cells[k].text != "5" {
			cells[k].text += "*" // a mark, because a given is in the middle
		}
	}
	return cells
}

// threes returns the nine parts of three characters of a line, digits and another character or blanks, or nil: between
// blanks, or in boxes between bars.
func (w *row) threes() []cell {
	parts := w.parts
	if len(parts) != 9 || slices.ContainsFunc(parts, func(c cell) bool { return utf8.RuneCountInString(c.text) != 3 }) {
		parts = nil
		for _, box := range split(w.text, w.line, w.column, isBar) {
			runes := []rune(box.text)
			if margin := (len(runes) - 11) / 2; len(runes) >= 11 && len(runes) <= 13 {
				for from := margin; from < margin+12; from += 4 {
					parts = append(parts, cell{string(runes[from : from+3]), w.line, box.column + from, false})
				}
			} else if strings.TrimSpace(box.text) != "" {
				return nil
			}
		}
	}
	if _, ok := (&row{parts: parts}).other(); !ok || len(parts) != 9 {
		return nil
	}
	return parts
}
