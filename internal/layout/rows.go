package layout

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// readBlock reads the next grid of the block. ok is false if there is none (yet).
func (r *Reader) readBlock(rec *Record) (ok bool, err error) {
	b := &r.block
	if b.count == 0 {
		b.drop(len(b.rows))
		return false, nil
	}
	rec.reset()
	if used := b.plainGrid(r.size, rec); used > 0 {
		rec.Name = r.gridName()
		b.drop(used)
		r.meta, r.titles = metadata{}, nil
		return true, nil
	}
	b.cut()
	sizes := []int{r.size}
	if first := b.size(); first != r.size && r.size == 9 {
		sizes = append(sizes, first)
	}
	if n := b.large(); n > 0 {
		if !b.ended {
			return false, nil
		}
		first := b.rows[0]
		b.drop(len(b.rows))
		return false, &Error{Line: first.line, Layout: "a grid of " + fmt.Sprint(n, "x", n), Err: errLarge,
			Places: []Place{{first.line, 1, len([]rune(first.text))}}}
	}
	if !b.ended && b.triple() {
		b.tried = true
		return false, nil
	}
	for _, from := range b.starts(r.size) {
		for _, size := range sizes {
			layout, cells, used := b.fit(from, size)
			if cells == nil {
				continue
			}
			if from > 0 {
				return false, r.skip(from)
			}
			top := b.top
			rec.Line = cells[0].line
			rec.Name = r.gridName()
			b.drop(used)
			r.meta, r.titles = metadata{}, nil
			if err := rec.store(cells, size, top); err != nil {
				return false, r.wrong(nil, layout, err, 0)
			}
			return true, nil
		}
	}
	if !b.enough(r.size) {
		b.tried = true
		return false, nil
	}
	if b.count >= 2*r.size {
		return false, r.skip(b.after(r.size + b.empty()))
	}
	return false, r.skip(len(b.rows))
}

// plainGrid reads a grid of plain rows as cutFields and cutCharacters would, and much faster. It returns the lines that
// it used, 0 if the rows are not such a grid.
func (b *block) plainGrid(size int, rec *Record) (used int) {
	if size != 9 || b.top || b.count < size || !b.rows[0].plain || b.rows[0].chars != size {
		return 0
	}
	c := &candidate{block: b, size: size}
	c.choose(0)
	if c.rows == nil || slices.ContainsFunc(c.rows, func(w row) bool { return !w.plain || w.chars != size }) ||
		slices.ContainsFunc(b.rows, func(w row) bool { return w.kind == kindDashes }) {
		return 0
	}
	rec.Line, rec.places = c.rows[0].line, slices.Grow(rec.places, CellCount)
	for i := range c.rows {
		w := &c.rows[i]
		for at := range len(w.text) {
			if class := cellClass[w.text[at]]; class&(notCell|isBlank) == 0 {
				rec.Givens[len(rec.places)] = class & digitBits
				rec.places = append(rec.places, Place{w.line, at + 1, 1})
			}
		}
	}
	return c.used
}

// enough reports whether no further line can change which rows are a grid.
func (b *block) enough(size int) bool { return b.ended || b.count > 2*size+b.empty() }

// empty returns the number of empty lines of a spreadsheet above the rows.
func (b *block) empty() (n int) {
	for n < len(b.rows) && b.rows[n].kind == kindCells && b.rows[n].chars == 0 {
		n++
	}
	return n
}

// skip removes the first n lines of the block, which are no grid. It returns their mistakes if they are meant as one.
func (r *Reader) skip(n int) error {
	bad := fault(r.block.rows[:n], r.size)
	if i := slices.IndexFunc(r.block.rows[:n], row.truncated); bad == nil && i >= 0 {
		w := &r.block.rows[i]
		short := &Error{Line: w.line, Layout: "a line of cells", Err: cellsError{w.chars, fmt.Sprint(r.size * r.size)},
			Places: []Place{lengthPlace(w, w.parts, r.size*r.size)}}
		if r.lined > 0 && w.line-r.lined <= nearLines {
			r.lined, bad = w.line, short
		} else {
			r.short = short
		}
	}
	r.block.drop(n)
	if bad == nil {
		return nil
	}
	r.meta, r.titles = metadata{}, nil
	return bad
}

// nearLines is the distance in lines at which a line of digits and dots belongs to a list of puzzles.
const nearLines = 2

// nearShort returns the error of a short line of cells just above a puzzle of one line, nil if there is none.
func (r *Reader) nearShort() error {
	bad := r.short
	r.short = nil
	if bad == nil || r.src.n-bad.Line > nearLines {
		return nil
	}
	r.src.hold()
	return bad
}

// truncated reports whether a line is the beginning of a line of cells rather than a number, a date, the number of a
// version or the like.
func (w row) truncated() bool {
	text := strings.Trim(w.text, blanks)
	if !strings.ContainsAny(text, "123456789") {
		return false
	}
	if strings.Trim(text, "0123456789.") == "" {
		dots := strings.Count(text, ".")
		return strings.Contains(text, "..") || dots > 3 || dots > 1 && text[0] == '.' ||
			len(text) > 9 && strings.Contains(text, "00")
	}
	for _, empty := range []string{"_", "*", "x", "X"} {
		if strings.Trim(text, "123456789"+empty) == "" {
			return len(text) > 5 && strings.Contains(text, empty+empty)
		}
	}
	return false
}

// starts returns the lines at which a grid may begin: none if all lines are shorter than a row, and only the end of the
// block can make them a list of cells. Otherwise it is the first one; and if that is no grid and no line can help, the
// line after as many rows as a grid has, the lines below blank lines and rulers, and those below lines that are hardly
// meant as rows.
func (b *block) starts(size int) []int {
	if b.widest < min(size, 4) && !b.ended {
		return nil
	}
	list := []int{0}
	if !b.enough(size) {
		return list
	}
	var below, others []int
	for i := 1; i < len(b.rows); i++ {
		switch {
		case b.rows[i].kind == kindBlank || b.rows[i].kind == kindRuler:
		case b.rows[i-1].kind != kindCells:
			below = append(below, i)
		case !slices.ContainsFunc(b.rows[:i], row.meant):
			others = append(others, i)
		}
	}
	if n := b.after(size + b.empty()); n < len(b.rows) && b.rows[n].kind == kindCells {
		list = append(list, n)
	}
	return append(append(list, below...), others...)
}

// errLarge is the error for a board that is not read.
var errLarge = errors.New("want a board of 4x4 to 9x9")

// large returns the size of the rows of a board larger than 9x9, 0 for other rows.
func (b *block) large() int {
	size, rows := 0, 0
	for i := range b.rows {
		w := &b.rows[i]
		if w.kind != kindCells {
			continue
		}
		n := squareOf(len(w.parts))
		if n == 0 {
			n = squareOf(w.chars)
		}
		if n == 0 || len(w.parts) == 9 || size > 0 && n != size {
			return 0
		}
		size = n
		rows++
	}
	if rows < 4 {
		return 0
	}
	return size
}

// after returns the number of lines up to row n.
func (b *block) after(n int) int {
	for i := range b.rows {
		if b.rows[i].kind == kindCells {
			if n--; n == 0 {
				return i + 1
			}
		}
	}
	return len(b.rows)
}
