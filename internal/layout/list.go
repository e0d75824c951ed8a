package layout

import (
	"fmt"
	"slices"
	"strings"
)

// cutList reads all cells of a board with separators between them, on any number of lines.
func cutList(c *candidate) []field {
	rows := c.block.rows[c.from:]
	if !c.ended || slices.ContainsFunc(rows, func(w row) bool { return w.kind == kindBlank }) || rowLike(rows, c.size) {
		return nil
	}
	cells := listed(rows, c.size)
	if cells != nil {
		c.used = len(c.block.rows)
	}
	return cells
}

// rowLike reports whether each line has as many cells as a row.
func rowLike(rows []row, size int) bool {
	return !slices.ContainsFunc(rows, func(w row) bool { return w.chars != size && w.count != size })
}

// listed returns the cells of rows that have as many as a board. A dash may be a cell or part of a ruler. A field may
// be a character, or all characters of a cell, or nothing between two commas.
func listed(rows []row, size int) []field {
	var all, dashless, fields, between, inner []field
	commas := true
	for i := range rows {
		w := &rows[i]
		if w.kind == kindRuler || w.kind == kindDashes {
			continue
		}
		fields = append(fields, w.parts...)
		for _, f := range w.characters() {
			all = append(all, f)
			if f.text != "-" {
				dashless = append(dashless, f)
			}
		}
		text := strings.TrimRight(strings.ReplaceAll(w.text, ";", ","), blanks)
		if !strings.Contains(text, ",") {
			commas = false
			continue
		}
		splits := w.splits(text, ",")
		between = append(between, trimmed(splits[len(splits)-1])...)
		inner = append(inner, trimmed(splits[0])...)
	}
	lists := [][]field{all, dashless, fields}
	if commas {
		lists = append(lists, between, inner)
	}
	for _, cells := range lists {
		if len(cells) == size*size && areFields(cells, size) && !mixed(cells, size) {
			return cells
		}
	}
	return nil
}

// listed returns the cells of a line that is a list of cells. Slashes may be between rows.
func (r *Reader) listed(line []byte) []field {
	text, removed := quoted(string(line))
	if letters(text) > 3*r.size*r.size {
		return nil
	}
	if !strings.Contains(text, "://") {
		text = strings.ReplaceAll(text, "/", " ")
	}
	w := newRow(text, r.src.n)
	if w.rising(r.size) {
		return nil
	}
	cells := listed([]row{w}, r.size)
	for i := range cells {
		cells[i].column += removed
	}
	return cells
}

// readList reads a line that has the cells of a board with separators between them.
func readList(r *Reader, line []byte, rec *Record) (bool, error) {
	if len(line) <= r.size*r.size || len(line) > mostRow || isRuler(string(line)) {
		return false, nil
	}
	cells := r.listed(line)
	if cells == nil {
		return false, nil
	}
	return true, rec.store(cells, r.size, false)
}

// readNearList returns the mistakes of a line that is meant as a list of cells.
func readNearList(r *Reader, line []byte, _ *Record) (bool, error) {
	n := r.size * r.size
	if len(line) < n || len(line) > mostRow || isRuler(string(line)) {
		return false, nil
	}
	w := newRow(strings.ReplaceAll(string(line), "/", " "), r.src.n)
	if len(w.parts) < 2 || len(w.parts) == r.size || w.cells <= 3*n/4 || w.cells <= 3*w.chars/4 {
		return false, nil
	}
	e := &Error{Line: r.src.n, Err: cellsError{w.chars, fmt.Sprint(r.size * r.size)}}
	if len(w.strange) == 0 {
		e.Places = []Place{lengthPlace(&w, w.characters(), n)}
		return true, e
	}
	bad := charactersError{want: cellCharacters(r.size)}
	for _, f := range w.strange {
		bad.add([]rune(f.text)[0], f.column)
		e.Places = append(e.Places, f.place())
	}
	e.Err = bad
	return true, e
}

// rising reports whether a line is a row of pencil marks: its parts are digits in ascending order.
func (w *row) rising(size int) bool {
	for _, f := range w.parts {
		for i := range len(f.text) {
			if f.text[i] < '1' || f.text[i] > '9' || i > 0 && f.text[i-1] >= f.text[i] {
				return false
			}
		}
	}
	return len(w.parts) == size
}
