package format

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// block has consecutive lines that may be the rows of grids, and the blank lines and rulers between them.
type block struct {
	rows     []row
	at       int  // the rows before it have been read
	count    int  // rows of cells from at on
	cells    int  // their characters
	bytes    int  // of the rows
	first    int  // rows of cells before the first blank line, 0 if there is none
	since    int  // rows of cells after the last blank line
	odd      bool // a row of cells is not nine plain cells
	dashed   bool // a ruler may be a row
	bordered bool // the line above begins the border of pencil marks
	ended    bool // no line can be added
	partial  bool // it is only the first part of a longer one
	begun    bool // grids of it have been read
	size     int  // of its grids, and the rows of cells that each one has; 0 before the first
	height   int
}

// mostBytes limits a block. Of a longer list of grids without lines between them the first part is read before the
// rest.
const mostBytes = 128 << 10

// add adds a line. Before the first row it adds none.
func (b *block) add(w row) {
	if !w.isCells() && b.count == 0 {
		b.bordered = w.kind != rowBlank && ruled(w.text)
		return
	}
	switch w.kind {
	case rowBlank:
		if b.first == 0 {
			b.first = b.count
		}
		b.since = 0
	case rowCells, rowDashes:
		b.count++
		b.since++
		b.cells += w.chars
		b.dashed = b.dashed || w.kind == rowDashes
		b.odd = b.odd || !w.plain || w.chars != 9
	}
	b.bytes += len(w.text) + 1
	b.rows = append(b.rows, w)
	b.partial = b.bytes >= mostBytes
	b.ended = b.partial
}

// isCells reports whether a line is a row of cells, or a ruler that may be one.
func (w *row) isCells() bool { return w.kind == rowCells || w.kind == rowDashes }

// ruled reports whether a border of pencil marks begins a grid.
func ruled(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, blanks), ".-") }

// clear removes all lines.
func (b *block) clear() { *b = block{rows: b.rows[:0]} }

// rest returns the lines that have not been read.
func (b *block) rest() []row { return b.rows[b.at:] }

// drop removes the first n lines, and what is no row after them.
func (b *block) drop(n int) {
	for i, w := range b.rest() {
		if i >= n && w.isCells() {
			break
		}
		if w.isCells() {
			b.count--
		}
		n = max(n, i+1)
	}
	b.at += n
	b.bordered = n > 0 && b.rows[b.at-1].kind == rowRuler && ruled(b.rows[b.at-1].text)
}

// resume lets a block go on whose first part has been read.
func (b *block) resume() {
	b.rows = b.rows[:copy(b.rows, b.rest())]
	b.at, b.bytes, b.ended, b.partial = 0, 0, false, false
	for _, w := range b.rows {
		b.bytes += len(w.text) + 1
	}
}

// spans reports whether the block may go on behind a blank line: the line follows each row of a grid, or each band, or
// it is a row without a digit.
func (r *Reader) spans() bool {
	b := &r.block
	sparse := len(b.rows) < 9 && b.sparse()
	switch {
	case sparse && b.cells < 16:
		return true
	case b.first == 0 && b.cells >= 16 && b.cells != b.count*r.size && r.isWhole():
		return false
	case sparse:
		return true
	case b.count >= 9 && (b.cells > b.count || b.count >= setdoku.CellCount), b.rows[len(b.rows)-1].kind == rowBlank:
		return false
	}
	return b.first == 0 && b.count <= 4 || b.first > 0 && b.since == b.first
}

// isWhole reports whether the rows of the block are whole grids.
func (r *Reader) isWhole() bool {
	b := &r.block
	rows, _ := b.gridRows(len(b.rows))
	r.measure(rows)
	whole := b.size > 0
	b.size, b.height = 0, 0
	return whole
}

// sparse reports whether all lines have nothing but digits and blanks.
func (b *block) sparse() bool {
	return !slices.ContainsFunc(b.rest(), func(w row) bool { return strings.Trim(w.text, "123456789 ") != "" })
}

// gridRows returns the rows of cells of the block, at most n, and for each one its index in the rest of the block. A
// ruler is a row of empty cells if the other rows have its character as the only empty cell.
func (b *block) gridRows(n int) (rows []row, at []int) {
	dash := ""
	if b.dashed {
		var cells []cell
		for _, w := range b.rest() {
			if w.kind == rowCells {
				w = newRow(w.text, w.line)
				cells = append(cells, w.characters()...)
			}
		}
		cells = slices.DeleteFunc(cells, func(c cell) bool {
			return len(c.text) == 1 && !notDigit(rune(c.text[0])) || strings.Contains(listMarks, c.text)
		})
		if others(cells) == 1 {
			dash = cells[0].text
		}
	}
	for i, w := range b.rest() {
		if w.kind != rowCells && (w.kind != rowDashes || w.dash() != dash) {
			continue
		}
		if w.plain {
			w = newRow(w.text, w.line)
		}
		if rows, at = append(rows, w), append(at, i); len(rows) == n {
			break
		}
	}
	return rows, at
}

