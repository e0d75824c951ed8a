package format

import (
	"cmp"
	"slices"
	"strings"
)

// A cutter cuts rows into their cells. It returns nil if it cannot.
type cutter func(rows []row, size int) [][]cell

// cutters are the ways in which the cells of rows are set apart: at blanks and bars; each character between blanks and
// bars; each character; fields between separators; columns of characters and blanks; each character but dashes and
// slashes. The first one by which rows are a grid reads them.
var cutters = []cutter{cutParts, cutCharacters, cutRaw, cutFields, cutColumns, cutDashless}

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
	var lines [][]rune
	wide, least, digits, bars := 0, plainLength*4, 0, 0
	trimmed := true // no row has blanks at its end
	for _, w := range rows {
		text := strings.TrimRight(w.text, blanks)
		trimmed = trimmed && text == w.text
		lines = append(lines, []rune(text))
		wide, least = max(wide, len([]rune(text))), min(least, len([]rune(w.text)))
		digits += w.digits
		if strings.ContainsFunc(text, isBar) {
			bars++
		}
	}
	if digits < fewestGivens[size] || wide > 4*plainLength || bars > 0 && bars < len(rows) {
		return nil
	}
	box := map[int]int{4: 2, 6: 3, 8: 4, 9: 3}[size]
	for step := 1; step <= 4 && box > 0; step++ {
		for gap := 0; gap <= 3; gap++ {
			for first := 0; first <= 3; first++ {
				column := func(k int) int { return first + k*step + k/box*gap }
				end := column(size-1) + 1
				switch {
				case bars > 0 && wide > end+first:
				case bars == 0 && (gap > 0 || first > 0 || wide > end),
					bars == 0 && (!trimmed && least < end || trimmed && wide < end):
				default:
					if list := cutAt(rows, lines, size, box, gap, bars > 0, column); list != nil {
						return list
					}
				}
			}
		}
	}
	return nil
}

// cutAt cuts lines at columns, if they have nothing but digits there, and bars between all cells or boxes.
func cutAt(rows []row, lines [][]rune, size, box, gap int, bars bool, column func(k int) int) (list [][]cell) {
	last := size - 1 // the first cell behind the last bar between cells
	if gap > 0 {
		last = size - box
	}
	barAt := make([]int, size+1) // where the first bar before each cell is, plus 1, and behind the last one
	for i, line := range lines {
		if end := len(line) - 1; end > column(last) && end < column(size-1) && isBar(line[end]) {
			return nil // the row ends too early
		}
		var fields []cell
		at := 0
		for k := range size + 1 {
			end := min(len(line), column(k))
			if k == size {
				end = len(line)
			}
			between, bar := line[min(at, end):end], false
			for j, r := range between {
				if !isSpace(r) && !isBar(r) {
					return nil
				}
				if isBar(r) && !bar {
					if bar, barAt[k] = true, cmp.Or(barAt[k], at+j+1); barAt[k] != at+j+1 {
						return nil
					}
				}
			}
			inner := k > 0 && k < size && bar != (bars && (gap == 0 || k%box == 0))
			if inner {
				return nil
			}
			if at = column(k) + 1; k == size {
				break
			}
			c := cell{line: rows[i].line, column: rows[i].column + column(k)}
			if end < len(line) && line[end] != ' ' {
				c.text = string(line[end])
			}
			if c.text != "" && (c.text < "1" || c.text > "9") {
				return nil
			}
			fields = append(fields, c)
		}
		list = append(list, fields)
	}
	return list
}

// fit reads rows as grids of a size, at most so many. It returns their cells and the text of the empty ones, or nil if
// the rows are no grid.
func fit(rows []row, size, most int) (cells []cell, empty string) {
	n := size * size
	for _, cut := range cutters {
		list := cut(rows, size)
		if cells = slices.Concat(list...); len(cells) == 0 || len(cells)%n != 0 || len(cells) > most*n || !even(list) {
			continue
		}
		if empty, ok := emptyText(cells, size); ok {
			return cells, empty
		}
	}
	return nil, ""
}

// even reports whether all rows have as many cells, and the last one perhaps fewer.
func even(list [][]cell) bool {
	for i, fields := range list {
		if len(fields) != len(list[0]) && (i < len(list)-1 || len(fields) > len(list[0]) || len(list[0]) <= 9) {
			return false
		}
	}
	return true
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
			for i := range w.parts {
				w.parts[i].text = withoutLetters(w.parts[i].text)
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
