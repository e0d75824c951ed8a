package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Reader reads the puzzles of one text, one at a time.
type Reader struct {
	src     lines
	size    int                               // of the board of puzzles that name none
	sizeOf  func(variant string) (int, error) // the size of the board of a variant
	layouts []lineLayout
	block   block
	table   *table // in force, or nil
	header  table  // last header examined
	at      int    // index of the field of a line that is a puzzle, -1 for none
	pending []byte // line of words that may be a header
	games   *gameReader
	inXML   bool // a document has been read
	section section
	sdk     bool // a [Puzzle] header has been read
	meta    metadata
	titles  []title
	seen    bool   // a record has been returned, good or bad
	other   string // what a text without puzzles is
	busy    bool   // the next line cannot be read by Plain
	err     error
}

// NewReader returns a Reader of r. sizeOf returns the size of the board of a variant, or an error for a name that no
// variant has.
func NewReader(r io.Reader, sizeOf func(variant string) (int, error)) *Reader {
	return &Reader{src: newLines(r), size: 9, sizeOf: sizeOf, layouts: lineLayouts()}
}

// SetSize makes the puzzles that name no variant those of a board of size x size cells, 4 to 9. Call it before the
// first Next.
func (r *Reader) SetSize(size int) { r.size, r.busy = size, size != 9 }

// Stop is an error that ends the reading.
type Stop struct {
	Line int // 0 if it concerns the whole text
	Err  error
	More bool // the text goes on
}

// Error returns the problem, without the line.
func (s *Stop) Error() string {
	if s.More {
		return s.Err.Error() + "; nothing after it is read"
	}
	return s.Err.Error()
}

// Unwrap returns the problem.
func (s *Stop) Unwrap() error { return s.Err }

// Next reads the next puzzle into rec and overwrites all of it. An *Error is a record that gives no puzzle, or lines
// that are not read; the next call continues after them. Any other error ends the text, and every later call returns
// it: io.EOF at the end, ErrNoPuzzles at the end of a text without a record, or a *Stop.
func (r *Reader) Next(rec *Record) error {
	if r.err != nil {
		return r.err
	}
	err := r.next(rec)
	if bad, ok := errors.AsType[*Error](err); ok {
		if _, unread := errors.AsType[Unread](err); !unread {
			r.seen = true
		}
		if len(bad.Places) == 0 {
			bad.Places = []Place{{bad.Line, 1, 0}}
		}
		r.busy = !r.idle()
		return err
	}
	switch {
	case err == nil:
		r.seen = true
		r.busy = !r.idle()
		return nil
	case err == io.EOF && !r.seen:
		if err = ErrNoPuzzles; r.other != "" {
			err = fmt.Errorf("%w: %s", ErrNoPuzzles, r.other)
		}
	case err != io.EOF:
		stop, ok := errors.AsType[*Stop](err)
		if !ok {
			stop = &Stop{Line: r.src.n, Err: err}
		}
		stop.More = r.src.more()
		err = stop
	}
	r.err = err
	return err
}

// idle reports whether the next line may be read by Plain.
func (r *Reader) idle() bool {
	return r.size == 9 && r.table == nil && r.games == nil && r.block.count == 0 && !r.section.open
}

func (r *Reader) next(rec *Record) error {
	for {
		if r.games != nil {
			if err := r.readGame(rec); err != errDocumentEnd {
				return err
			}
			continue
		}
		if r.block.ready(r.size) {
			if ok, err := r.readBlock(rec); ok || err != nil {
				return err
			}
			if r.block.ended && r.block.count > 0 {
				continue
			}
			r.block.ended = false
		}
		line, err := r.src.next()
		switch {
		case err == io.EOF && r.block.count > 0:
			r.block.ended = true
			continue
		case err == io.EOF:
			if err := r.endSection(); err != nil {
				return err
			}
			return io.EOF
		case err != nil:
			return &Stop{Line: r.src.n + 1, Err: fmt.Errorf("read: %w", err)}
		}
		if ok, err := r.take(line, rec); ok || err != nil {
			return err
		}
	}
}

// take handles one line. ok is false if it gives no puzzle (yet).
func (r *Reader) take(line []byte, rec *Record) (ok bool, err error) {
	if r.section.open {
		if skipped, err := r.skipLine(line); skipped || err != nil {
			return false, err
		}
	}
	if len(line) == 0 && r.block.count == 0 && r.pending == nil {
		return false, nil
	}
	if line, err = r.clean(line); err != nil {
		return false, err
	}
	rec.reset()
	pending := r.pending
	r.pending = nil
	switch {
	case r.table != nil:
		return r.takeRecord(line, rec)
	case !r.src.long && r.beginsTable(pending, line):
		return r.takeRecord(line, rec)
	case r.startsXML(line):
		if r.block.count > 0 {
			r.endBlock()
			return false, nil
		}
		r.src.back()
		r.games, r.inXML = newGameReader(&r.src, r.src.n), true
		return false, nil
	}
	if r.src.long {
		return r.single(line, func() error { return errLongLine }, "", rec)
	}
	for i := range r.layouts {
		if len(line) == 0 || line[0] == '#' {
			break // a comment
		}
		if l := &r.layouts[i]; l.fits(r, line) {
			return r.single(line, func() error { return l.read(r, line, rec) }, l.name, rec)
		}
	}
	return false, r.gather(line)
}