// plainGrid reads the next grid of plain rows of 9x9.
func (r *Reader) plainGrid() {
	rec := r.emit()
	used := 0
	rec.places = slices.Grow(rec.places, setdoku.CellCount)
	for _, w := range r.block.rest() {
		if used++; w.kind != rowCells {
			continue
		}
		for at := range len(w.text) {
			if class := cellClass[w.text[at]]; class&(notCell|isBlank) == 0 {
				rec.givens[len(rec.places)] = class & digitBits
				rec.places = append(rec.places, Position{Line: w.line, Column: at + 1, Length: 1})
			}
		}
		if len(rec.places) == setdoku.CellCount {
			break
		}
	}
	rec.at = rec.places[0]
	r.endGrid(rec, used)
}

// readBlock reads the next grid of the block, or the mistake of its rows.
func (r *Reader) readBlock() {
	b := &r.block
	if b.count == 0 {
		b.clear()
		return
	}
	if r.size == 9 && !b.odd && !b.bordered && (b.partial || b.count%9 == 0) {
		if b.count < 9 {
			b.resume()
		} else {
			r.plainGrid()
		}
		return
	}
	rows, at := b.gridRows(b.height + 2)
	if b.size == 0 {
		if lines := b.rest(); len(lines) <= r.size && len(lines) >= r.size/2 && b.sparse() {
			for lines = slices.Clone(lines); len(lines) < r.size; {
				lines = append(lines, row{line: lines[len(lines)-1].line + 1, column: 1})
			}
			if list := cutColumns(lines, r.size); list != nil &&
				slices.ContainsFunc(lines, func(w row) bool { return w.chars < r.size }) {
				r.store(slices.Concat(list...), r.size, "", len(b.rest()))
				return
			}
		}
		rows, at = b.gridRows(len(b.rows))
		if len(rows) == 0 {
			b.clear()
			return
		}
		from := r.measure(rows)
		if b.size == 0 {
			r.blockFault(rows)
			return
		}
		rows, at = rows[from:], at[from:]
	}
	for count := b.count; b.begun && len(rows) > 0 && b.isBetween(&rows[0], count); count-- { // above the next grid
		rows, at = rows[1:], at[1:]
	}
	switch {
	case len(rows) >= b.height:
		cells, empty := r.fitGrid(rows[:b.height])
		if cells == nil {
			r.blockFault(rows[:b.height])
		} else if slices.ContainsFunc(cells, func(c cell) bool { return c.text != "" }) {
			r.store(cells, b.size, empty, at[b.height-1]+1)
		} else {
			b.drop(at[b.height-1] + 1) // empty rows of a table
		}
	case len(rows) > 0 && b.partial:
		b.drop(at[0])
		b.resume()
	case len(rows) > 0:
		r.blockFault(rows)
	default:
		b.clear()
	}
}

// isBetween reports whether a row stands between two grids of the block: a number, or an empty row of a table. n is the
// number of rows from it on.
func (b *block) isBetween(w *row, n int) bool {
	if b.height < b.size || b.height > 3*b.size {
		return false
	}
	return w.isNumber() && w.chars != b.size && len(w.parts) != b.size || len(w.parts) == 0 && n%b.height != 0
}

// store makes a record of the cells of a grid, which ends the first lines of the block.
func (r *Reader) store(cells []cell, size int, empty string, used int) {
	rec := r.emit()
	if err := rec.set(cells, size, empty, r.block.bordered); err != nil {
		r.spoil(Position{}, err)
	}
	r.endGrid(rec, used)
}

// endGrid ends the reading of a grid, and drops its lines.
func (r *Reader) endGrid(rec *record, used int) {
	rec.name = r.gridName()
	r.meta, r.titles = metadata{}, nil
	r.block.begun = true
	r.block.drop(used)
}

// measure finds the size of the grids of the rows and the number of rows of each, and returns the number of rows above
// them, which are the numbers of columns or other numbers. It leaves b.size 0 if the rows are no grids.
func (r *Reader) measure(rows []row) (from int) {
	b := &r.block
	first := rows[min(1, len(rows)-1)] // the first one may be a number
	sizes := []int{r.size}
	if r.size == 9 {
		for _, n := range []int{first.chars, len(first.parts), len(first.parts) - 1} { // there may be labels
			if n >= 4 && n < 9 && !slices.Contains(sizes, n) {
				sizes = append(sizes, n)
			}
		}
	}
	for from := range rows[:min(len(rows), r.size+1)] { // a table may have some empty rows above
		if from > 0 && len(rows[from-1].parts) > 0 &&
			(from > 2 || !rows[from-1].isNumber() && !isLabels(rows[from-1].parts, 2)) {
			break
		}
		left := rows[from:]
		for _, b.size = range sizes {
			n := b.size * b.size
			heights := []int{b.size, 1, len(left)}
			if b.size == 9 {
				heights = slices.Insert(heights, 0, 27)
			}
			for _, each := range []int{left[0].chars, len(left[0].parts)} {
				if each > 0 && n%each == 0 {
					heights = append(heights, n/each)
				}
			}
			for _, b.height = range heights {
				if b.height <= len(left) && r.fits(left) {
					return from
				}
			}
		}
	}
	b.size, b.height = 0, 0
	return 0
}

