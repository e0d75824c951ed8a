package format

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A cutter cuts rows into their cells. It returns nil if it cannot.
type cutter func(rows []row, size int) [][]cell

var (
	cutParts      = each(func(w *row) []cell { return w.parts })
	cutCharacters = each((*row).characters)
	cutRaw        = each(func(w *row) []cell {
		text := strings.TrimRight(w.text, blanks)
		trimmed := strings.TrimLeft(text, blanks)
		return characters(trimmed, w.line, w.column+len(text)-len(trimmed))
	})
	cutDashless = each(func(w *row) []cell {
		return slices.DeleteFunc(w.characters(), func(c cell) bool { return c.text == "-" || c.text == "/" })
	})
)

// cutters are the ways in which the cells of rows are set apart: at blanks and bars; each character between blanks and
// bars; fields between separators; columns of characters and blanks; each character but dashes and slashes. The first
// one by which rows are a grid reads them. count is the number of cells of a row if it is known without cutting them.
var cutters = []struct {
	cut   cutter
	count func(w *row) int
}{
	{cutParts, func(w *row) int { return len(w.parts) }},
	{cutCharacters, func(w *row) int { return w.chars }},
	{cutFields, nil},
	{cutColumns, nil},
	{cutDashless, func(w *row) int {
		n := w.chars
		for _, c := range w.parts {
			n -= strings.Count(c.text, "-") + strings.Count(c.text, "/")
		}
		return n
	}},
}

// each is a cutter of one row after another.
func each(cut func(w *row) []cell) cutter {
	return func(rows []row, _ int) (list [][]cell) {
		for i := range rows {
			list = append(list, cut(&rows[i]))
		}
		return list
	}
}

// fieldSeparators show where a cell is, so that an empty cell may have no character.
var fieldSeparators = []string{"\t", ",", ";", "|"}

// cutFields cuts at tabs, commas, semicolons or bars. Each row may have a separator behind its last cell, and the last
// row alone; bars may be around rows, and two of them between boxes; and tabs may be missing at the end of a row.
func cutFields(rows []row, size int) (list [][]cell) {
	for _, separator := range fieldSeparators {
		separates := func(r rune) bool { return string(r) == separator || separator == "|" && isBar(r) }
		list = list[:0]
		// written: a cell has a character for an empty one; ended: a row ends with a separator
		most, written, ended := 0, false, false
		for i := range rows {
			fields := split(rows[i].text, rows[i].line, rows[i].column, separates)
			if separator == "|" && len(fields) > size+2 {
				outer := len(fields) - 1
				fields = append(slices.DeleteFunc(fields[:outer], func(c cell) bool { return c.text == "" }), fields[outer])
			}
			most = max(most, len(fields))
			for k := range fields {
				fields[k].trim()
				written = written || len(fields[k].text) == 1 && isCell(rune(fields[k].text[0]), 0)
			}
			ended = ended || fields[len(fields)-1].text == ""
			list = append(list, fields)
		}
		if most < size-1 {
			continue
		}
		if separator == "|" && most > size && !slices.ContainsFunc(list, func(f []cell) bool { return len(f) <= size || f[0].text != "" }) {
			for i := range list {
				list[i] = list[i][1:]
			}
		}
		trailing := func(f []cell) bool { return len(f)%size == 1 && len(f) > 1 && f[len(f)-1].text == "" }
		end, behind := len(list)-1, trailing(list[0])
		for i, f := range list {
			if trailing(f) && (behind || i == end) || behind && i < end && f[len(f)-1].text == "" {
				list[i] = f[:len(f)-1]
			}
			for separator == "\t" && !ended && !written && len(list[i]) < size {
				last := f[len(f)-1].position()
				list[i] = append(list[i], cell{line: last.Line, column: last.Column + last.Length})
			}
		}
		return list
	}
	return nil
}

// trim removes the blanks, quotation marks and brackets around a field.
func (c *cell) trim() {
	text := strings.TrimLeft(c.text, blanks+`"'[{(`)
	c.column += len(c.text) - len(text)
	text = strings.TrimRight(text, blanks+`"']})`)
	if text == "" && strings.ContainsAny(c.text, `"'`) || slices.Contains(emptyWords, text) {
		text = "."
	}
	c.text = text
}