// endBlock ends the rows before a line, which is read again after them.
func (r *Reader) endBlock() {
	r.block.ended = true
	r.src.hold()
}

// single reads a puzzle of one line. Rows before it are read first.
func (r *Reader) single(line []byte, read func() error, layout string, rec *Record) (bool, error) {
	if r.block.count > 0 {
		r.endBlock()
		return false, nil
	}
	r.block, r.meta, r.titles = block{}, metadata{}, nil
	rec.Line, rec.Text = r.src.n, line
	if err := read(); err != nil {
		return false, r.wrong(line, layout, err, rec.column)
	}
	return true, nil
}

// wrong returns the error of a line that gives no puzzle. column is the place of its first cell, 0 if it is unknown.
func (r *Reader) wrong(line []byte, layout string, err error, column int) error {
	if bad, ok := err.(*Error); ok {
		bad.Layout = layout
		return bad
	}
	e := &Error{Line: r.src.n, Layout: layout, Err: err}
	text := bytes.TrimRight(line, blanks)
	length := len([]rune(string(text)))
	bad, isCharacters := errors.AsType[charactersError](err)
	count, isCount := errors.AsType[cellsError](err)
	switch {
	case isCharacters:
		for _, at := range bad.columns {
			e.Places = append(e.Places, Place{e.Line, max(column, 1) + at - 1, 1})
		}
	case isCount && column > 0 && count.n > CellCount:
		e.Places = []Place{{e.Line, column + CellCount, count.n - CellCount}}
	case isCount && column > 0:
		e.Places = []Place{{e.Line, column + count.n, 0}}
	default:
		e.Places = []Place{{e.Line, 1, max(1, length)}}
	}
	return e
}

// gather adds a line to the block, or handles a line between blocks.
func (r *Reader) gather(line []byte) error {
	b := &r.block
	if len(line) > mostRow {
		if b.count > 0 {
			r.endBlock()
		}
		return nil
	}
	text, removed := quoted(string(line))
	w := newRow(text, r.src.n)
	for i := range w.parts {
		w.parts[i].column += removed
	}
	w.kind = w.kindOf()
	trimmed := bytes.Trim(line, blanks)
	if removed > 0 || len(text) < len(line) {
		trimmed = bytes.Trim([]byte(text), blanks)
	}
	switch {
	case len(trimmed) > 0 && trimmed[0] == '#' && (len(w.parts) != 9 || len(w.strange) > 0):
		r.meta.take(trimmed)
		return nil
	case w.kind == kindBlank && b.count > 0 && !b.spans():
		b.ended = true
		return nil
	case isSection(trimmed) && w.kind != kindFence:
		if b.count > 0 {
			r.endBlock()
			return nil
		}
		err := r.endSection()
		r.openSection(trimmed)
		return err
	case w.kind == kindWords && b.count >= 3 && b.count < r.size && len(b.rows) == b.count && !b.sparse():
		w.kind = kindCells // words instead of a row
	case b.count > 0 && (w.kind == kindWords || w.kind == kindFence):
		r.endBlock()
		return nil
	case w.kind == kindWords:
		r.block = block{}
		r.addTitle(line)
		r.pending = bytes.Clone(line)
		return nil
	}
	b.add(w)
	return nil
}

// readBlock reads the next grid of the block. ok is false if there is none (yet).
func (r *Reader) readBlock(rec *Record) (ok bool, err error) {
	b := &r.block
	if b.count == 0 {
		*b = block{ended: b.ended}
		return false, nil
	}
	rec.reset()
	sizes := []int{r.size}
	if first := b.size(); first != r.size && r.size == 9 {
		sizes = append(sizes, first)
	}
	if n := b.large(); n > 0 {
		if !b.ended {
			return false, nil
		}
		first := b.rows[0]
		*b = block{ended: true}
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
			rec.Line = firstLine(cells)
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
	r.block.drop(n)
	if bad == nil {
		return nil
	}
	r.meta, r.titles = metadata{}, nil
	return bad
}

// starts returns the lines at which a grid may begin: the first one; and if that is no grid and no line can help, the
// line after as many rows as a grid has, the lines below blank lines and rulers, and those below lines that are hardly
// meant as rows.
func (b *block) starts(size int) []int {
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

// firstLine returns the line of the first of the cells.
func firstLine(cells []field) int { return cells[0].line }

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
