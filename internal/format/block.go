package format

import (
	"fmt"
	"slices"
	"strings"

	"setdoku"
)

// block has consecutive lines that may be the rows of grids, without the blank lines and rulers between them.
type block struct {
	rows     []row
	cells    int  // their characters
	bytes    int  // of the rows
	first    int  // rows before the first blank line, 0 if there is none
	gap      int  // blank lines after the last row
	since    int  // rows after the last blank line
	odd      bool // a row is not nine plain cells
	dashed   bool // a ruler may be a row
	full     bool // a line has more than digits and blanks
	bordered bool // the last line is the upper border of pencil marks
	ended    bool // no line can be added
	partial  bool // it is only a part of a longer one
	size     int  // of its grids, and the rows of each; 0 before the first grid
	height   int
}

// mostBytes limits a block, and the lines of a value of JSON. Of a longer list of grids without lines between them each
// part is read before the next.
const (
	mostBytes = 128 << 10
	mostBlock = 32 << 10
)

// add adds a line. Before the first row it adds none.
func (b *block) add(w row) {
	if w.kind == rowCells || w.kind == rowDashes {
		w.gap, w.bordered = b.gap, b.bordered
		b.gap = 0
		b.since++
		b.cells += w.chars
		b.dashed = b.dashed || w.kind == rowDashes
		b.odd = b.odd || !w.plain || w.chars != 9 || w.bordered
		b.rows = append(b.rows, w)
	} else if w.kind == rowBlank && len(b.rows) > 0 {
		if b.first == 0 {
			b.first = len(b.rows)
		}
		b.gap++
		b.since = 0
	}
	b.bordered = w.kind == rowRuler && strings.HasPrefix(strings.TrimLeft(w.text, blanks), ".-")
	if len(b.rows) > 0 {
		b.full = b.full || strings.Trim(w.text, "123456789 ") != ""
		b.bytes += len(w.text) + 1
		b.partial = b.bytes >= mostBlock
		b.ended = b.partial
	}
}

// clear removes all lines, and adds these rows again.
func (b *block) clear(rows ...row) {
	*b = block{rows: b.rows[:0], size: b.size, height: b.height}
	for _, w := range rows {
		b.add(w)
	}
	if b.partial, b.ended = false, false; len(rows) == 0 {
		b.size, b.height = 0, 0
	}
}

// continues reports whether the block may go on behind a blank line: the line follows each row of a grid, or each band,
// or it is a row without a digit.
func (r *Reader) continues() bool {
	b := &r.block
	n := len(b.rows)
	sparse := r.src.n-b.rows[0].line < 9 && !b.full
	switch {
	case b.first == 0 && b.cells >= 16 && b.cells != n*r.size && r.isWhole():
		return false
	case sparse:
		return true
	case n >= 9 && (b.cells > n || n >= setdoku.CellCount), b.gap > 0:
		return false
	}
	return b.first == 0 && n <= 4 || b.first > 0 && b.since == b.first
}

// isWhole reports whether the rows of the block are whole grids.
func (r *Reader) isWhole() bool {
	_, height, _ := r.measure(r.block.gridRows())
	return height > 0
}

// gridRows returns the rows of the block, cut into parts. A ruler is a row of empty cells if the other rows have its
// character as the only empty cell.
func (b *block) gridRows() []row {
	rows, empty := make([]row, 0, len(b.rows)), ""
	for _, w := range b.rows {
		if w.plain {
			w = newRow(w.text, w.line)
			w.gap, w.bordered = b.rows[len(rows)].gap, b.rows[len(rows)].bordered
		}
		rows = append(rows, w)
		for _, c := range w.characters() {
			isOther := notDigit(rune(c.text[0])) && !strings.Contains(listMarks+empty, c.text)
			if b.dashed && w.kind == rowCells && isOther {
				empty += c.text
			}
		}
	}
	return slices.DeleteFunc(rows, func(w row) bool { return w.kind == rowDashes && w.dash() != empty })
}

// plainGrid reads a grid of plain rows of 9x9.
func (r *Reader) plainGrid(rows []row) {
	rec := r.emit()
	rec.places = slices.Grow(rec.places, setdoku.CellCount)
	for _, w := range rows {
		for at := range len(w.text) {
			if class := cellClass[w.text[at]]; class&(notCell|isBlank) == 0 {
				rec.givens[len(rec.places)] = class & digitBits
				rec.places = append(rec.places, Position{Line: w.line, Column: at + 1, Length: 1})
			}
		}
	}
	rec.at = rec.places[0]
	r.nameGrid(rec)
}

