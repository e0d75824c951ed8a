package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"setdoku"
)

// Reader reads the puzzles of one text, one at a time: a file, standard input, an argument, or the text of a form.
type Reader struct {
	file         string
	src          lines
	size         int              // of the board of puzzles that name none
	variant      *setdoku.Variant // of SetVariant, nil for none
	unusual      bool             // variant is not classic
	last         *setdoku.Variant // that a line named, nil for none
	lastName     string           // as the line had it
	solutionsOff bool             // OmitSolutions has been called
	inner        bool             // the text is a value of another one

	spans   []span   // of plainRuns
	queue   []result // of the lines that were read
	at      int      // of the next one
	block   block
	texts   strings.Builder // of rows
	table   *table          // in force, or nil
	doc     *document       // being read, or nil
	section section
	meta    metadata
	titles  []title
	header  []byte // the line of words before the current one
	plainTo int    // the lines up to this number begin no text of several lines
	lost    int    // digits of rows that were text, since the last record or words
	saved   string // parameters of a saved game of Simon Tatham's program
	seen    bool   // a record or a mistake has been found
	err     error  // that ended the text

	before   Puzzle       // that Next returned last if its solution may follow; otherwise its Line is 0
	solution setdoku.Grid // of the puzzle before, zero if it is not known
	isAhead  bool         // ahead is the next puzzle, or aheadErr the next error
	ahead    Puzzle
	aheadErr error
	wrongAt  int // the line of the last record that was no puzzle
}

// result is a record, or the mistake of a text that is no puzzle.
type result struct {
	record
	bad *LineError
}

// NewReader returns a Reader of r. name appears in puzzles and errors.
func NewReader(r io.Reader, name string) *Reader {
	return &Reader{file: name, src: newLines(r), size: 9}
}

// OmitSolutions lets Next return a puzzle without waiting for a later line, which may be its solution. Next checks such
// a solution, but leaves it out. Call OmitSolutions before the first Next.
func (r *Reader) OmitSolutions() { r.solutionsOff = true }

// SetVariant makes v the variant of the puzzles that name none. A puzzle that names another one is a bad record. Of a
// smaller board the Reader reads the same layouts, with one cell for each of the board, but library lines have 81
// cells. Call SetVariant before the first Next.
func (r *Reader) SetVariant(v *setdoku.Variant) {
	r.variant, r.size, r.unusual = v, v.OrClassic().Size, unlessClassic(v) != nil
}

// Read is Next with a new Puzzle.
func (r *Reader) Read() (Puzzle, error) {
	var p Puzzle
	err := r.Next(&p)
	return p, err
}

// Next reads the next puzzle into p and overwrites all of it. After an error p is the zero value. A *LineError is
// a record that gives no puzzle, or lines that are not read. The next call continues after them. Any other error
// ends the text, and every later call returns it: io.EOF at the end, an error that wraps ErrNoPuzzles at the end
// of a text without a record, or an error that stops reading (read error, not a text file, broken XML).
func (r *Reader) Next(p *Puzzle) (err error) {
	if r.isAhead {
		*p, err, r.isAhead = r.ahead, r.aheadErr, false
	} else {
		err = r.read(p, &r.before)
		r.before.Line = 0
	}
	switch {
	case err != nil:
	case r.solutionsOff && r.at == len(r.queue):
		r.before, r.solution = *p, setdoku.Grid{}
	default:
		r.solution = setdoku.Grid{}
		r.aheadErr = r.read(&r.ahead, p)
		bad, ok := errors.AsType[*unsolvedError](r.aheadErr)
		if r.isAhead = !ok || bad.line != p.Line; !r.isAhead {
			err = r.aheadErr
		}
	}
	if err != nil {
		*p = Puzzle{}
	}
	return err
}

// unsolvedError is the error of a solution that does not solve its puzzle.
type unsolvedError struct {
	line int // of the solution
	err  error
}

func (e *unsolvedError) Error() string {
	return "the solution does not solve the puzzle: " + e.err.Error()
}

