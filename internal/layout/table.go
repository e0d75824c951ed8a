package layout

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// cutTable reads rows in which separators show where a cell is, so that an empty cell may have no character: tabs,
// bars, commas or semicolons between all cells.
func cutTable(c *candidate) (cells []field) {
	tabs := slices.ContainsFunc(c.rows, func(w row) bool { return strings.Count(w.text, "\t") >= c.size-1 })
	if c.rows == nil {
		return nil
	}
	open, bars := openTabs(c.rows), strings.Count(c.rows[0].barred(), "|")
	for i := range c.rows {
		row := c.rows[i].separated(c.size, false)
		if tabs {
			row = c.rows[i].tabbed(c.size, open)
		}
		if strings.Count(c.rows[i].barred(), "|") != bars && !tabs {
			return nil // a cell and its bar are missing
		}
		if len(row) != c.size || !areFields(row, c.size) {
			return nil
		}
		cells = append(cells, row...)
	}
	if mixed(cells, c.size) {
		return nil
	}
	return cells
}

// cutBoxes reads a drawn grid with bars between boxes only, in which a blank is an empty cell.
func cutBoxes(c *candidate) (cells []field) {
	for i := range c.rows {
		row := c.rows[i].separated(c.size, true)
		if len(row) != c.size || !areFields(row, c.size) {
			return nil
		}
		cells = append(cells, row...)
	}
	if mixed(cells, c.size) || !aligned(cells, c.size) {
		return nil
	}
	return cells
}

// aligned reports whether the digits of each column of a grid are below each other, and its empty cells.
func aligned(cells []field, size int) bool {
	var digits, empty [9]int // their columns in the text
	for k, f := range cells {
		at := &digits[k%size]
		if f.text == "" {
			at = &empty[k%size]
		}
		switch {
		case len(f.text) > 1:
		case *at == 0:
			*at = f.column
		case *at != f.column:
			return false
		}
	}
	in := 0 // the place of a digit in its field
	for k := range size {
		if digits[k] == 0 || empty[k] == 0 {
			continue
		}
		if in != 0 && in != digits[k]-empty[k] {
			return false
		}
		in = digits[k] - empty[k]
	}
	return true
}

// separated returns the fields of a row between its first separator of tab, bar, comma and semicolon, or nil if they
// are not the cells of a row. boxes says whether bars are between boxes only.
func (w *row) separated(size int, boxes bool) []field {
	text := w.barred()
	separator := ""
	for _, s := range []string{"\t", "|", ",", ";"} {
		if strings.Contains(text, s) {
			separator = s
			break
		}
	}
	if separator == "\t" && !boxes {
		return w.tabbed(size, true)
	}
	if separator == "" || boxes && separator != "|" {
		return nil
	}
	// Only digits and blanks, and nothing at the end: a missing blank there is an empty cell, and not a cell less.
	open := strings.Trim(text, "123456789|"+blanks) == "" && !strings.HasSuffix(strings.TrimRight(text, blanks), "|")
	for _, fields := range w.splits(text, separator) {
		if boxes {
			fields = boxFields(fields, size, open)
		}
		if len(fields) == size {
			return trimmed(fields)
		}
	}
	return nil
}

// barred returns the text with | for all bars.
func (w *row) barred() string {
	return strings.Map(func(c rune) rune {
		if isBar(c) {
			return '|'
		}
		return c
	}, w.text)
}

// tabled returns rows with the fields between separators as their parts, if most rows have a separator for each cell,
// or one less. It returns the rows themselves if not, or if empty cells have characters.
func tabled(rows []row, size int) []row {
	for _, separator := range []string{"\t", ",", ";", "|"} {
		n := 0
		for i := range rows {
			if len(rows[i].text) >= size-2 && strings.Count(rows[i].barred(), separator) >= size-2 {
				n++
			}
		}
		if 2*n <= len(rows) {
			continue
		}
		var all []field
		out := slices.Clone(rows)
		for i := range out {
			w := &out[i]
			text := w.barred()
			w.parts, w.table = nil, true
			for _, fields := range w.splits(text, separator) {
				if w.parts == nil || len(fields) == size || separator != "|" && len(w.parts) != size {
					w.parts = fields
				}
			}
			if w.parts = trimmed(w.parts); separator == "\t" {
				w.parts = w.tabbed(size, openTabs(rows))
			}
			all = append(all, w.parts...)
		}
		if !mixed(all, size) {
			return out
		}
	}
	return rows
}