// fits reports whether the first rows are a grid of the block, and the others have as many rows as more grids.
func (r *Reader) fits(rows []row) bool {
	b := &r.block
	if cells, _ := r.fitGrid(rows[:b.height]); cells == nil {
		return false
	}
	for rows = rows[b.height:]; len(rows) > 0 && !b.partial; {
		switch {
		case b.isBetween(&rows[0], len(rows)):
			rows = rows[1:]
		case len(rows) < b.height:
			return false
		default:
			rows = rows[b.height:]
		}
	}
	return true
}

// fitGrid reads rows as a grid of the block.
func (r *Reader) fitGrid(rows []row) (cells []cell, empty string) {
	if r.block.height == 27 && r.block.size == 9 {
		return cutTriple(rows), ""
	}
	return fit(unlabel(rows), r.block.size, 1)
}

// blockFault ends the block, or its part before the first blank line, with the mistake of its rows, if they have as
// many digits or cells as a puzzle. Fewer are text.
func (r *Reader) blockFault(rows []row) {
	b := &r.block
	gap := slices.IndexFunc(b.rest(), func(w row) bool { return w.kind == rowBlank })
	if gap > 0 && !b.begun && b.rest()[0].line < rows[0].line+gap {
		before := 0
		for _, w := range b.rest()[:gap] {
			if w.isCells() {
				before++
			}
		}
		rows = rows[:min(len(rows), max(1, before))]
	} else {
		gap = 0
	}
	digits, cells := r.lost, 0
	for _, w := range rows {
		digits += w.digits
		cells += w.known
		if n := w.separators(); n >= manySeparators {
			cells += n
		}
	}
	r.lost = digits
	if digits >= manyDigits || digits > 0 && (cells > r.size*r.size/2 || len(rows) == 1 && rows[0].isCut()) {
		e := rowsError(rows, r.size)
		if left := b.count - len(rows); gap == 0 && left > 0 {
			e.Err = fmt.Errorf("%w; the next %s without an empty line before them are not read", e.Err, countLines(left))
		}
		r.fail(e)
	}
	r.meta, r.titles = metadata{}, nil
	if gap == 0 {
		b.clear()
		return
	}
	b.drop(gap)
	b.size, b.height = 0, 0
}

// isCut reports whether a row is the beginning of a line of cells: more than two rows of digits and empty cells, two of
// which are side by side.
func (w *row) isCut() bool {
	text := strings.Trim(w.text, blanks)
	return len(text) > 20 && w.known == len(text) && (strings.Contains(text, "..") || strings.Contains(text, "00"))
}

// rowsError returns the mistake of rows that are no grid, cut in the way that comes nearest to one.
func rowsError(rows []row, size int) *LineError {
	expected, nearest, best := size, [][]cell(nil), 0
	if len(rows) == 1 {
		expected = size * size
	}
	away := func(cells []cell) int { return max(expected-len(cells), len(cells)-expected) }
	ways := []cutter{cutCharacters, cutParts, cutFields}
	if !slices.ContainsFunc(rows, func(w row) bool { return strings.Trim(w.text, "123456789 ") != "" }) {
		ways = append(ways, cutRaw)
	}
	for _, cut := range ways {
		list, far := cut(rows, size), 0
		for _, cells := range list {
			if n := away(cells); n > 0 {
				far += 1000 + n
			}
			for _, c := range cells {
				if _, _, ok := c.parse(size, " "); !ok {
					far += len(c.text)
				}
			}
		}
		if list != nil && (nearest == nil || far < best) {
			nearest, best = list, far
		}
	}
	at := slices.IndexFunc(nearest, func(cells []cell) bool { return away(cells) > 0 })
	if at < 0 {
		at = slices.IndexFunc(nearest, func(cells []cell) bool {
			return len(rows) == 1 || slices.ContainsFunc(cells, func(c cell) bool { _, _, ok := c.parse(size, ""); return !ok })
		})
	}
	if at >= 0 {
		cells, what := nearest[at], ""
		if len(rows) > 1 {
			what = fmt.Sprintf("row %d: ", at+1)
		}
		if slices.ContainsFunc(cells, func(c cell) bool { return len(c.text) > 1 && strings.Trim(c.text, "123456789") == "" }) {
			what = "pencil marks, " + what
		}
		if len(cells) == 0 {
			cells = []cell{{line: rows[at].line, column: 1}}
		}
		return wrongCells(what, cells, expected, size)
	}
	last := rows[len(rows)-1]
	multiple := ""
	if len(rows) > size {
		multiple = "a multiple of "
	}
	e := failure(Position{Line: last.line, Column: len([]rune(last.text)) + 1}, "expected %s%d rows, got %d", multiple, size, len(rows))
	e.Line = rows[0].line
	return e
}

// countLines returns a number of lines in words.
func countLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}
