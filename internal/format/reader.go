package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"setdoku"
)

// Reader reads the puzzles of one file, one at a time.
type Reader struct {
	file     string
	src      lines
	header   csvTable    // last CSV header examined
	table    *csvTable   // header in force, or nil
	games    *gameReader // within an XML document
	block    block
	meta     metadata
	section  section
	titles   titles
	sdk      bool // a [Puzzle] header has been read
	seen     bool // a record has been returned, good or bad
	inXML    bool // a document has been read
	texts    slab
	textOff  bool             // OmitText has been called
	variant  *setdoku.Variant // of SetVariant, nil for none
	last     *setdoku.Variant // that a line named, nil for none
	lastName string           // as the line had it
	err      error            // error that ended the file, or errLoose
	grid     *Puzzle          // of a text in a loose layout
	faults   []*LineError     // of a text in a loose layout
}

// NewReader returns a Reader of r. name appears in puzzles and errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{file: name, src: newLines(r)}
}

// OmitText leaves Puzzle.Text empty from the next one-line puzzle on. A caller that does not need the text saves a
// copy of every line.
func (r *Reader) OmitText() { r.textOff = true }

// Read is Next with a new Puzzle.
func (r *Reader) Read() (Puzzle, error) {
	var p Puzzle
	err := r.Next(&p)
	return p, err
}

// Next reads the next puzzle into p and overwrites all of it. After an error p is the zero value. A *LineError is
// a record that gives no puzzle, or lines that are not read. The next call continues after them. Any other error
// ends the file, and every later call returns it: io.EOF at the end, an error that wraps ErrNoPuzzles at the end
// of a file without a record, or an error that stops reading (read error, not a text file, broken XML).
func (r *Reader) Next(p *Puzzle) error {
	if r.err != nil {
		return r.nextLoose(p)
	}
	err := r.next(p)
	if err == nil {
		r.seen = true
		return nil
	}
	*p = Puzzle{}
	if _, bad := errors.AsType[*LineError](err); bad {
		if _, unread := errors.AsType[Unread](err); !unread {
			r.seen = true
		}
		return err
	}
	switch {
	case err == io.EOF && !r.seen:
		err = fmt.Errorf("%s: %w", r.file, ErrNoPuzzles)
	case err != io.EOF && !errors.Is(err, errUTF16) && r.src.more():
		err = fmt.Errorf("%w; nothing after it is read", err)
	}
	r.err = err
	return err
}

func (r *Reader) next(p *Puzzle) error {
	for {
		if r.games != nil {
			if err := r.readGame(p); err != errDocumentEnd {
				return err
			}
			continue
		}
		line, err := r.src.next()
		switch {
		case err == nil && r.plainLine(line, p):
			return nil
		case err == nil:
		case err == io.EOF:
			if err := r.endAll(); err != nil {
				return err
			}
			return io.EOF
		case errors.Is(err, errUTF16):
			return fmt.Errorf("%s: %w", r.file, err)
		default:
			return fmt.Errorf("read %s line %d: %w", r.file, r.src.n+1, err)
		}
		var ok bool
		if r.table != nil {
			ok, err = r.takeRecord(line, p)
		} else {
			ok, err = r.take(line, p)
		}
		if ok || err != nil {
			return err
		}
	}
}

// plainLine quickly reads 81 digits and dots, with or without a comment behind them, because most files consist of such
// lines. It returns false if the line is anything else, holds a digit twice in a unit, or comes where lines are not
// read as puzzles.
func (r *Reader) plainLine(line []byte, p *Puzzle) bool {
	if len(line) < setdoku.CellCount || r.board() != nil || r.table != nil || r.block.n > 0 ||
		len(r.titles.lines) > 0 || r.section.open || r.src.long {
		return false
	}
	d := &p.State.Givens // p is overwritten in any case
	if !plainCells((*[setdoku.CellCount]byte)(line), d) || d.Check() != nil {
		return false
	}
	var name string
	if rest := line[setdoku.CellCount:]; len(rest) > 0 {
		if !setsOff(rest[0]) || control(rest) >= 0 || bytes.IndexByte(rest, '\r') >= 0 || !utf8.Valid(rest) {
			return false
		}
		name = comment(rest)
	}
	r.block.marks = false
	if r.meta.any {
		r.meta = metadata{}
	}
	p.State.Variant, p.State.Placed, p.State.Deleted = nil, setdoku.Grid{}, [setdoku.CellCount]setdoku.DigitSet{}
	p.File, p.Line, p.Name, p.Solution = r.file, r.src.n, name, ""
	p.Text, p.Library = r.keepText(line), nil
	return true
}