// read reads the next record into p, behind those that are the solution of the puzzle before it: they become its
// Solution. The Line of before is 0 for none.
func (r *Reader) read(p, before *Puzzle) error {
	for {
		if !r.unusual {
			d := &p.State.Givens // p is overwritten in any case
			if name, ok := r.plain(d); ok {
				p.State.Variant, p.State.Placed = nil, setdoku.Grid{}
				p.State.Deleted = [setdoku.CellCount]setdoku.DigitSet{}
				p.File, p.Line, p.Name, p.Solution, p.Library = r.file, r.src.n, name, "", nil
				return nil
			}
		}
		rec, err := r.next()
		if err != nil {
			return err
		}
		if rec.answer || rec.full() {
			if before.Line == 0 && rec.at.Line == r.wrongAt {
				continue // its puzzle was an error
			}
			if before.Line > 0 && before.Library == nil && rec.solves(before) &&
				(r.solution == setdoku.Grid{} || r.solution == rec.givens) {
				if err := r.solve(before, rec); err != nil {
					return err
				}
				continue
			}
		}
		if err = r.puzzle(p, rec); err == nil {
			return nil
		}
		e := r.wrong(rec, err)
		if repeats, ok := errors.AsType[setdoku.Repeats](err); ok {
			if places := repeatPositions(repeats, rec); len(places) > 0 {
				e.positions = places
			}
		}
		r.wrongAt = e.Line
		return e
	}
}

// wrong returns the error of a record, with its place.
func (r *Reader) wrong(rec *record, err error) *LineError {
	e := failure(rec.at, "%w", err)
	e.File = r.file
	return e
}

// solves reports whether a record is meant as the solution of the puzzle before it: the puzzle has empty cells, or the
// record is its answer.
func (rec *record) solves(before *Puzzle) bool {
	for k := range rec.size * rec.size {
		if i := index(k, rec.size); before.State.Givens[i] == 0 && before.State.Placed[i] == 0 {
			return rec.size == before.State.Board().Size
		}
	}
	return rec.answer || rec.at.Line == before.Line && rec.givens == before.State.Filled()
}

// solve makes a record the solution of the puzzle before it.
func (r *Reader) solve(p *Puzzle, rec *record) (err error) {
	board := p.State.Board()
	for i, given := range &p.State.Givens {
		if digit := rec.givens[i]; given != 0 && given != digit && digit != 0 {
			err = fmt.Errorf("expected %d in %v, as the puzzle has, got %d", given, setdoku.CellAt(i), digit)
			break
		}
	}
	if err == nil && !rec.full() {
		err = errors.New("expected a digit in each cell")
	}
	if err == nil {
		err = board.Check(rec.givens)
	}
	if err == nil {
		if r.solution = rec.givens; !r.solutionsOff {
			p.Solution = r.solution.String()
		}
		return nil
	}
	return r.wrong(rec, &unsolvedError{rec.at.Line, err})
}

// puzzle makes a puzzle of a record.
func (r *Reader) puzzle(p *Puzzle, rec *record) error {
	v, err := r.boardFor(rec)
	if err != nil {
		return err
	}
	p.State = setdoku.State{Variant: v, Givens: rec.givens, Placed: rec.placed}
	if rec.marking != noMarks || len(rec.deleted) > 0 {
		rec.mark(&p.State)
	}
	p.File, p.Line, p.Name, p.Solution, p.Library = r.file, rec.at.Line, rec.name, "", rec.library
	if (rec.placed == setdoku.Grid{}) {
		return p.State.Board().Check(p.State.Givens)
	}
	return p.State.Board().Check(p.State.Filled())
}

// boardFor returns the variant of a record as a State has it.
func (r *Reader) boardFor(rec *record) (*setdoku.Variant, error) {
	switch {
	case rec.variant != "":
		v, err := r.variantNamed(rec.variant)
		return unlessClassic(v), err
	case rec.size == r.variant.OrClassic().Size:
		return unlessClassic(r.variant), nil
	}
	name := boardName(rec.size)
	v, err := r.variantNamed(name)
	if err != nil && r.variant == nil {
		return nil, fmt.Errorf("a grid of %s, which has no usual regions: name its variant", name)
	}
	return v, err
}

// emit returns the next record of the queue, empty.
func (r *Reader) emit() *record {
	if n := len(r.queue); n < cap(r.queue) {
		r.queue = r.queue[:n+1]
	} else {
		r.queue = append(r.queue, result{})
	}
	next := &r.queue[len(r.queue)-1]
	*next = result{record: record{size: r.size, places: next.places[:0]}}
	r.lost = 0
	r.seen = true
	return &next.record
}

