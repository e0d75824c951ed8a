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
	all      []row // the memory of rows
	count    int   // rows of cells
	cells    int   // their characters
	bytes    int
	first    int  // rows of cells before the first blank line, 0 if there is none
	since    int  // rows of cells after the last blank line
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
	}
	b.bytes += len(w.text) + 1
	b.rows = append(b.rows, w)
	b.partial = b.bytes >= mostBytes
	b.ended = b.partial
}

// isCells reports whether a line is a row of cells, or a ruler that may be one.
func (w *row) isCells() bool { return w.kind == rowCells || w.kind == rowDashes }

// clear removes all lines.
func (b *block) clear() {
	b.keep()
	*b = block{all: b.all, rows: b.all[:0]}
}

// keep keeps the memory of the rows.
func (b *block) keep() {
	if cap(b.rows) > cap(b.all) {
		b.all = b.rows
	}
}

// drop removes the first n lines, and what is no row after them.
func (b *block) drop(n int) {
	b.keep()
	for i := range b.rows {
		w := &b.rows[i]
		if i >= n && w.isCells() {
			break
		}
		n = max(n, i+1)
		b.bytes -= len(w.text) + 1
		if w.isCells() {
			b.count--
		}
	}
	b.rows, b.bordered = b.rows[n:], n > 0 && b.rows[n-1].kind == rowRuler && ruled(b.rows[n-1].text)
}

// resume lets a block go on whose first part has been read.
func (b *block) resume() {
	b.all = append(b.all[:0], b.rows...)
	b.rows, b.ended, b.partial = b.all, false, false
}

// spans reports whether the block may go on behind a blank line: the line follows each row of a grid, or each band, or
// it is a row without a digit.
func (s *scanner) spans() bool {
	b := &s.block
	if len(b.rows) < 9 && b.sparse() && b.cells < 16 {
		return true
	}
	if b.first == 0 && b.cells >= 16 && b.cells != b.count*s.size && s.isWhole() {
		return false
	}
	if len(b.rows) < 9 && b.sparse() {
		return true
	}
	if b.count >= 9 && (b.cells > b.count || b.count >= setdoku.CellCount) || b.rows[len(b.rows)-1].kind == rowBlank {
		return false
	}
	return b.first == 0 && b.count <= 4 || b.first > 0 && b.since == b.first
}

// isWhole reports whether the rows of the block are whole grids.
func (s *scanner) isWhole() bool {
	b := &s.block
	rows, _ := b.gridRows(len(b.rows))
	s.measure(rows)
	whole := b.size > 0
	b.size, b.height = 0, 0
	return whole
}

// sparse reports whether all lines have nothing but digits and blanks.
func (b *block) sparse() bool {
	return !slices.ContainsFunc(b.rows, func(w row) bool { return strings.Trim(w.text, "123456789 ") != "" })
}