// nameGrid gives a grid the words above it.
func (r *Reader) nameGrid(rec *record) {
	rec.name = r.gridName()
	r.meta, r.titles = metadata{}, nil
}

// readBlock reads the grids of the block and the mistake of its rows. The last rows of a part stay for the next one.
func (r *Reader) readBlock() {
	b := &r.block
	rows := b.rows
	switch {
	case r.size == 9 && !b.odd && (b.partial || len(rows)%9 == 0):
		for ; len(rows) >= 9; rows = rows[9:] {
			r.plainGrid(rows[:9])
		}
	case b.height == 0 && r.readSparse():
		rows = nil
	default:
		rows = b.gridRows()
	}
	for len(rows) > 0 && (len(rows) >= b.height || !b.partial) {
		if b.height == 0 {
			from := 0
			if b.size, b.height, from = r.measure(rows); b.height == 0 {
				rows = r.blockFault(rows)
				continue
			}
			rows = rows[from:]
		} else if isBetween(&rows[0], len(rows), b.size, b.height) {
			rows = rows[1:]
			continue
		}
		n, bordered := min(b.height, len(rows)), rows[0].bordered
		if cells, empty := fitGrid(rows[:n], b.size, b.height); cells == nil {
			r.rowsFault(rows[:n], len(rows)-n)
			rows = nil
		} else if rows = rows[n:]; slices.ContainsFunc(cells, func(c cell) bool { return c.text != "" }) {
			r.store(cells, b.size, empty, bordered)
		}
	}
	if !b.partial {
		rows = nil
	}
	b.clear(slices.Clone(rows)...)
}

// readSparse reads the block as a grid of digits and blanks, in which an empty line is an empty row and the last rows
// may be missing.
func (r *Reader) readSparse() bool {
	b := &r.block
	var lines []row
	for _, w := range b.rows {
		for n := w.gap; n > 0; n-- {
			lines = append(lines, row{line: w.line - n, column: 1})
		}
		lines = append(lines, w)
	}
	if len(lines)+b.gap > r.size || len(lines)+b.gap < r.size/2 || b.full {
		return false
	}
	for len(lines) < r.size {
		lines = append(lines, row{line: lines[len(lines)-1].line + 1, column: 1})
	}
	list := cutColumns(lines, r.size)
	if list == nil || !slices.ContainsFunc(lines, func(w row) bool { return w.chars < r.size }) {
		return false
	}
	r.store(slices.Concat(list...), r.size, "", false)
	return true
}

// isBetween reports whether a row stands between two grids: a number, or an empty row of a table. n is the number of
// rows from it on.
func isBetween(w *row, n, size, height int) bool {
	if height < size || height > 3*size {
		return false
	}
	return w.isNumber() && w.chars != size && len(w.parts) != size || len(w.parts) == 0 && n%height != 0
}

// store makes a record of the cells of a grid.
func (r *Reader) store(cells []cell, size int, empty string, bordered bool) {
	rec := r.emit()
	if err := rec.set(cells, size, empty, bordered); err != nil {
		r.spoil(Position{}, err)
	}
	r.nameGrid(rec)
}

// measure finds the size of the grids of the rows, the number of rows of each, and the number of rows above them, which
// are the numbers of columns or other numbers. height is 0 if the rows are no grids.
func (r *Reader) measure(rows []row) (size, height, from int) {
	if !slices.ContainsFunc(rows, func(w row) bool { return len(w.parts) > 0 }) {
		return 0, 0, 0 // only bars and separators
	}
	first := rows[min(1, len(rows)-1)] // the first one may be a number
	sizes := []int{r.size}
	if r.size == 9 {
		for _, n := range []int{first.chars, len(first.parts), len(first.parts) - 1} { // there may be labels
			if n >= 4 && n < 9 && !slices.Contains(sizes, n) {
				sizes = append(sizes, n)
			}
		}
	}
	for from = range rows[:min(len(rows), r.size+1)] { // a table may have some empty rows above
		if from > 0 && len(rows[from-1].parts) > 0 &&
			(from > 2 || !rows[from-1].isNumber() && !isLabels(rows[from-1].parts, 2)) {
			break
		}
		left := rows[from:]
		for _, size = range sizes {
			n, heights := size*size, []int{27, size, len(left)}
			for _, each := range []int{left[0].chars, len(left[0].parts)} {
				if each > 0 && n%each == 0 {
					heights = append(heights, n/each)
				}
			}
			for _, height = range heights {
				if height <= len(left) && r.fits(left, size, height) {
					return size, height, from
				}
			}
		}
	}
	return 0, 0, 0
}