// openTabs reports whether tabs may be missing at the ends of rows: no row ends with a tab.
func openTabs(rows []row) bool {
	return !slices.ContainsFunc(rows, func(w row) bool { return strings.HasSuffix(w.text, "\t") })
}

// tabbed returns the fields of a row between tabs. In an open row tabs may be missing at the end.
func (w *row) tabbed(size int, open bool) []field {
	all := w.splits(w.text, "\t")
	fields := trimmed(all[0])
	if len(all) > 1 && len(fields) != size {
		fields = trimmed(all[1])
	}
	for len(fields) < size && open {
		fields = append(fields, field{line: w.line, column: utf8.RuneCountInString(w.text) + 1})
	}
	return fields
}

// trimmed removes the blanks and quotation marks around each field.
func trimmed(fields []field) []field {
	for i, f := range fields {
		text := strings.TrimLeft(f.text, blanks+`"'[{(`)
		fields[i].column += utf8.RuneCountInString(f.text) - utf8.RuneCountInString(text)
		fields[i].text = strings.TrimRight(text, blanks+`"']})`)
		if fields[i].text == "" && strings.ContainsAny(f.text, `"'`) || slices.Contains(unknown, fields[i].text) {
			fields[i].text = "."
		}
	}
	return fields
}

// splits returns the fields of a line between separators. A separator may follow the last field as well. Bars may also
// enclose the line, and may be doubled between boxes: splits returns the fields of each reading.
func (w *row) splits(text, separator string) (list [][]field) {
	fields := func(text string, from int, step int) (list []field) {
		column := from
		for part := range strings.SplitSeq(text, separator) {
			list = append(list, field{text: part, line: w.line, column: column})
			column += utf8.RuneCountInString(part) + step
		}
		return list
	}
	if separator != "|" {
		all := fields(text, 1, 1)
		if last := len(all) - 1; last > 3 && strings.Trim(all[last].text, blanks+"]})") == "" {
			list = append(list, all[:last])
		}
		return append(list, all)
	}
	for step, text := range []string{text, strings.ReplaceAll(text, "||", "|")} {
		list = append(list, fields(text, 1, 1+step))
		list = append(list, fields(" "+text+" ", 0, 1+step))
		inner := strings.TrimRight(text, blanks)
		left := strings.TrimLeft(inner, blanks)
		if from := len(inner) - len(left); strings.HasPrefix(left, "|") {
			if strings.HasSuffix(left[1:], "|") {
				list = append(list, fields(left[1:len(left)-1], from+2, 1+step))
			} else {
				list = append(list, fields(left[1:], from+2, 1+step))
			}
		}
	}
	return list
}

// boxFields cuts each box of a row into fields of the same width. A box may have one more blank at its end. In an open
// row the last box may lack blanks.
func boxFields(boxes []field, size int, open bool) (list []field) {
	n := len(boxes)
	if n < 2 || size%n != 0 {
		return nil
	}
	each, wide := size/n, len(boxes[0].text)
	width := (wide + 1) / each
	for i, box := range boxes {
		text := box.text
		if open && i == n-1 && len(text) < wide {
			text += strings.Repeat(" ", wide-len(text))
		}
		if width == 0 || len(text) != wide {
			return nil
		}
		text += " " // the last cell of a box of 5 has no blank behind it
		if strings.Trim(text[each*width:], blanks) != "" {
			return nil
		}
		for k := range each {
			list = append(list, field{text: text[k*width : (k+1)*width], line: box.line, column: box.column + k*width})
		}
	}
	return list
}