// take handles one line. ok is false if it gives no puzzle (yet).
func (r *Reader) take(line []byte, p *Puzzle) (ok bool, err error) {
	trimmed := bytes.Trim(line, blanks)
	if r.section.open {
		if skipped, err := r.skipLine(line, trimmed); skipped || err != nil {
			return false, err
		}
	}
	if !r.src.long {
		fields, rest := variantFields(line, r.variant), []byte(nil)
		if fields == nil && r.board() != nil {
			fields, rest = ownFields(line, r.variant)
		}
		if fields != nil {
			*p = Puzzle{}
			return r.single(line, rest, p, r.readVariant(fields, p))
		}
		var d setdoku.Grid
		flags, ok := lineCells(line, &d)
		if ok && !r.gridLine(line, flags, d) {
			*p = Puzzle{State: setdoku.State{Givens: d}}
			return r.single(line, line[setdoku.CellCount:], p, nil)
		}
	}
	switch {
	case r.startsXML(trimmed):
		if err := r.endAll(); err != nil {
			r.src.hold()
			return false, err
		}
		r.src.back()
		r.games, r.inXML = newGameReader(&r.src, r.src.n), true
		return false, nil
	case r.src.long:
		return r.single(line, nil, p, errLongLine)
	}
	return r.takeOther(line, trimmed, p)
}

// takeOther handles a line that is not 81 cells.
func (r *Reader) takeOther(line, trimmed []byte, p *Puzzle) (ok bool, err error) {
	row, isRow := gridRow{}, false
	if len(line) >= len(row.cells)-1 { // a row has that many separators at least
		row, isRow = parseRow(line)
	}
	if len(trimmed) == 0 && !isRow {
		if !r.block.emptyLine() {
			err = r.endBlock()
		}
		return false, err
	}
	if isRow {
		row.line = r.src.n
		return r.takeRow(row, p)
	}
	if trimmed[0] == '#' {
		r.meta.take(trimmed)
		return false, nil
	}
	if isSection(trimmed) {
		err = r.endParts()
		r.openSection(trimmed)
		return false, err
	}
	if isBorder(trimmed) {
		if r.block.n == 0 {
			r.block.marks = bytes.HasPrefix(trimmed, []byte(".-"))
		}
		return false, nil
	}
	return r.takeLine(line, trimmed, p)
}

// endAll is endParts before a record that is not a grid, or at the end of a file. Then lines of words are faults.
func (r *Reader) endAll() error {
	if err := r.endParts(); err != nil {
		return err
	}
	return r.titles.fault()
}

// endParts ends the open part at the end of a file or before a header: a grid or a section, never both. The error
// reports what is not read.
func (r *Reader) endParts() error {
	if r.section.open {
		return r.endSection()
	}
	return r.endBlock()
}

// takeLine handles one-line records other than 81 cells, and bad lines.
func (r *Reader) takeLine(line, trimmed []byte, p *Puzzle) (ok bool, err error) {
	*p = Puzzle{}
	if trimmed[0] == ':' {
		p.State, p.Library, err = readLibrary(bytes.ToValidUTF8(trimmed, []byte("\uFFFD")), r.board())
		return r.single(line, nil, p, err)
	}
	if is729(trimmed) {
		p.State, err = read729(trimmed, r.board())
		return r.single(line, trimmed[marksSize:], p, err)
	}
	if id, cells, ok := bankLine(trimmed); ok {
		p.State.Givens, err = fieldCells(cells)
		return r.single(line, id, p, err)
	}
	if name, state := cutField(trimmed); isShort(bytes.TrimLeft(state, blanks)) {
		v, err := r.variantNamed(string(name))
		if err == nil {
			p.State, err = readShort(bytes.TrimLeft(state, blanks), unlessClassic(v))
		}
		return r.single(line, nil, p, err)
	}
	if isShort(trimmed) {
		p.State, err = readShort(trimmed, r.board())
		return r.single(line, nil, p, err)
	}
	if r.header.read(trimmed) {
		if r.header.double {
			return r.single(line, nil, p, errors.New("two columns of puzzles, want one"))
		}
		if err := r.endAll(); err != nil {
			r.src.hold()
			return false, err
		}
		r.table = &r.header
		return false, nil
	}
	return false, r.badLine(line)
}

// single completes the puzzle of a one-line record, or returns its error. An unfinished grid before it is reported
// first.
func (r *Reader) single(line, name []byte, p *Puzzle, err error) (bool, error) {
	if err := r.endAll(); err != nil {
		r.src.hold()
		return false, err
	}
	r.meta = metadata{}
	if err != nil {
		return false, r.broken(r.src.n, line, err)
	}
	text, err := r.lineText(line)
	if err != nil {
		return false, r.broken(r.src.n, line, err)
	}
	if p.State.Variant == nil {
		p.State.Variant = r.board()
	}
	if err := p.State.Check(); err != nil {
		return false, r.lineError(r.src.n, err)
	}
	p.File, p.Line, p.Text = r.file, r.src.n, text
	if len(name) > 0 {
		p.Name = comment(name)
	}
	return true, nil
}

// broken returns the error for a record that gives no puzzle. A record that is not text ends the file.
func (r *Reader) broken(at int, record []byte, reason error) error {
	if err := notText(record, !r.src.long); err != nil {
		return fmt.Errorf("%s line %d: %w", r.file, at, err)
	}
	return r.lineError(at, reason)
}

func (r *Reader) lineError(line int, err error) error {
	return &LineError{File: r.file, Line: line, Err: err}
}