// fits reports whether the first rows are a grid, and the others have as many rows as more grids.
func (r *Reader) fits(rows []row, size, height int) bool {
	if cells, _ := fitGrid(rows[:height], size, height); cells == nil {
		return false
	}
	for rows = rows[height:]; len(rows) > 0 && !r.block.partial; {
		switch {
		case isBetween(&rows[0], len(rows), size, height):
			rows = rows[1:]
		case len(rows) < height:
			return false
		default:
			rows = rows[height:]
		}
	}
	return true
}

// fitGrid reads rows as a grid of a size and a height.
func fitGrid(rows []row, size, height int) (cells []cell, empty string) {
	if height == 27 && size == 9 {
		return cutTriple(rows), ""
	}
	return fit(unlabel(rows), size, 1)
}

// blockFault adds the mistake of rows that are no grid, up to the first blank line, and returns the rows behind it.
func (r *Reader) blockFault(rows []row) (rest []row) {
	if gap := 1 + slices.IndexFunc(rows[1:], func(w row) bool { return w.gap > 0 }); gap > 0 {
		rows, rest = rows[:gap], rows[gap:]
	}
	r.rowsFault(rows, 0)
	return rest
}

// rowsFault adds the mistake of rows that are no grid, if they have as many digits or cells as a puzzle. Fewer are
// text. left is the number of rows behind them.
func (r *Reader) rowsFault(rows []row, left int) {
	cells := 0
	for _, w := range rows {
		r.lost += w.digits
		cells += w.known
		if n := w.separators(); n >= manySeparators {
			cells += n
		}
	}
	if r.lost >= manyDigits || r.lost > 0 && (cells > r.size*r.size/2 || len(rows) == 1 && rows[0].isCut()) {
		e, at := rowsError(rows, r.size)
		if at >= 0 {
			left += max(0, len(rows)-(at/r.size+1)*r.size)
		}
		if left > 0 {
			e.Err = fmt.Errorf("%w; the rest of these rows is not read: %s", e.Err, countLines(left))
		}
		r.fail(e)
	}
	r.meta, r.titles = metadata{}, nil
}

// isCut reports whether a row is the beginning of a line of cells: more than two rows of digits and empty cells, two of
// which are side by side.
func (w *row) isCut() bool {
	text := strings.Trim(w.text, blanks)
	return len(text) > 20 && w.known == len(text) && (strings.Contains(text, "..") || strings.Contains(text, "00"))
}

// rowsError returns the mistake of rows that are no grid, cut in the way that comes nearest to one, and the index of
// the wrong row, -1 if there are too few or too many.
func rowsError(rows []row, size int) (e *LineError, at int) {
	expected, nearest, best := size, [][]cell(nil), 0
	if len(rows) == 1 {
		expected = size * size
	}
	isWrong := func(c cell) bool { _, _, ok := c.parse(size, " "); return !ok }
	ways := []cutter{cutCharacters, cutParts, cutFields}
	if !slices.ContainsFunc(rows, func(w row) bool { return strings.Trim(w.text, "123456789 ") != "" }) {
		ways = append(ways, cutRaw)
	}
	for _, cut := range ways {
		list, far := cut(rows, size), 0
		for _, cells := range list {
			if n := len(cells) - expected; n != 0 {
				far += 1000 + max(n, -n)
			}
			for _, c := range cells {
				if isWrong(c) {
					far += len(c.text)
				}
			}
		}
		if list != nil && (nearest == nil || far < best) {
			nearest, best = list, far
		}
	}
	at = slices.IndexFunc(nearest, func(cells []cell) bool { return len(cells) != expected })
	if at < 0 {
		at = slices.IndexFunc(nearest, func(cells []cell) bool {
			return len(rows) == 1 || slices.ContainsFunc(cells, isWrong)
		})
	}
	if at < 0 {
		last, multiple := rows[len(rows)-1], ""
		if len(rows) > size {
			multiple = "a multiple of "
		}
		e = failure(Position{Line: last.line, Column: len([]rune(last.text)) + 1}, "expected %s%d rows, got %d",
			multiple, size, len(rows))
		e.Line = rows[0].line
		return e, at
	}
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
	return wrongCells(what, cells, expected, size), at
}

// countLines returns a number of lines in words.
func countLines(n int) string {
	if n == 1 {
		return "1 line"
	}
	return fmt.Sprintf("%d lines", n)
}
