package layout

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// tripleRows is the number of rows of a grid of 9x9 with three lines for each cell.
const tripleRows = 27

// cutTriple reads rows with three lines for each cell: 1, 2 and 3 in the first, 4, 5 and 6 in the second, 7, 8 and 9 in
// the third, each in its place, and a dot or a blank for a digit that is not a candidate. A digit that is not in its
// place is a given.
func cutTriple(c *candidate) (cells []field) {
	if c.size != 9 || c.count < tripleRows {
		return nil
	}
	var lines [][]field
	i := c.from
	for ; i < len(c.block.rows) && len(lines) < tripleRows; i++ {
		if w := &c.block.rows[i]; w.kind == kindCells {
			if lines = append(lines, w.threes()); lines[len(lines)-1] == nil {
				return nil
			}
		}
	}
	if len(lines) < tripleRows || slices.ContainsFunc(lines, func(f []field) bool { return !below(f, lines[0]) }) {
		return nil
	}
	for r := range lines {
		for k, f := range lines[r/3*3+r%3] {
			if r%3 == 0 {
				cells = append(cells, field{line: f.line, column: f.column})
			}
			one := &cells[r/3*9+k]
			for at, d := range f.text {
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
	c.used = i
	return cells
}

// below reports whether the fields of two lines are below each other. Otherwise one of them lacks a character.
func below(a, b []field) bool {
	return slices.EqualFunc(a, b, func(f, g field) bool { return f.column == g.column })
}

// threes returns the nine parts of three characters of a line, or nil.
func (w *row) threes() (parts []field) {
	if len(w.text) < tripleRows {
		return nil
	}
	text := w.barred()
	if len(w.parts) == 9 {
		for _, f := range w.parts {
			if len(f.text) != 3 {
				parts = nil
				break
			}
			parts = append(parts, f)
		}
		if parts != nil {
			return threesOf(parts)
		}
	}
	column, boxes := 1, [][]field{}
	for box := range strings.SplitSeq(text, "|") {
		width := len(box)
		margin := (width - 11) / 2
		if width >= 11 && width <= 13 {
			var list []field
			for k := range 3 {
				from := margin + 4*k
				list = append(list, field{text: box[from : from+3], line: w.line, column: column + from})
			}
			boxes = append(boxes, list)
		} else if strings.TrimSpace(box) != "" {
			return nil
		}
		column += utf8.RuneCountInString(box) + 1
	}
	if len(boxes) != 3 {
		return nil
	}
	return threesOf(append(append(boxes[0], boxes[1]...), boxes[2]...))
}

// threesOf returns parts if they are digits, dots and blanks.
func threesOf(parts []field) []field {
	for _, f := range parts {
		if strings.Trim(f.text, "123456789.0-_ ") != "" {
			return nil
		}
	}
	return parts
}

// triple reports whether the first rows of a block may be the lines of cells with three lines each: each digit of the
// first line is in its place.
func (b *block) triple() bool {
	n := 0
	for i := range b.rows {
		w := &b.rows[i]
		if w.kind != kindCells {
			continue
		}
		parts := w.threes()
		if parts == nil {
			return false
		}
		for _, f := range parts {
			for at, d := range f.text {
				if d >= '1' && d <= '9' && int(d-'0') != n%3*3+at+1 && strings.Trim(f.text, ". 0-_") != string(d) {
					return false
				}
			}
		}
		if n++; n == 3 {
			break
		}
	}
	return n > 0 && b.count < tripleRows
}