// spoil replaces the last record of the queue by a mistake at a place, if the mistake itself has none.
func (r *Reader) spoil(at Position, err error) {
	bad, ok := errors.AsType[*LineError](err)
	if !ok {
		bad = failure(at, "%w", err)
	}
	bad.File = r.file
	r.queue[len(r.queue)-1].bad = bad
}

// fail adds a mistake to the queue.
func (r *Reader) fail(e *LineError) {
	r.emit()
	r.spoil(Position{}, e)
}

// next returns the next record. It is valid until the next call. A *LineError is a text that is no puzzle, or that is
// not read; the next call continues after it. Any other error ends the text, and every later call returns it.
func (r *Reader) next() (*record, error) {
	for r.at == len(r.queue) {
		if r.err != nil {
			return nil, r.err
		}
		r.queue, r.at = r.queue[:0], 0
		if err := r.step(); err != nil {
			r.err = r.stop(err)
		}
	}
	next := &r.queue[r.at]
	r.at++
	if next.bad != nil {
		r.wrongAt = next.bad.Line
		return nil, next.bad
	}
	return &next.record, nil
}

// stop returns an error that ends the text with its place. A *LineError has its own line.
func (r *Reader) stop(err error) error {
	at, ok := errors.AsType[*LineError](err)
	switch {
	case err == io.EOF && r.seen:
		return err
	case err == io.EOF:
		return fmt.Errorf("%s: %w", r.file, ErrNoPuzzles)
	case !ok:
		at = &LineError{Line: r.src.n, Err: err}
	}
	rest := ""
	if r.src.more() {
		rest = "; nothing after it is read"
	}
	return fmt.Errorf("%s line %d: %w%s", r.file, at.Line, at.Err, rest)
}

// step reads a line, the next grid of a block, or a part of a document.
func (r *Reader) step() error {
	if r.doc != nil {
		return r.readDocument()
	}
	if r.block.ended {
		r.readBlock()
		return nil
	}
	line, err := r.src.next()
	switch {
	case err == io.EOF && len(r.block.rows) > 0:
		r.block.ended = true
		return nil
	case err == io.EOF:
		r.endSection()
		return io.EOF
	case err != nil:
		return &LineError{Line: r.src.n + 1, Err: fmt.Errorf("read: %w", err)}
	}
	return r.take(line)
}

// plain quickly reads a line of 81 digits and dots into d, with or without a comment behind them, because most lists
// consist of such lines. ok is false if the next line is anything else; then next reads the line.
func (r *Reader) plain(d *setdoku.Grid) (name string, ok bool) {
	const n = setdoku.CellCount
	if r.size != 9 || r.at < len(r.queue) || r.table != nil || r.doc != nil || len(r.block.rows) > 0 || r.section.open {
		return "", false
	}
	line, err := r.src.next()
	if err != nil {
		return "", false
	}
	ok = !r.src.long && len(line) >= n && plainCells((*[n]byte)(line), (*[n]uint8)(d)) &&
		bytes.IndexByte(d[:], 0) >= 0 && d.Check() == nil
	if rest := line[min(n, len(line)):]; ok && len(rest) > 0 {
		ok = len(rest) <= n/2 && setsOff[rest[0]] && printable(rest) && digits(rest) < manyDigits
		if ok {
			name = comment(rest)
			ok = (name == "" || rest[0] == ' ' || rest[0] == '#') && !strings.ContainsAny(name, ":=\"'")
		}
	}
	if !ok {
		r.src.back()
		return "", false
	}
	if r.block.bordered || r.meta.any || len(r.titles) > 0 || r.header != nil {
		r.endTitles()
	}
	r.seen = true
	return name, true
}

// endTitles forgets the words above a grid.
func (r *Reader) endTitles() {
	r.block.bordered, r.meta, r.titles, r.header = false, metadata{}, nil, nil
}