// gridRows returns the rows of cells of the block, at most n, and for each one its index in the block.
func (b *block) gridRows(n int) (rows []row, at []int) {
	dash := b.dash()
	for i := range b.rows {
		w := b.rows[i]
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

// dash returns the character of rulers that are rows of empty cells: some row has it as a cell, and no row has another
// empty cell. Otherwise it is -1.
func (b *block) dash() rune {
	dash := rune(-1)
	if !b.dashed {
		return -1
	}
	for i := range b.rows {
		if b.rows[i].kind != rowCells {
			continue
		}
		for _, c := range b.rows[i].text {
			if c >= '1' && c <= '9' || isSpace(c) || isBar(c) || strings.ContainsRune(listMarks, c) {
				continue
			}
			if dash >= 0 && c != dash {
				return -1
			}
			dash = c
		}
	}
	return dash
}

// plainGrid reads the next grid of plain rows of 9x9.
func (b *block) plainGrid(rec *record) (used int) {
	n, last := 0, 0
	for i := range b.rows {
		switch w := &b.rows[i]; {
		case w.kind == rowBlank || w.kind == rowRuler:
			continue
		case !w.plain || w.chars != 9:
			return 0
		}
		last = i
		if n++; n == 9 {
			break
		}
	}
	if n < 9 {
		return 0
	}
	rec.size, rec.line, rec.places = 9, b.rows[0].line, slices.Grow(rec.places, setdoku.CellCount)
	for i := range b.rows[:last+1] {
		w := &b.rows[i]
		for at := range len(w.text) {
			if class := cellClass[w.text[at]]; class&(notCell|isBlank) == 0 && w.plain {
				rec.givens[len(rec.places)] = class & digitBits
				rec.places = append(rec.places, Position{Line: w.line, Column: at + 1, Length: 1})
			}
		}
	}
	return last + 1
}

// whole reports whether the block has nothing but whole grids of plain rows of 9x9.
func (b *block) whole() bool {
	if b.bordered || b.dashed || b.count < 9 || !b.partial && b.count%9 != 0 {
		return false
	}
	return !slices.ContainsFunc(b.rows, func(w row) bool { return w.kind == rowCells && (!w.plain || w.chars != 9) })
}

// readBlock reads the next grid of the block, or the mistake of its rows.
func (s *scanner) readBlock() {
	b := &s.block
	if b.count == 0 {
		b.clear()
		return
	}
	if b.size == 9 && b.height == 9 && !b.bordered && !b.dashed || b.size == 0 && s.size == 9 && b.whole() {
		rec := s.emit()
		if used := b.plainGrid(rec); used > 0 {
			b.size, b.height = 9, 9
			s.grid(rec, used)
			return
		}
		s.queue = s.queue[:len(s.queue)-1]
		if b.partial && b.count < 9 {
			b.resume()
			return
		}
	}
	rows, at := b.gridRows(b.height + 2)
	if b.size == 0 {
		rows, at = b.gridRows(len(b.rows))
		if cells := cutBlanks(b.rows, s.size); cells != nil {
			s.store(cells, s.size, "", len(b.rows))
			return
		}
		if len(rows) == 0 {
			b.clear()
			return
		}
		from := s.measure(rows)
		if b.size == 0 {
			s.blockFault(rows)
			return
		}
		rows, at = rows[from:], at[from:]
	}
	for count := b.count; b.begun && len(rows) > 0 && b.isBetween(&rows[0], count); count-- { // above the next grid
		rows, at = rows[1:], at[1:]
	}
	switch {
	case len(rows) >= b.height:
		cells, empty := s.fitGrid(rows[:b.height])
		if cells == nil {
			s.blockFault(rows[:b.height])
			return
		}
		if slices.ContainsFunc(cells, func(c cell) bool { return c.text != "" }) {
			s.store(cells, b.size, empty, at[b.height-1]+1)
		} else {
			b.drop(at[b.height-1] + 1) // empty rows of a table
		}
	case len(rows) > 0 && b.partial:
		b.drop(at[0])
		b.resume()
	case len(rows) > 0:
		s.blockFault(rows)
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
func (s *scanner) store(cells []cell, size int, empty string, used int) {
	rec := s.emit()
	if err := rec.set(cells, size, empty, s.block.bordered); err != nil {
		s.spoil(Position{}, err)
	}
	s.grid(rec, used)
}

// grid ends the reading of a grid, and drops its lines.
func (s *scanner) grid(rec *record, used int) {
	rec.name = s.gridName()
	s.meta, s.titles = metadata{}, nil
	s.block.begun = true
	s.block.drop(used)
}

// measure finds the size of the grids of the rows and the number of rows of each, and returns the number of rows above
// them, which are the numbers of columns or other numbers. It leaves b.size 0 if the rows are no grids.
func (s *scanner) measure(rows []row) (from int) {
	b := &s.block
	first := rows[0]
	if len(rows) > 1 {
		first = rows[1] // the first one may be a number
	}
	sizes := []int{s.size}
	if s.size == 9 {
		for _, n := range []int{first.chars, len(first.parts), len(first.parts) - 1} { // there may be labels
			if n >= 4 && n < 9 && !slices.Contains(sizes, n) {
				sizes = append(sizes, n)
			}
		}
	}
	for from := range rows {
		if from > 0 && len(rows[from-1].parts) > 0 &&
			(from > 2 || !rows[from-1].isNumber() && !rows[from-1].isNumbers()) {
			break
		}
		left := rows[from:]
		for _, size := range sizes {
			b.size = size
			heights := []int{3 * size, size}
			if n := left[0].chars; n > 0 && size*size%n == 0 {
				heights = append(heights, size*size/n)
			}
			if n := len(left[0].parts); n > 0 && size*size%n == 0 {
				heights = append(heights, size*size/n)
			}
			for _, height := range append(heights, 1, len(left)) {
				if height > len(left) || height == 0 || height == 3*size && size != 9 {
					continue
				}
				if b.height = height; s.fits(left) {
					return from
				}
			}
		}
	}
	b.size, b.height = 0, 0
	return 0
}

// fits reports whether the first rows are a grid of the block, and the others have as many rows as more grids.
func (s *scanner) fits(rows []row) bool {
	b := &s.block
	if cells, _ := s.fitGrid(rows[:b.height]); cells == nil {
		return false
	}
	if b.partial {
		return true
	}
	for rows = rows[b.height:]; len(rows) > 0; {
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
func (s *scanner) fitGrid(rows []row) (cells []cell, empty string) {
	size := s.block.size
	if s.block.height == 27 && size == 9 {
		return cutTriple(rows), ""
	}
	rows = unlabel(rows)
	return fit(rows, size)
}

// unlabel returns rows without the labels at their beginnings: A to I, r1 to r9, or 1 to 9.
func unlabel(rows []row) []row {
	for _, label := range []func(k int) string{
		func(k int) string { return string(rune('A' + k)) },
		func(k int) string { return fmt.Sprint("R", k+1) },
		func(k int) string { return fmt.Sprint(k + 1) },
	} {
		out := slices.Clone(rows)
		for k := range out {
			w := &out[k]
			if len(w.parts) < 2 || strings.ToUpper(strings.TrimRight(w.parts[0].text, ".)")) != label(k) {
				out = nil
				break
			}
			next := w.parts[1].column - w.column
			w.text = strings.Repeat(" ", next) + string([]rune(w.text)[next:])
			if bar := strings.IndexFunc(rows[k].text, isBar); bar >= 0 && bar < next {
				w.text = w.text[:0] + strings.Repeat(" ", bar) + rows[k].text[bar:]
			}
			w.parts = slices.Clone(w.parts[1:])
			for i := range w.parts {
				w.parts[i].text = withoutLetters(w.parts[i].text)
			}
		}
		if out != nil && (len(out[0].parts) == len(rows) || len(out[0].characters()) == len(rows) || label(0) == "A") {
			return out
		}
	}
	return rows
}

// withoutLetters removes the lower-case letters behind digits, as the pictures of setdoku have them.
func withoutLetters(text string) string {
	if text == "" || text[0] < '1' || text[0] > '9' || strings.Trim(text, "123456789abcdefghijklmnopqrstuvwxyz") != "" {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return -1
		}
		return r
	}, text)
}

// blockFault ends the block, or its part before the first blank line, with the mistake of its rows, if they have as
// many digits or cells as a puzzle. Fewer are text.
func (s *scanner) blockFault(rows []row) {
	b := &s.block
	gap := slices.IndexFunc(b.rows, func(w row) bool { return w.kind == rowBlank })
	if gap > 0 && !b.begun && b.rows[0].line < rows[0].line+gap {
		rows = slices.Clone(rows[:min(len(rows), max(1, b.rowsBefore(gap)))])
	} else {
		gap = 0
	}
	digits, cells := s.lost.digits, 0
	for _, w := range rows {
		digits += w.digits
		cells += w.known
		if n := w.separators(); n >= manySeparators {
			cells += n
		}
	}
	s.lost.digits = digits
	switch left := b.count - len(rows); {
	case digits < manyDigits && (digits == 0 || cells <= s.size*s.size/2 && (len(rows) > 1 || !rows[0].isCut())):
	case gap == 0 && left > 0:
		e := rowsError(rows, s.size)
		e.Err = fmt.Errorf("%w; the next %s without an empty line before them are not read", e.Err, countLines(left))
		s.fail(e)
	default:
		s.fail(rowsError(rows, s.size))
	}
	s.meta, s.titles = metadata{}, nil
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

// rowsBefore returns the number of rows of cells in the first n lines.
func (b *block) rowsBefore(n int) (count int) {
	for i := range b.rows[:n] {
		if b.rows[i].isCells() {
			count++
		}
	}
	return count
}

// rowsError returns the mistake of rows that are no grid.
func rowsError(rows []row, size int) *LineError {
	pencil, single := 0, 0
	for i := range rows {
		switch w := &rows[i]; {
		case len(w.parts) >= size-1 && w.chars > len(w.parts)+3 && w.known > 3*w.chars/4:
			pencil++
		case w.chars <= size+1:
			single++
		}
	}
	if text := strings.TrimRight(rows[0].text, blanks); len(rows) == 1 && strings.Trim(text, "123456789 ") == "" &&
		strings.Contains(text, "  ") {
		return wrongCells("", characters(text, rows[0].line, rows[0].column), size*size, size) // blanks are empty cells
	}
	if len(rows) == 1 && pencil == 0 {
		return wrongCells("", rows[0].characters(), size*size, size)
	}
	separated, list := 0, cutFields(rows, size) // fields between separators
	for _, fields := range list {
		if len(fields) == size {
			separated++
		}
	}
	for i := range rows {
		w := &rows[i]
		what := fmt.Sprintf("row %d: ", i+1)
		switch {
		case pencil > single:
			what = "pencil marks, " + what
			if len(w.parts) != size {
				e := failure(lengthPosition(append([]cell{{line: w.line, column: 1}}, w.parts...), size+1),
					"%sexpected %d fields, got %d", what, size, len(w.parts))
				return e
			}
			for k, c := range w.parts {
				if _, _, ok := c.parse(size, ""); !ok {
					return failure(c.position(), "%sexpected digits 1 to %d, each once, in field %d, got %q", what, size,
						k+1, c.text)
				}
			}
		case separated > len(rows)/2:
			if fields := list[i]; len(fields) != size {
				return failure(lengthPosition(fields, size), "%s%w", what, expectedCells(size, len(fields)))
			}
			for k, c := range list[i] {
				if _, _, ok := c.parse(size, ""); !ok {
					return failure(c.position(), "%sexpected a digit or nothing in field %d, got %q", what, k+1, c.text)
				}
			}
		default:
			cells := w.characters()
			if len(cells) == 0 {
				cells = []cell{{line: w.line, column: 1}}
			}
			if len(cells) != size || w.known < w.chars {
				return wrongCells(what, cells, size, size)
			}
		}
	}
	last := rows[len(rows)-1]
	expected := fmt.Sprint(size)
	if len(rows) > size {
		expected = "a multiple of " + expected
	}
	e := failure(Position{Line: last.line, Column: len([]rune(last.text)) + 1}, "expected %s rows, got %d", expected, len(rows))
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