// cutColumns cuts a grid in which a blank is an empty cell. The cells of a column are below each other. They are side
// by side, or blanks are between them, and bars are between all cells, between boxes or nowhere. Blanks at the ends of
// all rows may be missing.
func cutColumns(rows []row, size int) [][]cell {
	wide, least, digits, trimmed := 0, plainLength*4, 0, true // no row has blanks at its end
	bars := make(map[int]int)                                 // rows with a bar, by column
	for _, w := range rows {
		text := []rune(strings.TrimRight(w.text, blanks))
		n := utf8.RuneCountInString(w.text)
		trimmed = trimmed && len(text) == n
		wide, least = max(wide, len(text)), min(least, n)
		digits += w.digits
		for j, c := range text {
			if isBar(c) {
				bars[j]++
			}
		}
	}
	box := map[int]int{4: 2, 6: 3, 8: 4, 9: 3}[size]
	if digits < fewestGivens[size] || wide > 4*plainLength || box == 0 {
		return nil
	}
	for _, n := range bars {
		if n < len(rows) {
			return nil
		}
	}
	for step := 1; step <= 4; step++ {
		for gap := 0; gap <= 3; gap++ {
			for first := 0; first <= 3; first++ {
				at := make([]int, size) // the columns of the cells
				for k := range at {
					at[k] = first + k*step + k/box*gap
				}
				end := at[size-1] + 1
				if len(bars) > 0 && wide > end+first || len(bars) == 0 && (gap > 0 || first > 0 || wide > end ||
					!trimmed && least < end || trimmed && wide < end) {
					continue
				}
				fits := true
				for k, j := range at[1:] { // each space between two cells
					bar := false
					for i := at[k] + 1; i < j; i++ {
						bar = bar || bars[i] > 0
					}
					fits = fits && bar == (len(bars) > 0 && (gap == 0 || (k+1)%box == 0))
				}
				if list := cutAt(rows, at); fits && list != nil {
					return list
				}
			}
		}
	}
	return nil
}

// cutAt cuts rows at the columns of their cells. It returns nil if they have more than blanks and bars between the
// cells, or a cell is neither a digit nor a blank.
func cutAt(rows []row, at []int) (list [][]cell) {
	for _, w := range rows {
		fields := make([]cell, len(at))
		for k := range at {
			fields[k] = cell{line: w.line, column: w.column + at[k]}
		}
		j := 0
		for _, c := range w.text {
			k, isCell := slices.BinarySearch(at, j)
			switch j++; {
			case isCell && c >= '1' && c <= '9':
				fields[k].text = string(c)
			case c != ' ' && (isCell || !isBar(c) && !isSpace(c)):
				return nil
			}
		}
		list = append(list, fields)
	}
	return list
}

// fit reads rows as grids of a size, at most so many. It returns their cells and the text of the empty ones, or nil if
// the rows are no grid.
func fit(rows []row, size, most int) (cells []cell, empty string) {
	for _, way := range cutters {
		if way.count != nil && !even(len(rows), func(i int) int { return way.count(&rows[i]) }, size, most) {
			continue
		}
		list := way.cut(rows, size)
		if list == nil || way.count == nil && !even(len(rows), func(i int) int { return len(list[i]) }, size, most) {
			continue
		}
		cells = slices.Concat(list...)
		if empty, ok := emptyText(cells, size); ok {
			return cells, empty
		}
	}
	return nil, ""
}

// even reports whether rows have the cells of 1 to most grids: all as many, and the last one perhaps fewer.
func even(rows int, count func(i int) int, size, most int) bool {
	first, all := count(0), 0
	for i := range rows {
		n := count(i)
		if n != first && (i < rows-1 || n > first || first <= 9) {
			return false
		}
		all += n
	}
	return all > 0 && all%(size*size) == 0 && all <= most*size*size
}

// unlabel returns rows without the labels at their beginnings: A to I, r1 to r9, or 1 to 9.
func unlabel(rows []row) []row {
	var labels []cell
	for _, w := range rows {
		if len(w.parts) < 2 {
			return rows
		}
		labels = append(labels, w.parts[0])
	}
	for kind := range 3 {
		if !isLabels(labels, kind) {
			continue
		}
		out := slices.Clone(rows)
		for k := range out {
			w := &out[k]
			next := w.parts[1].column - w.column
			before := w.text[:0]
			for _, r := range []rune(w.text)[:next] { // a bar behind the label stays
				if before += " "; isBar(r) {
					before = before[:len(before)-1] + string(r)
				}
			}
			w.text = before + string([]rune(w.text)[next:])
			w.parts = slices.Clone(w.parts[1:])
			w.chars = 0
			for i := range w.parts {
				w.parts[i].text = withoutLetters(w.parts[i].text)
				w.chars += utf8.RuneCountInString(w.parts[i].text)
			}
		}
		if len(out[0].parts) == len(rows) || len(out[0].characters()) == len(rows) || kind == 0 {
			return out
		}
	}
	return rows
}

// withoutLetters removes the lower-case letters behind digits, as the pictures of setdoku have them.
func withoutLetters(text string) string {
	if text == "" || notDigit(rune(text[0])) {
		return text
	}
	trimmed := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return -1
		}
		return r
	}, text)
	if strings.Trim(trimmed, "123456789") != "" {
		return text
	}
	return trimmed
}
