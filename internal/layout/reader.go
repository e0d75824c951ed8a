package layout

import (
	"bytes"
	"errors"
	"fmt"
	"io"
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
	pending []byte // line of words that may be a header
	games   *gameReader
	inXML   bool // a document has been read
	section section
	sdk     bool // a [Puzzle] header has been read
	meta    metadata
	titles  []title
	lined   int    // the last line that is a puzzle, 0 if none
	short   *Error // the last line that is the beginning of one; it is no mistake if no puzzle is near
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
	case r.block.count == 0 && isWord(line):
		r.addWords(line)
		return false, nil
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
		return r.single(line, "", rec, errLongLine)
	}
	if w, ok := plainRow(line, r.src.n); ok && r.size == 9 {
		r.block.add(w)
		return false, nil
	}
	for i := range r.layouts {
		if len(line) == 0 || line[0] == '#' {
			break // a comment
		}
		fits, err := r.layouts[i].read(r, line, rec)
		if fits {
			return r.single(line, r.layouts[i].name, rec, err)
		}
		if err != nil {
			r.other = err.Error()
		}
	}
	return false, r.gather(line)
}

// isWord reports whether a line is a short word without a character that can be a cell. Most lines that are no puzzle
// end here.
func isWord(line []byte) bool {
	for _, c := range line {
		if lower := c | 0x20; lower < 'a' || lower > 'z' || cellClass[c]&notCell == 0 {
			return false
		}
	}
	return len(line) > 0 && len(line) < 10
}

// addWords takes a line of words between blocks, which may be a title or a header.
func (r *Reader) addWords(line []byte) {
	r.block.clear()
	r.addTitle(line)
	r.pending = bytes.Clone(line)
}

// endBlock ends the rows before a line, which is read again after them.
func (r *Reader) endBlock() {
	r.block.ended = true
	r.src.hold()
}

// single ends the reading of a puzzle of one line, with the error of its layout. Rows before it are read first.
func (r *Reader) single(line []byte, layout string, rec *Record, err error) (bool, error) {
	if r.block.count > 0 {
		r.endBlock()
		return false, nil
	}
	if err := r.nearShort(); err != nil {
		return false, err
	}
	r.block.clear()
	r.meta, r.titles = metadata{}, nil
	rec.Line, rec.Text = r.src.n, line
	if err != nil {
		return false, r.wrong(line, layout, err, rec.column)
	}
	r.lined = r.src.n
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
		r.addWords(line)
		return nil
	}
	b.add(w)
	return nil
}
