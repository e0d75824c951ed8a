package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"setdoku"
)

// scanner finds the grids of a text, in their order.
type scanner struct {
	src     lines
	size    int                                               // of the board of puzzles that name none
	named   func(name string) (v *setdoku.Variant, err error) // the board of a name
	queue   []result                                          // of the lines that were read
	at      int                                               // of the next one
	block   block
	texts   slab
	table   *table    // in force, or nil
	doc     *document // being read, or nil
	section section
	meta    metadata
	titles  []title
	header  []byte               // the line of words before the current one
	plainTo int                  // the lines up to this number begin no text of several lines
	lost    struct{ digits int } // of rows that were text, since the last record or words
	saved   string               // parameters of a saved game of Simon Tatham's program
	inner   bool                 // the text is a value of another one
	seen    bool                 // a record or a mistake has been found
	busy    bool                 // the next line cannot be read by plain
	err     error
}

// result is a record, or the mistake of a text that is no puzzle.
type result struct {
	record
	bad *LineError
}

// newScanner returns a scanner of r.
func newScanner(r io.Reader, size int, named func(string) (*setdoku.Variant, error)) *scanner {
	return &scanner{src: newLines(r), size: size, named: named, busy: size != 9}
}

// emit returns the next record of the queue, empty.
func (s *scanner) emit() *record {
	if n := len(s.queue); n < cap(s.queue) {
		s.queue = s.queue[:n+1]
	} else {
		s.queue = append(s.queue, result{})
	}
	r := &s.queue[len(s.queue)-1]
	*r = result{record: record{size: s.size, places: r.places[:0]}}
	s.lost.digits = 0
	s.seen = true
	return &r.record
}

// queued reports whether the lines that were read have more records.
func (s *scanner) queued() bool { return s.at < len(s.queue) }

// spoil replaces the last record of the queue by a mistake at a place, if the mistake itself has none.
func (s *scanner) spoil(at Position, err error) {
	bad, ok := errors.AsType[*LineError](err)
	if !ok {
		bad = failure(at, "%w", err)
	}
	s.queue[len(s.queue)-1].bad = bad
}

// fail adds a mistake to the queue.
func (s *scanner) fail(e *LineError) {
	s.emit()
	s.queue[len(s.queue)-1].bad = e
}

// next returns the next record. It is valid until the next call. A *LineError is a text that is no puzzle, or that is
// not read; the next call continues after it. Any other error ends the text, and every later call returns it.
func (s *scanner) next() (*record, error) {
	for s.at == len(s.queue) {
		if s.err != nil {
			return nil, s.err
		}
		s.queue, s.at = s.queue[:0], 0
		if err := s.step(); err != nil {
			if err == io.EOF && !s.seen {
				err = ErrNoPuzzles
			} else if _, ok := errors.AsType[*stop](err); !ok && err != io.EOF {
				err = &stop{line: s.src.n, err: err}
			}
			if e, ok := errors.AsType[*stop](err); ok {
				e.more = s.src.more()
			}
			s.err = err
		}
	}
	r := &s.queue[s.at]
	s.at++
	s.busy = s.size != 9 || s.at < len(s.queue) || s.table != nil || s.doc != nil || s.block.count > 0 || s.section.open
	if r.bad != nil {
		return nil, r.bad
	}
	return &r.record, nil
}

// stop is an error that ends the reading.
type stop struct {
	line int
	err  error
	more bool // the text goes on
}

// Error returns the problem, without the line.
func (s *stop) Error() string {
	if s.more {
		return s.err.Error() + "; nothing after it is read"
	}
	return s.err.Error()
}

// Unwrap returns the problem.
func (s *stop) Unwrap() error { return s.err }

// step reads a line, the next grid of a block, or a part of a document.
func (s *scanner) step() error {
	if s.doc != nil {
		return s.readDocument()
	}
	if s.block.ended {
		s.readBlock()
		return nil
	}
	line, err := s.src.next()
	switch {
	case err == io.EOF && s.block.count > 0:
		s.block.ended = true
		return nil
	case err == io.EOF:
		s.endSection()
		return io.EOF
	case err != nil:
		return &stop{line: s.src.n + 1, err: fmt.Errorf("read: %w", err)}
	}
	return s.take(line)
}