// take reads one line.
func (r *Reader) take(line []byte) error {
	line, err := r.clean(line)
	if err != nil {
		return err
	}
	if r.section.open && r.skipLine(line) || len(line) == 0 && len(r.block.rows) == 0 {
		return nil
	}
	if !r.inner && r.startsDocument(line) {
		if !r.endBlock() {
			r.src.back()
			r.doc = newDocument(&r.src, r.src.n)
		}
		return nil
	}
	if r.src.long {
		if !r.endBlock() {
			r.fail(failure(Position{Line: r.src.n, Column: 1, Length: len(line)}, "line longer than %d bytes", maxLine-1))
		}
		return nil
	}
	header := r.header
	r.header = nil
	if r.size == 9 {
		if w, ok := plainRow(line, r.src.n); ok {
			if r.texts.Cap()-r.texts.Len() < len(line) { // one piece of memory for many rows
				r.texts = strings.Builder{}
				r.texts.Grow(10 * plainLength)
			}
			at := r.texts.Len()
			r.texts.Write(line)
			w.text = r.texts.String()[at:]
			r.block.add(w)
			return nil
		}
	}
	switch {
	case r.table != nil && r.takeTable(line), len(r.block.rows) == 0 && r.beginsTable(header, line):
		return nil
	case len(r.block.rows) == 0 && isWord(line):
		r.addWords(line)
		return nil
	case !r.inner && r.takeJSON(line):
		return nil
	}
	before := len(r.queue)
	isComment := len(line) > 0 && line[0] == '#'
	if !isComment && r.find(line) {
		r.endLine(before)
		return nil
	}
	w := newRow(string(line), r.src.n)
	if !isComment && (r.findList(&w) || r.findFault(line, 0, len(line))) {
		r.endLine(before)
	} else {
		r.gather(line, w)
	}
	return nil
}

// endLine ends a line that is a puzzle or a mistake. before is the number of records before it.
func (r *Reader) endLine(before int) {
	if r.endBlock() { // the rows above come first
		r.queue = r.queue[:before]
	} else {
		r.endTitles()
	}
}

// endBlock ends the rows before a line, which is read again after them. It returns false if there are none.
func (r *Reader) endBlock() bool {
	if len(r.block.rows) == 0 {
		return false
	}
	r.block.ended = true
	r.src.back()
	return true
}

// gather adds a line to the block, or takes a line between blocks.
func (r *Reader) gather(line []byte, w row) {
	b := &r.block
	trimmed := []byte(strings.Trim(w.text, blanks))
	described := len(trimmed) > 1 && strings.IndexByte(metaLetters, trimmed[1]) >= 0
	switch {
	case len(trimmed) > 0 && trimmed[0] == '#' && (described || len(w.parts) != r.size || w.known < w.chars/2):
		if len(b.rows) < r.size || !described || !r.endBlock() {
			r.meta.take(trimmed)
		}
	case w.kind == rowBlank && len(b.rows) > 0 && !r.continues():
		b.ended = true
	case isSection(trimmed):
		if !r.endBlock() {
			r.endSection()
			header := string(trimmed)
			named := func(name string) bool { return strings.EqualFold(header, name) }
			r.section = section{open: slices.ContainsFunc(progress, named), header: header, line: r.src.n}
		}
	case len(b.rows) > 0 && w.kind == rowWords:
		if len(b.rows) >= 3 && len(b.rows) < r.size && b.first == 0 && b.full && !r.isWhole() {
			w.kind = rowCells // words instead of a row
			b.add(w)
			return
		}
		r.endBlock()
	case w.kind == rowWords && w.digits >= manyDigits && !isProse(w.text):
		r.fail(wrongCells("", w.characters(), r.size*r.size, r.size))
	case w.kind == rowWords:
		r.addWords(line)
	default:
		b.add(w)
	}
}

// isProse reports whether a line has at least three words.
func isProse(line string) bool {
	words, _ := countWords(line)
	return words >= 3
}

// isWord reports whether a line is a short word without a character that can be a cell. Most lines that are no puzzle
// end here.
func isWord(line []byte) bool {
	same := true
	for _, c := range line {
		if lower := c | 0x20; lower < 'a' || lower > 'z' || cellClass[c]&notCell == 0 {
			return false
		}
		same = same && c == line[0]
	}
	return len(line) > 0 && len(line) < 10 && !same && !slices.Contains(emptyWords, string(line))
}

// digits counts the digits 1 to 9 of a text.
func digits(text []byte) (n int) {
	for _, c := range text {
		if c >= '1' && c <= '9' {
			n++
		}
	}
	return n
}

// setsOff has the characters that can separate the cells of a line from a comment.
var setsOff = [256]bool{' ': true, '\t': true, '\f': true, '#': true, ',': true, ';': true, '=': true, '|': true}