// plain quickly reads a line of 81 digits and dots into d, with or without a comment behind them, because most lists
// consist of such lines. ok is false if the next line is anything else; then next reads the line.
func (s *scanner) plain(d *setdoku.Grid) (line []byte, name string, ok bool) {
	const n = setdoku.CellCount
	if s.busy || s.at < len(s.queue) {
		return nil, "", false
	}
	line, err := s.src.next()
	if err != nil {
		return nil, "", false
	}
	if s.src.long || len(line) < n || !plainCells((*[n]byte)(line), (*[n]uint8)(d)) {
		s.src.back()
		return nil, "", false
	}
	if rest := line[n:]; len(rest) > 0 {
		if len(rest) > n/2 || !setsOff[rest[0]] || control(rest) >= 0 || !utf8.Valid(rest) ||
			digits(rest) >= manyDigits {
			s.src.back()
			return nil, "", false
		}
		if name = comment(rest); name != "" && rest[0] != ' ' && rest[0] != '#' || strings.ContainsAny(name, ":=\"'") {
			s.src.back()
			return nil, "", false
		}
	}
	if s.block.bordered || s.meta.any || len(s.titles) > 0 || s.header != nil {
		s.endTitles()
	}
	s.seen = true
	return line, name, true
}

// endTitles forgets the words above a grid.
func (s *scanner) endTitles() {
	s.block.bordered, s.meta, s.titles, s.header = false, metadata{}, nil, nil
}

// take reads one line.
func (s *scanner) take(line []byte) error {
	line, err := s.clean(line)
	if err != nil {
		return err
	}
	if s.section.open && s.skipLine(line) || len(line) == 0 && s.block.count == 0 {
		return nil
	}
	if !s.inner && s.startsDocument(line) {
		if !s.endBlock() {
			s.src.back()
			s.doc = newDocument(&s.src, s.src.n)
		}
		return nil
	}
	if s.src.long {
		if !s.endBlock() {
			s.fail(failure(Position{Line: s.src.n, Column: 1, Length: len(line)}, "line longer than %d bytes", maxLine-1))
		}
		return nil
	}
	header := s.header
	s.header = nil
	if s.size == 9 {
		if w, ok := plainRow(line, s.src.n); ok {
			w.text = s.texts.keep(line)
			s.block.add(w)
			return nil
		}
	}
	switch {
	case s.table != nil && s.takeTable(line), s.block.count == 0 && s.beginsTable(header, line):
		return nil
	case s.block.count == 0 && isWord(line):
		s.addWords(line)
		return nil
	case !s.inner && s.takeJSON(line):
		return nil
	}
	if len(line) > 0 && line[0] != '#' {
		before := len(s.queue)
		if s.find(line) {
			if s.block.count > 0 { // the rows above come first
				s.queue = s.queue[:before]
				s.endBlock()
				return nil
			}
			s.endTitles()
			return nil
		}
	}
	s.gather(line)
	return nil
}

// endBlock ends the rows before a line, which is read again after them. It returns false if there are none.
func (s *scanner) endBlock() bool {
	if s.block.count == 0 {
		return false
	}
	s.block.ended = true
	s.src.back()
	return true
}

// gather adds a line to the block, or takes a line between blocks.
func (s *scanner) gather(line []byte) {
	b := &s.block
	w := newRow(string(line), s.src.n)
	trimmed := []byte(strings.Trim(w.text, blanks))
	described := len(trimmed) > 1 && strings.IndexByte(metaLetters, trimmed[1]) >= 0
	switch {
	case len(trimmed) > 0 && trimmed[0] == '#' && (described || len(w.parts) != s.size || w.known < w.chars/2):
		if b.count < s.size || !described || !s.endBlock() {
			s.meta.take(trimmed)
		}
	case w.kind == rowBlank && b.count == 1 && b.rest()[0].isNumber() && b.rest()[0].text[0] != ' ':
		b.clear()
	case w.kind == rowBlank && b.count > 0 && !s.spans():
		b.ended = true
	case isSection(trimmed):
		if !s.endBlock() {
			s.endSection()
			s.openSection(trimmed)
		}
	case b.count > 0 && w.kind == rowWords:
		if b.count >= 3 && b.count < s.size && b.first == 0 && !b.sparse() && !s.isWhole() {
			w.kind = rowCells // words instead of a row
			b.add(w)
			return
		}
		s.endBlock()
	case w.kind == rowWords && w.digits >= manyDigits && !isProse(w.text):
		s.fail(wrongCells("", w.characters(), s.size*s.size, s.size))
	case w.kind == rowWords:
		s.addWords(line)
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

// addWords takes a line of words between blocks, which may be a title or a header.
func (s *scanner) addWords(line []byte) {
	s.block.clear()
	s.lost.digits = 0
	s.addTitle(line)
	s.header = bytes.Clone(line)
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
